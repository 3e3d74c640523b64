package worker_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service/data"
	"github.com/mars-project/mars-go/tensor"
)

// ice says until when nodes stand still: what comes from them or goes there arrives after that, as it does
// with a stopped process whose connections stand.
type ice struct {
	mu    sync.Mutex
	until map[string]time.Time
}

func (i *ice) freeze(node string, d time.Duration) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.until[node] = time.Now().Add(d)
}

// left is how long one of the nodes still stands.
func (i *ice) left(nodes ...string) (d time.Duration) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, n := range nodes {
		d = max(d, time.Until(i.until[n]))
	}
	return d
}

// iced is a transfer that stands still with its sender.
type iced struct {
	data.Transfer
	i *ice
}

func (t iced) Fetch(ctx context.Context, node, session string, items []data.Item, into mem.Allocator, got func(i int, v any, f op.Facts) error) error {
	for d := t.i.left(node); d > 0; d = t.i.left(node) {
		select {
		case <-time.After(d):
		case <-ctx.Done():
			return errs.Wrap(errs.Canceled, ctx.Err(), "fetch from %s", node)
		}
	}
	return t.Transfer.Fetch(ctx, node, session, items, into, got)
}

const seeds = 3

// TestJobsSurviveChaos: workers are killed and frozen, and come back under their names, while jobs with known
// answers run.
func TestJobsSurviveChaos(t *testing.T) {
	for seed := range uint64(seeds) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { chaos(t, rand.New(rand.NewPCG(seed, 1))) })
		})
	}
}

func chaos(t *testing.T, r *rand.Rand) {
	i := &ice{until: map[string]time.Time{}}
	w := newWorld(t, oscar.Faults{Delay: func(from, to string, _ oscar.Frame) time.Duration { return i.left(from, to) }})
	w.wrap = func(x data.Transfer) data.Transfer { return iced{x, i} }
	defer w.close()
	s := w.supervisor("s", 0)
	var hands []*hand
	for n := range 3 {
		hands = append(hands, w.worker(fmt.Sprint("w", n), 2, s))
	}
	x := s.session(client.Options{NoFuse: r.IntN(2) == 0})
	for job := range 4 {
		v := make([]float64, 400)
		want := 0.0
		for k := range v {
			v[k] = float64((k*7919 + job) % 400)
			want += v[k]*2 + 1
		}
		a := tensor.FromArray(nd.Of(v), tensor.Chunk{Size: []int{25}})
		h := keep(tensor.Sum(tensor.Add(tensor.Multiply(held(tensor.Sort(held(a, "slow")), "slow"), 2), 1)))
		f, err := x.ExecuteAsync(w.ctx, h)
		w.must(err)
		for range 1 + r.IntN(3) {
			time.Sleep(time.Duration(r.IntN(6000)) * time.Millisecond)
			k := r.IntN(len(hands))
			name := hands[k].sys.Node()
			switch r.IntN(3) {
			case 0: // killed
				hands[k].crash(w, s)
				hands[k] = w.worker(name+"x", 2, s)
			case 1: // killed, and back under its name
				hands[k].crash(w, s)
				hands[k] = w.worker(name, 2, s)
			case 2:
				i.freeze(name, time.Duration(500+r.IntN(6000))*time.Millisecond)
			}
		}
		if err := f.Wait(w.ctx); err != nil {
			t.Fatalf("job %d: %v\n%s", job, err, s.text())
		}
		if got := w.fetch(x, h); got[0] != want {
			t.Errorf("job %d: %v, want %v", job, got[0], want)
		}
	}
	w.must(x.Close())
	for _, h := range hands {
		w.until("nothing is left on "+h.sys.Node(), func() bool { return h.Store().Stats().Values == 0 })
	}
}
