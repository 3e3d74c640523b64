package local_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
	"github.com/mars-project/mars-go/tensor"
)

// counted counts what goes between workers.
type counted struct {
	data.Transfer
	n *atomic.Int64
}

func (c counted) Fetch(ctx context.Context, node, session string, items []data.Item, into mem.Allocator, got func(i int, v any, f op.Facts) error) error {
	c.n.Add(int64(len(items)))
	return c.Transfer.Fetch(ctx, node, session, items, into, got)
}

// TestTasksRunWhereUploadsAre: chunks that no task of the scheduler made are read where they lie.
func TestTasksRunWhereUploadsAre(t *testing.T) {
	var n atomic.Int64
	g := start(t, local.Config{
		Workers: 4, Slots: 4, Memory: 512 << 20, Transfer: func(x data.Transfer) data.Transfer { return counted{x, &n} },
	}, client.Options{})
	const chunks, size = 8, 1 << 17 // of 1 MiB
	var h op.Hasher
	m := service.Manifest{Value: h.Str("uploaded").Sum(), Grid: []int{chunks}}
	m.Meta = op.NewTensor(dtype.Float64, op.Dims(chunks*size)...)
	m.Meta.Key = m.Value
	var stored []op.StoredChunk
	names := g.Workers()
	for i := range chunks {
		v := make([]float64, size)
		v[0] = float64(i)
		w := g.Worker(names[i%len(names)])
		f, err := w.Data().Put(g.ctx, g.s.ID(), h.Reset().Int(i).Sum(), nd.Of(v))
		if err != nil {
			t.Fatal(err)
		}
		m.Chunks = append(m.Chunks, service.ChunkMeta{Facts: f, Bands: []service.Band{w.Band()}})
		stored = append(stored, op.StoredChunk{Key: f.Key, Shape: f.Shape})
	}
	if err := g.Lifecycle().Adopt(g.ctx, g.s.ID(), m); err != nil {
		t.Fatal(err)
	}
	a := tensor.Of(op.Value{N: op.NewStored(m.Meta, m.Grid, stored)})
	for i := range chunks {
		b := tensor.Sum(a.Get(tensor.Slice(i*size, (i+1)*size)))
		g.execute(b)
		if v := g.fetch(b); v[0] != float64(i) {
			t.Errorf("chunk %d: %v", i, v)
		}
	}
	if moved := n.Load(); moved > 0 {
		t.Errorf("%d of %d chunks were moved", moved, chunks)
	}
}
