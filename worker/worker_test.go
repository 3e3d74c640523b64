package worker_test

import (
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/tensor"
	"github.com/mars-project/mars-go/worker"
)

// in runs a test in time that passes as soon as everybody waits for it.
func in(t *testing.T, f oscar.Faults, test func(w *world)) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, f)
		defer w.close()
		test(w)
	})
}

func state(s *sup, node string) (n service.NodeInfo) {
	list, err := s.Cluster().Nodes(s.w.ctx)
	s.w.must(err)
	for _, n := range list {
		if n.Node == node {
			return n
		}
	}
	return n
}

func TestSupervisorsShareTheSlotsOfAWorker(t *testing.T) {
	in(t, oscar.Faults{}, func(w *world) {
		most.Store(0)
		a, b := w.supervisor("a", 0), w.supervisor("b", 1)
		h := w.worker("w", 2, a, b)
		var wg sync.WaitGroup
		for _, s := range []*sup{a, b, a, b} {
			x := s.session(client.Options{NoFuse: true})
			wg.Go(func() {
				v := keep(tensor.Sum(held(ones(400, 10), "")))
				if err := x.Execute(w.ctx, v); err != nil {
					t.Error(err)
				} else if got := w.fetch(x, v); got[0] != 400 {
					t.Errorf("got %v", got)
				}
				if err := x.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if n := most.Load(); n > 2 {
			t.Errorf("%d ran at once on 2 slots", n)
		}
		for _, s := range []*sup{a, b} {
			if n := state(s, "w"); n.State != service.Ready || n.Bands[0].Slots != 2 {
				t.Errorf("%s: %+v", s.sys.Node(), n)
			}
		}
		if st := h.Store().Stats(); st.Values != 0 {
			t.Errorf("%d values are left", st.Values)
		}
	})
}

func TestSupervisorsOfOneNumberAreRefused(t *testing.T) {
	in(t, oscar.Faults{}, func(w *world) {
		a, b := w.supervisor("a", 3), w.supervisor("b", 3)
		h := w.worker("w", 1, a)
		w.must(w.net.Join(b.sys, h.sys))
		if err := h.Join(w.ctx, "b"); !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "a and b have the same number 3") {
			t.Error(err)
		}
		if err := h.Join(w.ctx, "nobody"); !errs.Is(err, errs.Unavailable) {
			t.Error(err)
		}
		w.must(h.Join(w.ctx, "a")) // it stands
		if n := state(a, "w"); n.State != service.Ready {
			t.Errorf("%+v", n)
		}
	})
}

func TestAnotherVersionIsRefused(t *testing.T) {
	in(t, oscar.Faults{}, func(w *world) {
		a := w.supervisor("a", 0)
		sys, err := oscar.New("w", oscar.Options{Version: "2"})
		w.must(err)
		if err := w.net.Join(a.sys, sys); err == nil || !strings.Contains(err.Error(), `"1"`) || !strings.Contains(err.Error(), `"2"`) {
			t.Errorf("the link does not name both versions: %v", err)
		}
		w.must(sys.Close(w.ctx))
		if sys, err = oscar.New("w", oscar.Options{Version: "1"}); err != nil {
			t.Fatal(err)
		}
		defer sys.Close(w.ctx)
		w.must(w.net.Join(a.sys, sys))
		_, err = worker.Start(w.ctx, sys, worker.Config{Supervisor: "a", Version: "3", Slots: 1, Memory: 4 << 20, Log: slog.New(slog.DiscardHandler)})
		if !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), `"3"`) || !strings.Contains(err.Error(), `"1"`) {
			t.Errorf("the registration does not name both versions: %v", err)
		}
		if !strings.Contains(a.text(), "node w is refused") {
			t.Errorf("nobody says so:\n%s", a.text())
		}
	})
}

// TestASupervisorStartsAgain: its sessions are lost and say so, the worker drops them and comes back by
// itself; those of the other supervisor go on.
func TestASupervisorStartsAgain(t *testing.T) {
	in(t, oscar.Faults{}, func(w *world) {
		a, b := w.supervisor("a", 0), w.supervisor("b", 1)
		h := w.worker("w", 2, a, b)
		xa, xb := a.session(client.Options{}), b.session(client.Options{})
		va, vb := keep(tensor.Add(ones(100, 10), 1)), keep(tensor.Add(ones(100, 10), 2))
		w.must(xa.Execute(w.ctx, va))
		w.must(xb.Execute(w.ctx, vb))
		f, err := xa.ExecuteAsync(w.ctx, keep(held(ones(100, 50), "wait")))
		w.must(err)
		w.until("it runs", func() bool { return running.Load() == 2 })
		both := h.Store().Stats().Values
		w.net.Cut(a.sys, h.sys)
		time.Sleep(3 * time.Second) // a comes back as another process: what it knew is gone, and nobody told the worker
		again := w.supervisor("a", 0)
		w.must(w.net.Join(again.sys, h.sys))
		w.until("the worker registers", func() bool { return state(again, "w").State == service.Ready })
		if running.Load() != 0 {
			t.Errorf("%d subtasks of before still run", running.Load())
		}
		if n := h.Store().Stats().Values; n == 0 || n >= both {
			t.Errorf("%d values of %d are left, want those of one session", n, both)
		}
		if err := again.Session().Touch(w.ctx, xa.ID()); !errs.Is(err, errs.NotFound) || !strings.Contains(err.Error(), "lost when its supervisor started again") {
			t.Errorf("the old session: %v", err)
		}
		if got := w.fetch(xb, vb); got[0] != 3 || len(got) != 100 {
			t.Errorf("the other session: %v", got)
		}
		w.must(xb.Close())
		y := again.session(client.Options{})
		v := keep(tensor.Sum(ones(100, 10)))
		w.must(y.Execute(w.ctx, v))
		if got := w.fetch(y, v); got[0] != 100 {
			t.Errorf("got %v", got)
		}
		w.must(y.Close())
		w.must(f.Cancel(w.ctx)) // at the old one, to which nobody answers any more
		w.must(xa.Close())
		if st := h.Store().Stats(); st.Values != 0 {
			t.Errorf("%d values are left", st.Values)
		}
	})
}

// cut is a fault that loses or delays what a worker sends and gets.
type cut struct {
	node  string
	lose  atomic.Bool
	delay atomic.Int64
}

func (c *cut) faults() oscar.Faults {
	return oscar.Faults{
		Drop: func(from, to string, _ oscar.Frame) bool { return c.lose.Load() && (from == c.node || to == c.node) },
		Delay: func(from, _ string, _ oscar.Frame) time.Duration {
			if from == c.node {
				return time.Duration(c.delay.Load())
			}
			return 0
		},
	}
}

// TestAFrozenWorkerIsSeenAndComesBack: nothing comes from it and nothing gets there, while it goes on.
func TestAFrozenWorkerIsSeenAndComesBack(t *testing.T) {
	c := &cut{node: "frozen"}
	in(t, c.faults(), func(w *world) {
		s := w.supervisor("s", 0)
		w.worker("good", 1, s)
		h := w.worker("frozen", 1, s)
		x := s.session(client.Options{NoFuse: true})
		a := keep(tensor.Add(ones(400, 10), 1))
		w.must(x.Execute(w.ctx, a)) // chunks are on both
		if h.Store().Stats().Values == 0 {
			t.Fatal("nothing is there to be lost")
		}
		f, err := x.ExecuteAsync(w.ctx, keep(tensor.Sum(held(a, "slow"))))
		w.must(err)
		w.until("both work", func() bool { return running.Load() == 2 })
		epoch := state(s, "frozen").Epoch
		began := time.Now()
		c.lose.Store(true)
		w.until("it is suspect", func() bool { return state(s, "frozen").State == service.Suspect })
		w.until("it is dead", func() bool { return state(s, "frozen").State == service.Dead })
		if d := time.Since(began); d > 3*time.Second {
			t.Errorf("it took %s", d)
		}
		w.until("the other one makes its chunks again", func() bool { return strings.Contains(s.text(), "lifecycle: rerun t1") })
		c.lose.Store(false)
		w.until("it is back", func() bool { return state(s, "frozen").State == service.Ready })
		if e := state(s, "frozen").Epoch; e <= epoch {
			t.Errorf("epoch %d after %d", e, epoch)
		}
		w.must(f.Wait(w.ctx))
		v := keep(tensor.Sum(held(a, "")))
		w.must(x.Execute(w.ctx, v))
		if got := w.fetch(x, v); got[0] != 800 {
			t.Errorf("got %v", got)
		}
		w.must(x.Close())
		if st := h.Store().Stats(); st.Values != 0 {
			t.Errorf("%d values are left", st.Values)
		}
	})
}

// TestWhatComesLateIsIgnored: beats and reports of a worker arrive when it has long been given up.
func TestWhatComesLateIsIgnored(t *testing.T) {
	c := &cut{node: "slow"}
	in(t, c.faults(), func(w *world) {
		s := w.supervisor("s", 0)
		w.worker("good", 1, s)
		h := w.worker("slow", 1, s)
		x := s.session(client.Options{NoFuse: true})
		f, err := x.ExecuteAsync(w.ctx, keep(tensor.Sum(held(ones(40, 10), "slow"))))
		w.must(err)
		w.until("both work", func() bool { return running.Load() == 2 })
		c.delay.Store(int64(20 * time.Second))
		w.must(f.Wait(w.ctx))
		c.delay.Store(0)
		w.until("it is back", func() bool { return state(s, "slow").State == service.Ready })
		v := keep(tensor.Sum(held(ones(40, 10), "")))
		w.must(x.Execute(w.ctx, v))
		if got := w.fetch(x, v); got[0] != 40 {
			t.Errorf("got %v", got)
		}
		w.must(x.Close())
		w.until("nothing is left", func() bool { return h.Store().Stats().Values == 0 })
	})
}

func TestAWorkerDrains(t *testing.T) {
	in(t, oscar.Faults{}, func(w *world) {
		s := w.supervisor("s", 0)
		h := w.worker("old", 1, s)
		x := s.session(client.Options{NoFuse: true})
		v := keep(tensor.Sum(held(ones(100, 10), "slow")))
		f, err := x.ExecuteAsync(w.ctx, v)
		w.must(err)
		w.until("it works", func() bool { return running.Load() == 1 })
		w.worker("new", 1, s)
		w.must(h.Drain(w.ctx))
		if n := state(s, "old"); n.State != service.Stopping || running.Load() > 1 {
			t.Errorf("%s, %d run", n.State, running.Load())
		}
		h.end()
		w.must(f.Wait(w.ctx))
		if got := w.fetch(x, v); got[0] != 100 {
			t.Errorf("got %v", got)
		}
		w.must(x.Close())
	})
}

func TestAWorkerThatDiesAgainAndAgainIsAvoided(t *testing.T) {
	in(t, oscar.Faults{}, func(w *world) {
		s := w.supervisor("s", 0)
		w.worker("good", 1, s)
		x := s.session(client.Options{NoFuse: true})
		for i := range 3 {
			h := w.worker("bad", 1, s)
			f, err := x.ExecuteAsync(w.ctx, keep(held(ones(60+i, 10), "slow")))
			w.must(err)
			w.until("both work", func() bool { return running.Load() == 2 })
			h.crash(w, s)
			w.must(f.Wait(w.ctx))
			time.Sleep(time.Second)
		}
		h := w.worker("bad", 1, s)
		v := keep(held(ones(30, 10), "slow"))
		w.must(x.Execute(w.ctx, v))
		if h.Store().Stats().Values > 0 {
			t.Error("it got something")
		}
		info, err := s.Schedule().Info(w.ctx)
		w.must(err)
		if info.Bands[0].Band.Node != "bad" || info.Bands[0].Avoided == 0 || !strings.Contains(s.text(), "avoid node bad") {
			t.Errorf("%+v\n%s", info.Bands, s.text())
		}
		time.Sleep(time.Minute)
		u := keep(held(ones(70, 10), "slow"))
		w.must(x.Execute(w.ctx, u))
		if h.Store().Stats().Values == 0 {
			t.Error("it is still avoided")
		}
		w.must(x.Close())
	})
}

// TestNobodyWaitsForAFrozenWorker: tasks are canceled and sessions closed although it answers nothing and its
// link stands.
func TestNobodyWaitsForAFrozenWorker(t *testing.T) {
	c := &cut{node: "frozen"}
	in(t, c.faults(), func(w *world) {
		s := w.supervisor("s", 0)
		h := w.worker("frozen", 1, s)
		x, y := s.session(client.Options{}), s.session(client.Options{})
		f, err := x.ExecuteAsync(w.ctx, keep(held(ones(40, 10), "wait")))
		w.must(err)
		w.until("it works", func() bool { return running.Load() == 1 })
		began := time.Now()
		c.lose.Store(true)
		w.must(y.Close())
		w.must(f.Cancel(w.ctx))
		w.must(x.Close())
		if d := time.Since(began); d > 4*time.Second {
			t.Errorf("it took %s", d)
		}
		c.lose.Store(false)
		w.until("it is back, with nothing", func() bool {
			return state(s, "frozen").State == service.Ready && running.Load() == 0 && h.Store().Stats().Values == 0
		})
	})
}
