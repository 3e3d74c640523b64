package worker_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/tensor"
)

// frozen runs a test on a supervisor "s" and workers whose links stand still for as long as the test says.
func frozen(t *testing.T, workers int, test func(w *world, i *ice, s *sup, hands []*hand)) {
	synctest.Test(t, func(t *testing.T) {
		i := &ice{until: map[string]time.Time{}}
		w := newWorld(t, oscar.Faults{Delay: func(from, to string, _ oscar.Frame) time.Duration { return i.left(from, to) }})
		defer w.close()
		s := w.supervisor("s", 0)
		var hands []*hand
		for n := range workers {
			hands = append(hands, w.worker(fmt.Sprint("w", n), 1, s))
		}
		test(w, i, s, hands)
	})
}

// give stores a chunk as a client does, with some workers.
func (w *world) give(session string, k op.Key, hands ...*hand) {
	w.t.Helper()
	for _, h := range hands {
		a, err := nd.New(h.Store().Pool(), dtype.Float64, 8)
		w.must(err)
		for i := range nd.Data[float64](a) {
			nd.Data[float64](a)[i] = 7
		}
		_, err = h.Data().Put(w.ctx, session, k, a)
		op.Blocks(a, func(b *mem.Block) { b.Release() })
		w.must(err)
	}
}

// upload gives a chunk and commits it.
func (w *world) upload(s *sup, session string, k op.Key, hands ...*hand) {
	w.t.Helper()
	w.give(session, k, hands...)
	m := service.Manifest{Value: k, Chunks: make([]service.ChunkMeta, 1)}
	m.Chunks[0].Key = k
	for _, h := range hands {
		m.Chunks[0].Bands = append(m.Chunks[0].Bands, h.Band())
	}
	w.must(s.Lifecycle().Adopt(w.ctx, session, m))
}

// bands is where a chunk is, and how it may be asked for.
func (w *world) bands(s *sup, session string, k op.Key) service.ChunkMeta {
	w.t.Helper()
	ms, err := s.Meta().Get(w.ctx, session, []op.Key{k})
	w.must(err)
	return ms[0]
}

// TestAnUploadOutlivesSilence: both workers that have an upload are silent for longer than it takes to be
// dead. A reader waits, and the bytes are there.
func TestAnUploadOutlivesSilence(t *testing.T) {
	for _, d := range []time.Duration{4 * time.Second, 40 * time.Second} {
		t.Run(d.String(), func(t *testing.T) {
			frozen(t, 2, func(w *world, i *ice, s *sup, hands []*hand) {
				x := s.session(client.Options{})
				k := op.Key{1}
				w.upload(s, x.ID(), k, hands...)
				for _, h := range hands {
					i.freeze(h.sys.Node(), d)
				}
				w.until("nobody is there", func() bool { return len(w.bands(s, x.ID(), k).Bands) == 0 })
				read := make(chan error, 1)
				go func() { read <- s.Lifecycle().Recover(w.ctx, x.ID(), []service.ChunkMeta{w.bands(s, x.ID(), k)}) }()
				if err := <-read; err != nil {
					t.Errorf("the reader: %v", err)
				}
				w.until("both are back", func() bool { return len(w.bands(s, x.ID(), k).Bands) == 2 })
				for _, h := range hands {
					p, err := h.Data().Get(w.ctx, x.ID(), k)
					w.must(err)
					if v := nd.Data[float64](p.Value().(*nd.Array)); len(v) != 8 || v[7] != 7 {
						t.Errorf("%v", v)
					}
					p.Release()
				}
				w.must(x.Close())
				for _, h := range hands {
					if n := h.Store().Stats().Values; n != 0 {
						t.Errorf("%d values are left", n)
					}
				}
			})
		})
	}
}

// TestADeadWorkerIsForgotten: what only it has is waited for, and lost when it does not come; a reader who
// does not wait so long is told where it is.
func TestADeadWorkerIsForgotten(t *testing.T) {
	frozen(t, 2, func(w *world, i *ice, s *sup, hands []*hand) {
		x := s.session(client.Options{})
		k := op.Key{1}
		w.upload(s, x.ID(), k, hands[0])
		i.freeze("w0", time.Hour)
		w.until("it is dead", func() bool { return state(s, "w0").State == service.Dead })
		ctx, cancel := context.WithTimeout(w.ctx, time.Second)
		defer cancel()
		err := s.Lifecycle().Recover(ctx, x.ID(), []service.ChunkMeta{w.bands(s, x.ID(), k)})
		if !errs.Is(err, errs.Unavailable) || !strings.Contains(err.Error(), "is only with w0, which is dead") {
			t.Errorf("the impatient reader: %v", err)
		}
		began := time.Now()
		err = s.Lifecycle().Recover(w.ctx, x.ID(), []service.ChunkMeta{w.bands(s, x.ID(), k)})
		if !errs.Is(err, errs.Lost) || time.Since(began) < time.Minute {
			t.Errorf("the patient reader, after %s: %v", time.Since(began), err)
		}
		if n := state(s, "w0"); n.State != service.LostNode {
			t.Errorf("%+v", n)
		}
	})
}

// TestWhatNobodyNeedsIsDropped: values and sessions that ended while their worker was dead are gone from it
// when it is back; what a client has given and not committed is not.
func TestWhatNobodyNeedsIsDropped(t *testing.T) {
	frozen(t, 2, func(w *world, i *ice, s *sup, hands []*hand) {
		x, y := s.session(client.Options{}), s.session(client.Options{})
		w.upload(s, x.ID(), op.Key{1}, hands[0])
		w.upload(s, x.ID(), op.Key{2}, hands[0])
		w.upload(s, y.ID(), op.Key{3}, hands[0])
		w.give(x.ID(), op.Key{4}, hands[0])
		i.freeze("w0", 20*time.Second)
		w.until("it is dead", func() bool { return state(s, "w0").State == service.Dead })
		w.must(s.Lifecycle().Decref(w.ctx, x.ID(), []op.Key{{1}}))
		w.must(y.Close())
		w.until("it is back", func() bool { return state(s, "w0").State == service.Ready })
		w.until("it has dropped what nobody needs", func() bool { return hands[0].Store().Stats().Values == 2 })
		inv, err := hands[0].Data().Inventory(w.ctx)
		w.must(err)
		if len(inv) != 1 || len(inv[0].Keys) != 2 || inv[0].Keys[0] != (op.Key{2}) || inv[0].Keys[1] != (op.Key{4}) {
			t.Errorf("it holds %v", inv)
		}
	})
}

// TestAForgottenWorkerComesBack: the others have what it had, so it drops that.
func TestAForgottenWorkerComesBack(t *testing.T) {
	frozen(t, 2, func(w *world, i *ice, s *sup, hands []*hand) {
		x := s.session(client.Options{})
		k := op.Key{1}
		w.upload(s, x.ID(), k, hands...)
		i.freeze("w0", 3*time.Minute)
		w.until("it is forgotten", func() bool { return state(s, "w0").State == service.LostNode })
		w.until("it is back", func() bool { return state(s, "w0").State == service.Ready })
		w.until("it has dropped what the other has", func() bool { return hands[0].Store().Stats().Values == 0 })
		if at := w.bands(s, x.ID(), k).Bands; len(at) != 1 || at[0].Node != "w1" {
			t.Errorf("the upload is on %v", at)
		}
		w.must(x.Close())
	})
}

// TestWhatHasARecipeIsNotWaitedFor: it is made again while its worker is dead, and what comes back is the
// same.
func TestWhatHasARecipeIsNotWaitedFor(t *testing.T) {
	frozen(t, 2, func(w *world, i *ice, s *sup, hands []*hand) {
		x := s.session(client.Options{})
		v := keep(tensor.Add(ones(8, 8), 1))
		w.must(x.Execute(w.ctx, v))
		on := hands[0]
		if on.Store().Stats().Values == 0 {
			on = hands[1]
		}
		i.freeze(on.sys.Node(), 30*time.Second)
		w.until("it is dead", func() bool { return state(s, on.sys.Node()).State == service.Dead })
		y := keep(tensor.Add(v, 1))
		w.must(x.Execute(w.ctx, y))
		if state(s, on.sys.Node()).State != service.Dead {
			t.Error("it waited")
		}
		if got := w.fetch(x, y); got[0] != 3 {
			t.Errorf("%v", got)
		}
		w.until("it is back", func() bool { return state(s, on.sys.Node()).State == service.Ready })
		w.must(x.Close())
		for _, h := range hands {
			w.until("nothing is left", func() bool { return h.Store().Stats().Values == 0 })
		}
	})
}

// TestOrphans: data of sessions that no supervisor has goes, of supervisors that died or began anew and of
// parts that came late; that of others stays.
func TestOrphans(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, oscar.Faults{})
		defer w.close()
		w.ctx = context.WithoutCancel(w.ctx)
		a, b := w.supervisor("a", 0), w.supervisor("b", 1)
		h := w.worker("w0", 1, a, b)
		holds := func() (out []string) {
			inv, err := h.Data().Inventory(w.ctx)
			w.must(err)
			for _, i := range inv {
				out = append(out, i.Session)
			}
			return out
		}
		for _, id := range []string{"of-a", "of-b"} {
			s := map[string]*sup{"of-a": a, "of-b": b}[id]
			_, err := s.Session().Create(w.ctx, id)
			w.must(err)
			w.give(id, op.Key{1}, h)
		}
		w.must(b.Session().Close(w.ctx, "of-b"))
		_, err := b.Session().Create(w.ctx, "of-b")
		w.must(err)
		w.give("of-b", op.Key{2}, h)
		w.give("over", op.Key{3}, h)
		time.Sleep(3 * time.Minute)
		if got := fmt.Sprint(holds()); got != "[of-a of-b]" {
			t.Errorf("the late part of a session that is over: %s", got)
		}
		a.crash(h.sys)
		time.Sleep(5 * time.Minute)
		if got := fmt.Sprint(holds()); got != "[of-a of-b]" {
			t.Errorf("a supervisor that is silent for 5 min: %s", got)
		}
		time.Sleep(8 * time.Minute)
		if got := fmt.Sprint(holds()); got != "[of-b]" {
			t.Errorf("a supervisor that is given up: %s", got)
		}
		w.must(b.Session().Close(w.ctx, "of-b"))
	})
}

// TestStrays: what a client gave goes when no upload names it any more; what is committed, or may be, stays.
func TestStrays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, oscar.Faults{})
		defer w.close()
		var open atomic.Bool
		open.Store(true)
		w.expects = func(_ string, k op.Key, node string) bool { return open.Load() && k == op.Key{1} && node == "w0" }
		s := w.supervisor("s", 0)
		h := w.worker("w0", 1, s)
		x := s.session(client.Options{})
		w.give(x.ID(), op.Key{1}, h)
		w.give(x.ID(), op.Key{2}, h)
		w.upload(s, x.ID(), op.Key{3}, h)
		keys := func() string {
			time.Sleep(11 * time.Second)
			inv, err := h.Data().Inventory(w.ctx)
			w.must(err)
			var out []byte
			for _, k := range inv[0].Keys {
				out = append(out, '0'+k[0])
			}
			return fmt.Sprintf("%s, given %d", out, len(inv[0].Given))
		}
		if got := keys(); got != "13, given 1" {
			t.Errorf("while the upload is open: %s", got)
		}
		open.Store(false)
		if got := keys(); got != "3, given 0" {
			t.Errorf("when it is over: %s", got)
		}
		w.must(x.Close())
	})
}
