package marstest_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

// A house is a cluster that random graphs run on.
type house struct {
	name string
	cfg  local.Config
	kill int // a worker dies while a graph runs, one in so many
	c    *local.Cluster
	n    int // graphs
}

// houses starts clusters of one to three workers; they end with the test.
func houses(t *testing.T) []*house {
	t.Helper()
	hs := []*house{
		{name: "one worker", cfg: local.Config{Workers: 1, Slots: 1}},
		{name: "a worker that spills", cfg: local.Config{Workers: 1, Slots: 2, Cache: 2 << 10}},
		{name: "three workers", cfg: local.Config{Workers: 3, Slots: 4}},
		{name: "two workers, one dies", cfg: local.Config{Workers: 2, Slots: 2}, kill: 4},
	}
	for _, h := range hs {
		h.cfg.Memory, h.cfg.Poison = 64<<20, true
		c, err := local.Start(t.Context(), h.cfg)
		if err != nil {
			t.Fatal(err)
		}
		h.c = c
		t.Cleanup(func() {
			if err := c.Close(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
	return hs
}

// run executes a value in a session of its own.
func (h *house) run(ctx context.Context, v op.Handle, o client.Options) (got any, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute) // taken for stuck
	defer cancel()
	s, err := client.New(ctx, h.c, o)
	if err != nil {
		return nil, err
	}
	defer func() {
		if e := s.Close(); err == nil {
			err = e
		}
	}()
	f, err := s.ExecuteAsync(ctx, v)
	if err != nil {
		return nil, err
	}
	if h.n++; h.kill > 0 && h.n%h.kill == 0 {
		if err := h.c.Replace(ctx); err != nil {
			return nil, err
		}
	}
	return f.Result(ctx)
}

// chunked allows floats what another order of additions does to them: inputs are below 10 and sums have a few
// thousand terms.
var chunked = marstest.Tolerance{Rel: 1e-9, Abs: 1e-9}

// laws holds a value to the laws: another chunk size changes floats only within the tolerance and nothing
// else at all; fusion, workers, spilling and lost workers change no bit.
func laws(t *rapid.T, hs []*house, v op.Handle, exact bool, chunks ...int) {
	one := run(t, marstest.Loop{ChunkBytes: 1 << 40}, v)
	n := rapid.SampledFrom(chunks).Draw(t, "chunk bytes")
	cut := run(t, marstest.Loop{ChunkBytes: n}, v)
	tol := chunked
	if exact {
		tol = marstest.Tolerance{}
	}
	if d := marstest.Diff(cut, one, tol); d != "" {
		t.Fatalf("chunks of %d bytes against one chunk: %s", n, d)
	}
	if d := marstest.Diff(run(t, marstest.Loop{ChunkBytes: n, NoFuse: true}, v), cut, marstest.Tolerance{}); d != "" {
		t.Fatalf("not fused, chunks of %d bytes: %s", n, d)
	}
	h := hs[rapid.IntRange(0, len(hs)-1).Draw(t, "cluster")]
	o := client.Options{ChunkBytes: int64(n), NoFuse: rapid.Bool().Draw(t, "not fused")}
	got, err := h.run(t.Context(), v, o)
	if err != nil {
		t.Fatalf("%s, %+v: %v", h.name, o, err)
	}
	if d := marstest.Diff(got, cut, marstest.Tolerance{}); d != "" {
		t.Fatalf("%s, chunks of %d bytes, not fused %t: %s", h.name, n, o.NoFuse, d)
	}
}

func run(t *rapid.T, l marstest.Loop, v op.Handle) any {
	out, err := l.Run(v.Value())
	if err != nil {
		t.Fatalf("chunks of %d bytes, not fused %t: %v", l.ChunkBytes, l.NoFuse, err)
	}
	return out[0]
}

// TestRandomTensors runs random graphs of tensors.
func TestRandomTensors(t *testing.T) {
	hs := houses(t)
	rapid.Check(t, func(t *rapid.T) {
		v := randomTensor(t)
		laws(t, hs, v.t, v.exact, 40, 64, 100, 240, 1000)
	})
}

// TestRandomFrames runs random graphs of frames.
func TestRandomFrames(t *testing.T) {
	hs := houses(t)
	rapid.Check(t, func(t *rapid.T) {
		v, exact := randomFrame(t)
		laws(t, hs, v, exact, 300, 1000, 4000)
	})
	if n := spilled(hs); n == 0 && !t.Failed() {
		t.Error("nothing was spilled")
	}
}

// spilled is the bytes that living workers wrote to disk.
func spilled(hs []*house) (n int64) {
	for _, h := range hs {
		for _, w := range h.c.Workers() {
			n += h.c.Worker(w).Store().Stats().Written
		}
	}
	return n
}

// choose draws one of some moves and makes it; its name stands in the report of a failure.
func choose(t *rapid.T, what string, moves []move) {
	i := rapid.IntRange(0, len(moves)-1).Draw(t, what)
	t.Log(fmt.Sprintf("%s: %s", what, moves[i].name))
	moves[i].make()
}

type move struct {
	name string
	make func()
}
