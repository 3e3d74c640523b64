package plane_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
	"github.com/mars-project/mars-go/service/plane"
	"github.com/mars-project/mars-go/tensor"
)

// counting counts what passes a Transfer.
type counting struct {
	data.Transfer
	items atomic.Int64
}

func (c *counting) Fetch(ctx context.Context, node, session string, items []data.Item, into mem.Allocator, got func(int, any, op.Facts) error) error {
	c.items.Add(int64(len(items)))
	return c.Transfer.Fetch(ctx, node, session, items, into, got)
}

// engine is a cluster of three workers in this process, whose chunks go over HTTP if so wanted.
func engine(t *testing.T, c *cluster, x *plane.Client, wires *wire) (*local.Cluster, *client.Session, *counting) {
	t.Helper()
	through := &counting{}
	lc, err := local.Start(bg, local.Config{Workers: 3, Slots: 3, Memory: 96 << 20, Poison: true, Bytes: true, Transfer: func(p data.Transfer) data.Transfer {
		through.Transfer = p
		if x != nil {
			through.Transfer = x
		}
		return through
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := lc.Close(bg); err != nil {
			t.Error(err)
		}
	})
	if x != nil {
		for _, n := range lc.Workers() {
			w := lc.Worker(n)
			c.serve(t, &worker{Service: w.Data(), node: n}, plane.ServerOptions{})
		}
	}
	s, err := client.New(bg, lc, client.Options{ChunkBytes: 4 << 10})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return lc, s, through
}

// The answers of a cluster whose chunks go over HTTP are those of one whose chunks go by pointer, bit for
// bit; with connections that break too.
func TestEngineOverHTTP(t *testing.T) {
	ctx := bg
	rows := 1500
	a, b := make([]int64, rows), make([]int64, rows)
	text := make([]string, rows)
	for i := range a {
		a[i], b[i] = int64(i*7919%1009), int64(i*104729%1013)
		text[i] = []string{"x", "a text that is longer than twelve bytes", ""}[i%3]
	}
	programs := func() map[string]op.Handle {
		x := tensor.Rechunk(tensor.Mod(tensor.Multiply(tensor.Arange(0.0, 10000.0, 1.0), 7919.0), 10007.0), 1000)
		l := dataframe.New(dataframe.C{Name: "k", Data: a}, dataframe.C{Name: "t", Data: text})
		r := dataframe.New(dataframe.C{Name: "k", Data: b}, dataframe.C{Name: "v", Data: b})
		return map[string]op.Handle{
			"sort":  tensor.Sort(x),
			"dot":   tensor.Dot(tensor.Reshape(x, 100, 100), tensor.Transpose(tensor.Reshape(x, 100, 100))),
			"join":  l.Merge(r, dataframe.MergeOptions{On: "k"}),
			"group": l.Merge(r, dataframe.MergeOptions{On: "k", How: "left"}).GroupBy("t").Agg("sum"),
		}
	}
	answers := func(s *client.Session) map[string]any {
		out := map[string]any{}
		for name, h := range programs() {
			if err := s.Execute(ctx, h); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			v, err := s.Fetch(ctx, h)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			out[name] = v
		}
		return out
	}
	_, s, _ := engine(t, nil, nil, nil)
	want := answers(s)
	if f := want["join"].(*frame.Frame); f.NRows < rows {
		t.Fatalf("the join has %d rows", f.NRows)
	}
	for name, wr := range map[string]*wire{"sound": {}, "breaking": {cut: []int64{5000, 200, 9000, 70_000, 5000, 300}}} {
		t.Run(name, func(t *testing.T) {
			var c cluster
			_, s, through := engine(t, &c, c.client(t, plane.ClientOptions{Dial: wr.dial}), wr)
			for name, v := range answers(s) {
				same(t, name, v, want[name])
			}
			if n := through.items.Load(); n < 100 {
				t.Errorf("%d items went over HTTP", n)
			}
		})
	}
}

// A worker that dies while others fetch from it is one that cannot be reached, and its chunks are made again.
func TestWorkerThatDiesMidway(t *testing.T) {
	var c cluster
	x := c.client(t, plane.ClientOptions{})
	lc, s, _ := engine(t, &c, x, nil)
	h := tensor.Rechunk(tensor.Arange(0.0, 20000.0, 1.0), 1000)
	if err := s.Execute(bg, h); err != nil {
		t.Fatal(err)
	}
	var victim, id string
	var keys []op.Key
	for _, n := range lc.Workers() {
		inv, err := lc.Worker(n).Data().Inventory(bg)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range inv {
			if len(h.Keys) > len(keys) {
				victim, id, keys = n, h.Session, h.Keys
			}
		}
	}
	if err := lc.Kill(bg, victim); err != nil {
		t.Fatal(err)
	}
	chunks := make([]service.ChunkMeta, len(keys))
	for i, k := range keys {
		chunks[i] = service.ChunkMeta{Facts: service.Facts{Key: k}, Bands: on(victim)}
	}
	_, err := x.Values(bg, id, chunks)
	if !errs.Is(err, errs.Lost) && !errs.Is(err, errs.Unavailable) {
		t.Errorf("values of a dead worker: %v", err)
	}
	g := tensor.Sum(tensor.Sort(tensor.Mod(h, 17.0)))
	if err := s.Execute(bg, g); err != nil {
		t.Fatal(err)
	}
	if v, err := tensor.Fetch[float64](bg, s, g); err != nil || len(v) != 1 || v[0] != 159964 {
		t.Errorf("got %v, %v", v, err)
	}
}
