package oscar_test

import (
	"context"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

func TestPanicRestartsWithBackoffAndBudget(t *testing.T) {
	places(t, func(t *testing.T, p place) {
		ctx := t.Context()
		var made atomic.Int32
		r, err := oscar.Spawn(p.server, "c", func() *counter { made.Add(1); return &counter{} },
			oscar.Policy{Restarts: 2, Within: time.Minute, Backoff: time.Second, MaxBackoff: 10 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		var down []oscar.Down
		downs := make(chan oscar.Down, 2)
		p.caller.Watch(r.Addr(), func(d oscar.Down) { downs <- d })
		add := func(want int) {
			t.Helper()
			if got, err := counterAdd.Ask(ctx, p.caller, r, addIn{1}); err != nil || got.Sum != want {
				t.Fatalf("add: %v, %v, want %d", got, err, want)
			}
		}
		boom := func() {
			t.Helper()
			_, err := counterPanic.Ask(ctx, p.caller, r, "boom")
			wantKind(t, err, errs.Internal)
			e, ok := err.(*errs.Error)
			if !ok || !strings.Contains(e.Msg, "test.counter.panic panicked: boom") || !strings.Contains(e.Trace, "Panic(") || e.Where != "actor "+r.String() {
				t.Errorf("the asker got %#v", err)
			}
		}
		add(1)
		for _, wait := range []time.Duration{time.Second, 2 * time.Second} {
			boom()
			start := time.Now()
			add(1) // waits for the new instance
			if d := time.Since(start); d < wait || d > wait+time.Millisecond {
				t.Errorf("restarted after %v, want %v", d, wait)
			}
		}
		time.Sleep(2 * time.Minute) // the window slides: the budget is fresh
		boom()
		add(1)
		boom()
		add(1)
		if n := made.Load(); n != 5 {
			t.Errorf("%d instances, want 5", n)
		}
		boom()
		synctest.Wait()
		time.Sleep(time.Millisecond)
		_, err = counterAdd.Ask(ctx, p.caller, r, addIn{1})
		if _, ok := oscar.Gone(err); !ok {
			t.Errorf("after the budget: %v", err)
		}
		select {
		case d := <-downs:
			down = append(down, d)
		default:
		}
		if len(down) != 1 || down[0].Addr != r.Addr() || down[0].Unreachable || !strings.Contains(down[0].Reason, "3 panics within 1m0s") {
			t.Errorf("the watcher was told %v", down)
		}
	})
}

func TestNoRestart(t *testing.T) {
	places(t, func(t *testing.T, p place) {
		r := spawn(t, p.server, "c", &counter{}, oscar.Policy{Restarts: -1})
		_, err := counterPanic.Ask(t.Context(), p.caller, r, "once")
		wantKind(t, err, errs.Internal)
		synctest.Wait()
		_, err = counterAdd.Ask(t.Context(), p.caller, r, addIn{1})
		if _, ok := oscar.Gone(err); !ok {
			t.Errorf("got %v", err)
		}
	})
}

func TestConstructorThatPanicsCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := system(t, "a")
		made := 0
		r, err := oscar.Spawn(s, "c", func() *counter {
			if made++; made == 2 || made == 3 {
				panic("no disk")
			}
			return &counter{n: made}
		}, oscar.Policy{Restarts: 3, Backoff: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		if err := counterPanic.Tell(t.Context(), s, r, "x"); err != nil {
			t.Fatal(err)
		}
		if got, err := counterAdd.Ask(t.Context(), s, r, addIn{0}); err != nil || got.Sum != 4 {
			t.Errorf("got %v, %v, want the fourth instance", got, err)
		}
	})
}

func TestGoexitInAMethod(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := system(t, "a")
		r := spawn(t, s, "p", prober{})
		_, err := proberProbe.Ask(t.Context(), s, r, func(context.Context) { runtime.Goexit() })
		wantKind(t, err, errs.Internal)
		if _, err := proberProbe.Ask(t.Context(), s, r, func(context.Context) {}); err != nil {
			t.Errorf("the actor did not go on: %v", err)
		}
	})
}

func TestPanicWhileAnotherMethodAwaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := system(t, "a")
		gate := make(chan struct{})
		r, err := oscar.Spawn(s, "c", func() *counter { return &counter{gate: gate} })
		if err != nil {
			t.Fatal(err)
		}
		old := make(chan error)
		go func() { _, err := counterReenter.Ask(t.Context(), s, r, oscar.None{}); old <- err }()
		synctest.Wait()
		_, err = counterPanic.Ask(t.Context(), s, r, "x")
		wantKind(t, err, errs.Internal)
		close(gate)
		if err := <-old; !errs.Is(err, errs.Unavailable) || !strings.Contains(err.Error(), "restarted during Await") {
			t.Errorf("the method of the old instance got %v", err)
		}
		if got, err := counterAdd.Ask(t.Context(), s, r, addIn{3}); err != nil || got.Sum != 3 {
			t.Errorf("got %v, %v", got, err)
		}
	})
}

func TestPanicInsideAwait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := system(t, "a")
		r := spawn(t, s, "p", prober{})
		_, err := proberProbe.Ask(t.Context(), s, r, func(ctx context.Context) {
			_ = oscar.Await(ctx, func(context.Context) error { panic("in f") })
		})
		if !errs.Is(err, errs.Internal) || !strings.Contains(err.Error(), "in f") {
			t.Errorf("got %v", err)
		}
		if _, err := proberProbe.Ask(t.Context(), s, r, func(context.Context) {}); err != nil {
			t.Error(err)
		}
	})
}

// closer records the order of OnStop.
type closer struct {
	name string
	log  *[]string
	bad  bool
}

func (c *closer) Hold(ctx context.Context, gate chan struct{}) (oscar.None, error) {
	_ = oscar.Await(ctx, func(context.Context) error { <-gate; return nil })
	*c.log = append(*c.log, c.name+" held")
	return oscar.None{}, nil
}

func (c *closer) OnStop(ctx context.Context) {
	if ctx.Err() != nil {
		*c.log = append(*c.log, "context of OnStop has ended")
	}
	*c.log = append(*c.log, c.name)
	if c.bad {
		panic("in OnStop")
	}
}

var closerHold = oscar.Def("test.closer.hold", (*closer).Hold)

func TestCloseStopsInReverseOrderAndWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := oscar.New("a", oscar.Options{Log: quiet})
		if err != nil {
			t.Fatal(err)
		}
		var log []string
		var refs []oscar.Ref[*closer]
		for _, n := range []string{"one", "two", "three"} {
			refs = append(refs, spawn(t, s, n, &closer{name: n, log: &log, bad: n == "two"}))
		}
		gate := make(chan struct{})
		if err := closerHold.Tell(t.Context(), s, refs[1], gate); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		closed := make(chan error)
		go func() { closed <- s.Close(t.Context()) }()
		synctest.Wait()
		close(gate)
		if err := <-closed; err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Join(log, ", "), "three, two held, two, one"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if _, err := oscar.Spawn(s, "late", func() *closer { return nil }); !errs.Is(err, errs.Unavailable) {
			t.Errorf("spawn after close: %v", err)
		}
		if err := s.Close(t.Context()); err != nil {
			t.Errorf("second close: %v", err)
		}
	})
}

func TestCloseGivesUpWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := oscar.New("a", oscar.Options{Log: quiet})
		if err != nil {
			t.Fatal(err)
		}
		var log []string
		r := spawn(t, s, "stuck", &closer{name: "stuck", log: &log})
		gate := make(chan struct{})
		if err := closerHold.Tell(t.Context(), s, r, gate); err != nil {
			t.Fatal(err)
		}
		synctest.Wait() // it has begun
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := s.Close(ctx); !errs.Is(err, errs.Canceled) || !strings.Contains(err.Error(), "a/stuck") {
			t.Errorf("got %v", err)
		}
		close(gate)
	})
}

func TestStop(t *testing.T) {
	places(t, func(t *testing.T, p place) {
		_, r := blocked(t, p.caller, p.server, oscar.Policy{Mailbox: 1})
		replies := make(chan error)
		for range 4 { // one in the mailbox, others wait for room
			go func() {
				_, err := counterAdd.Ask(t.Context(), p.caller, r, addIn{1})
				replies <- err
			}()
		}
		synctest.Wait()
		if err := p.server.Stop(t.Context(), r.Addr()); err != nil {
			t.Fatal(err)
		}
		for range 4 {
			err := <-replies
			if _, ok := oscar.Gone(err); !ok {
				t.Errorf("a message that waited got %v", err)
			}
		}
		if _, ok := oscar.Gone(p.server.Stop(t.Context(), r.Addr())); !ok {
			t.Error("a second Stop found the actor")
		}
		wantKind(t, p.server.Stop(t.Context(), oscar.Addr{Node: "z", UID: "c"}), errs.Invalid)
		spawn(t, p.server, "c", &counter{}) // the name is free again
		if got, err := counterAdd.Ask(t.Context(), p.caller, r, addIn{1}); err != nil || got.Sum != 1 {
			t.Errorf("the next actor of that name: %v, %v", got, err)
		}
	})
}

func TestStopOneself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := system(t, "a")
		r := spawn(t, s, "p", prober{})
		if _, err := proberProbe.Ask(t.Context(), s, r, func(ctx context.Context) {
			if err := s.Stop(ctx, r.Addr()); err != nil {
				t.Error(err)
			}
		}); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if _, err := proberProbe.Ask(t.Context(), s, r, nil); err == nil {
			t.Error("the actor is still there")
		}
	})
}

func TestPanicOfAReplacedInstanceDoesNotCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := system(t, "a")
		made := 0
		r, err := oscar.Spawn(s, "p", func() prober { made++; return prober{} }, oscar.Policy{Restarts: 1})
		if err != nil {
			t.Fatal(err)
		}
		gate := make(chan struct{})
		old := make(chan error)
		go func() {
			_, err := proberProbe.Ask(t.Context(), s, r, func(ctx context.Context) {
				_ = oscar.Await(ctx, func(context.Context) error { <-gate; return nil })
				panic("late")
			})
			old <- err
		}()
		synctest.Wait()
		_, err = proberProbe.Ask(t.Context(), s, r, func(context.Context) { panic("first") })
		wantKind(t, err, errs.Internal)
		time.Sleep(time.Second)
		close(gate)
		wantKind(t, <-old, errs.Internal)
		if _, err := proberProbe.Ask(t.Context(), s, r, func(context.Context) {}); err != nil || made != 2 {
			t.Errorf("%v after %d instances", err, made)
		}
	})
}

// TestStopMeetsAwait looks for a goroutine that is left behind: TestMain fails if there is one.
func TestStopMeetsAwait(t *testing.T) {
	s := system(t, "a")
	for i := range 2000 {
		r := spawn(t, s, "p", prober{})
		begun := make(chan struct{})
		go func() {
			_, _ = proberProbe.Ask(context.Background(), s, r, func(ctx context.Context) {
				close(begun)
				_ = oscar.Await(ctx, func(context.Context) error { runtime.Gosched(); return nil })
			})
		}()
		<-begun
		if i%2 == 0 {
			_ = proberProbe.Tell(context.Background(), s, r, func(context.Context) {})
		}
		if err := s.Stop(context.Background(), r.Addr()); err != nil {
			t.Fatal(err)
		}
	}
}
