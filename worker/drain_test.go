package worker_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/tensor"
)

// on names the workers that have a chunk.
func (w *world) on(s *sup, session string, k op.Key) (names []string) {
	for _, b := range w.bands(s, session, k).Bands {
		names = append(names, b.Node)
	}
	slices.Sort(names)
	return names
}

// TestARollingRestartRunsNothingAgain: every worker is drained, ends, and is replaced, one after the other,
// while results and uploads are held.
func TestARollingRestartRunsNothingAgain(t *testing.T) {
	in(t, oscar.Faults{}, func(w *world) {
		s := w.supervisor("s", 0)
		hands := []*hand{w.worker("w0", 1, s), w.worker("w1", 1, s)}
		x := s.session(client.Options{NoFuse: true})
		v := keep(tensor.Add(ones(400, 10), 1))
		w.must(x.Execute(w.ctx, v))
		k := op.Key{1}
		w.upload(s, x.ID(), k, hands[0])
		for i, name := range []string{"w2", "w0"} { // the second comes back under the name of the first that went
			f, err := x.ExecuteAsync(w.ctx, keep(tensor.Sum(held(tensor.Add(v, i), "slow"))))
			w.must(err)
			w.until("both work", func() bool { return running.Load() == 2 })
			w.must(hands[i].Drain(w.ctx))
			hands[i].end()
			hands = append(hands, w.worker(name, 1, s))
			w.must(f.Wait(w.ctx))
		}
		if got := w.fetch(x, v); len(got) != 400 || got[399] != 2 {
			t.Errorf("the result: %v", got)
		}
		p, err := hands[3].Data().Get(w.ctx, x.ID(), k)
		if err != nil {
			p, err = hands[2].Data().Get(w.ctx, x.ID(), k)
		}
		if err != nil {
			t.Errorf("the upload: %v", err)
		} else {
			p.Release()
		}
		for _, bad := range []string{"rerun", "retry", "lost"} {
			if strings.Contains(s.text(), bad) {
				t.Errorf("%s:\n%s", bad, s.text())
			}
		}
		w.must(x.Close())
		for _, h := range hands[2:] {
			w.until("nothing is left", func() bool { return h.Store().Stats().Values == 0 })
		}
	})
}

// lines are what is logged.
type lines chan string

func (l lines) Write(p []byte) (int, error) {
	l <- string(p)
	return len(p), nil
}

// TestTheLastWorkerLeaves: what can be made again does not hold it up, an upload does, as long as it is let.
func TestTheLastWorkerLeaves(t *testing.T) {
	in(t, oscar.Faults{}, func(w *world) {
		warned := make(lines, 8)
		w.log = slog.NewTextHandler(warned, &slog.HandlerOptions{Level: slog.LevelWarn})
		s := w.supervisor("s", 0)
		h := w.worker("w0", 1, s)
		x := s.session(client.Options{})
		v := keep(tensor.Add(ones(40, 10), 1))
		w.must(x.Execute(w.ctx, v))
		w.must(h.Drain(w.ctx))
		h.end()
		h = w.worker("w1", 1, s)
		if got := w.fetch(x, v); len(got) != 40 || got[0] != 2 {
			t.Errorf("%v", got)
		}
		w.upload(s, x.ID(), op.Key{1}, h)
		ctx, cancel := context.WithTimeout(w.ctx, 5*time.Second)
		defer cancel()
		if err := h.Drain(ctx); err == nil {
			t.Error("it leaves with what only it has")
		}
		if got := <-warned; !strings.Contains(got, "node=w1 chunks=1 bytes=") {
			t.Error(got)
		}
		done := make(chan error, 1)
		go func() { done <- h.Drain(w.ctx) }()
		w.worker("w2", 1, s)
		w.must(<-done)
		if got := w.on(s, x.ID(), op.Key{1}); !slices.Equal(got, []string{"w1", "w2"}) {
			t.Errorf("it is on %v", got)
		}
	})
}

// TestAnUploadOfAnEndedSessionHoldsNobody: nobody could take it while its session was open.
func TestAnUploadOfAnEndedSessionHoldsNobody(t *testing.T) {
	in(t, oscar.Faults{}, func(w *world) {
		s := w.supervisor("s", 0)
		h := w.worker("w0", 1, s)
		x, y := s.session(client.Options{}), s.session(client.Options{})
		w.upload(s, x.ID(), op.Key{1}, h)
		w.upload(s, y.ID(), op.Key{2}, h)
		ctx, cancel := context.WithTimeout(w.ctx, 5*time.Second)
		defer cancel()
		if err := h.Drain(ctx); err == nil {
			t.Error("it leaves with what only it has")
		}
		w.must(x.Close())
		w.must(y.Close())
		w.must(h.Drain(w.ctx))
	})
}

// TestLostCopiesAreMadeAgain: of an upload that should have two copies one is gone with its worker.
func TestLostCopiesAreMadeAgain(t *testing.T) {
	in(t, oscar.Faults{}, func(w *world) {
		s := w.supervisor("s", 0)
		a, b := w.worker("w0", 1, s), w.worker("w1", 1, s)
		x := s.session(client.Options{})
		k := op.Key{1}
		w.give(x.ID(), k, a, b)
		m := service.Manifest{Value: k, Copies: 2, Chunks: make([]service.ChunkMeta, 1)}
		m.Chunks[0].Key, m.Chunks[0].Bands = k, []service.Band{a.Band(), b.Band()}
		w.must(s.Lifecycle().Adopt(w.ctx, x.ID(), m))
		w.until("it is adopted", func() bool { return len(w.on(s, x.ID(), k)) == 2 })
		a.crash(w, s)
		w.until("it is on one", func() bool { return len(w.on(s, x.ID(), k)) == 1 })
		c := w.worker("w2", 1, s)
		w.until("it is on two", func() bool { return slices.Equal(w.on(s, x.ID(), k), []string{"w1", "w2"}) })
		b.crash(w, s)
		p, err := c.Data().Get(w.ctx, x.ID(), k)
		w.must(err)
		p.Release()
	})
}

// TestDrainByName: a worker is told by its supervisor that it is to leave.
func TestDrainByName(t *testing.T) {
	in(t, oscar.Faults{}, func(w *world) {
		s := w.supervisor("s", 0)
		h := w.worker("w0", 1, s)
		if err := s.Cluster().Drain(w.ctx, "w9"); !errs.Is(err, errs.NotFound) {
			t.Error(err)
		}
		w.must(s.Cluster().Drain(w.ctx, "w0"))
		<-h.Retired()
		w.must(s.Cluster().Drain(w.ctx, "w0"))
	})
}

// TestDrainByNameOverALinkThatBreaks: whoever asks is told that the worker may not know, but of one that has
// said that it leaves.
func TestDrainByNameOverALinkThatBreaks(t *testing.T) {
	var lost atomic.Bool
	in(t, oscar.Faults{Drop: func(_, _ string, _ oscar.Frame) bool { return lost.Load() }}, func(w *world) {
		s := w.supervisor("s", 0)
		h := w.worker("w0", 1, s)
		asked := func(meanwhile func()) error {
			lost.Store(true)
			done := make(chan error, 1)
			go func() { done <- s.Cluster().Drain(w.ctx, "w0") }()
			synctest.Wait()
			lost.Store(false)
			meanwhile()
			return <-done
		}
		cut := func() { w.net.Cut(s.sys, h.sys) }
		if err := asked(cut); !errs.Is(err, errs.Unavailable) {
			t.Errorf("it was not told: %v", err)
		}
		w.until("it is away", func() bool { return state(s, "w0").State != service.Ready })
		w.must(w.net.Join(s.sys, h.sys))
		w.until("it is back", func() bool { return state(s, "w0").State == service.Ready })
		select {
		case <-h.Retired():
			t.Error("it was told")
		default:
		}
		w.must(h.Drain(w.ctx))
		w.must(asked(func() { cut(); h.end() }))
	})
}
