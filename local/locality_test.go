package local_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
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

// TestTasksRunWhereEarlierOnesLeftTheirData: what a task made is read where it lies by the next one.
func TestTasksRunWhereEarlierOnesLeftTheirData(t *testing.T) {
	var n atomic.Int64
	g := start(t, local.Config{
		Workers: 4, Slots: 4, Memory: 512 << 20, Transfer: func(x data.Transfer) data.Transfer { return counted{x, &n} },
	}, client.Options{})
	const chunks = 32
	a := tensor.Add(ones(chunks<<17, 1<<17), 1) // 1 MiB each
	g.execute(a)
	at := map[string]int{}
	m, ok, err := g.Lifecycle().Lookup(g.ctx, g.s.ID(), a.Value().Meta().Key)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	for _, c := range m.Chunks {
		at[c.Bands[0].Node]++
	}
	if len(at) < 2 {
		t.Fatalf("all chunks are on one worker: %v", at)
	}
	n.Store(0)
	for k := range chunks {
		b := tensor.Sum(a.Get(tensor.Slice(k<<17, (k+1)<<17)))
		g.execute(b)
		if v := g.fetch(b); v[0] != 2<<17 {
			t.Errorf("chunk %d: %v", k, v)
		}
	}
	if moved := n.Load(); moved > 0 {
		t.Errorf("%d of %d chunks were moved, from %v", moved, chunks, at)
	}
}
