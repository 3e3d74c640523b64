package oscar_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

func TestAwaitLetsOthersIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		s := system(t, "a")
		c := &counter{gate: make(chan struct{})}
		r := spawn(t, s, "c", c)
		got := make(chan int)
		for range 3 {
			go func() {
				n, err := counterReenter.Ask(ctx, s, r, oscar.None{})
				if err != nil {
					t.Error(err)
				}
				got <- n
			}()
		}
		synctest.Wait() // all three wait without the turn
		if sum, err := counterAdd.Ask(ctx, s, r, addIn{5}); err != nil || sum.Sum != 5 {
			t.Fatalf("add during Await: %v, %v", sum, err)
		}
		close(c.gate)
		for range 3 {
			if n := <-got; n != 5 {
				t.Errorf("after Await the method saw %d, want 5", n)
			}
		}
	})
}

// exclusive checks that only one method at a time has the turn.
type exclusive struct {
	s    *oscar.System
	in   bool
	done int
}

func (e *exclusive) Work(ctx context.Context, n int) (int, error) {
	for i := range n {
		if e.in {
			return 0, errs.New(errs.Internal, "two methods have the turn")
		}
		e.in = true
		e.in = false
		if i%2 == 0 {
			if err := oscar.Await(ctx, func(context.Context) error { time.Sleep(time.Duration(i%5) * time.Microsecond); return nil }); err != nil {
				return 0, err
			}
		}
	}
	e.done++
	return e.done, nil
}

var exclusiveWork = oscar.Def("test.exclusive.work", (*exclusive).Work)

func TestTurnIsExclusive(t *testing.T) {
	s := system(t, "a")
	r := spawn(t, s, "e", &exclusive{s: s})
	const callers, asks = 8, 50
	fail := make(chan error, callers)
	for c := range callers {
		go func() {
			for range asks {
				if _, err := exclusiveWork.Ask(context.Background(), s, r, c+1); err != nil {
					fail <- err
					return
				}
			}
			fail <- nil
		}()
	}
	for range callers {
		if err := <-fail; err != nil {
			t.Fatal(err)
		}
	}
	if n, err := exclusiveWork.Ask(context.Background(), s, r, 0); err != nil || n != callers*asks+1 {
		t.Errorf("handled %d, %v", n, err)
	}
}

// relay asks another actor, with or without Await.
type relay struct {
	s    *oscar.System
	next oscar.Ref[*relay]
}

type relayIn struct {
	Hops  int
	Await bool
}

var relayAsk oscar.Method[*relay, relayIn, int]

func init() { relayAsk = oscar.Def("test.relay.ask", (*relay).Ask) }

func (r *relay) Ask(ctx context.Context, in relayIn) (n int, err error) {
	if in.Hops == 0 {
		return 0, nil
	}
	next := func(ctx context.Context) error {
		n, err = relayAsk.Ask(ctx, r.s, r.next, relayIn{in.Hops - 1, in.Await})
		return err
	}
	if in.Await {
		err = oscar.Await(ctx, next)
	} else {
		err = next(ctx)
	}
	return n + 1, err
}

func TestAskCycleIsFound(t *testing.T) {
	s := system(t, "a")
	ref := func(uid string) oscar.Ref[*relay] { return oscar.Ref[*relay]{Node: "a", UID: uid} }
	spawn(t, s, "x", &relay{s, ref("y")})
	spawn(t, s, "y", &relay{s, ref("x")})
	spawn(t, s, "self", &relay{s, ref("self")})
	for _, c := range []struct {
		to   string
		in   relayIn
		want int // -1: refused
	}{
		{"x", relayIn{1, false}, 1},
		{"x", relayIn{2, false}, -1},
		{"x", relayIn{7, true}, 7},
		{"self", relayIn{1, false}, -1},
		{"self", relayIn{3, true}, 3},
	} {
		n, err := relayAsk.Ask(t.Context(), s, ref(c.to), c.in)
		switch {
		case c.want >= 0 && (err != nil || n != c.want):
			t.Errorf("%s %+v: %d, %v, want %d", c.to, c.in, n, err, c.want)
		case c.want < 0 && (!errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "cycle")):
			t.Errorf("%s %+v: %d, %v, want a cycle", c.to, c.in, n, err)
		}
	}
}

func TestAwaitOutsideActors(t *testing.T) {
	want := errors.New("x")
	if err := oscar.Await(t.Context(), func(context.Context) error { return want }); err != want {
		t.Errorf("got %v", err)
	}
	if _, ok := oscar.Self(t.Context()); ok {
		t.Error("a test is an actor")
	}
}

// prober reports what its context looks like.
type prober struct{}

type key struct{}

func (prober) Probe(ctx context.Context, f func(context.Context)) (oscar.None, error) {
	f(ctx)
	return oscar.None{}, nil
}

var proberProbe = oscar.Def("test.prober.probe", prober.Probe)

func TestContextOfAMethod(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := system(t, "a")
		r := spawn(t, s, "p", prober{})
		start := time.Now()
		ctx, cancel := context.WithTimeout(context.WithValue(t.Context(), key{}, "v"), time.Minute)
		defer cancel()
		var kept context.Context
		_, err := proberProbe.Ask(ctx, s, r, func(ctx context.Context) {
			kept = ctx
			if a, ok := oscar.Self(ctx); !ok || a != r.Addr() {
				t.Errorf("Self is %v, %v", a, ok)
			}
			if ctx.Value(key{}) != "v" {
				t.Error("the asker's value is missing")
			}
			if d, ok := ctx.Deadline(); !ok || !d.Equal(start.Add(time.Minute)) {
				t.Errorf("deadline %v, %v", d, ok)
			}
			sub, cancel := context.WithCancel(ctx)
			defer cancel()
			if sub.Err() != nil || ctx.Err() != nil {
				t.Error("ended too early")
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if kept.Err() == nil {
			t.Error("the context outlives its method although somebody watched it")
		}
		// The end of the asker reaches the method.
		if _, err := proberProbe.Ask(ctx, s, r, func(ctx context.Context) { <-ctx.Done(); time.Sleep(time.Second) }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		if d := time.Since(start); d != time.Minute {
			t.Errorf("gave up after %v", d)
		}
		// The end of the actor reaches it too, with and without an end of the asker.
		for _, ask := range []context.Context{context.Background(), t.Context()} {
			done := make(chan error)
			begun := make(chan struct{})
			go func() {
				_, err := proberProbe.Ask(ask, s, r, func(ctx context.Context) { close(begun); <-ctx.Done() })
				done <- err
			}()
			<-begun
			if err := s.Stop(t.Context(), r.Addr()); err != nil {
				t.Error(err)
			}
			if err := <-done; err != nil {
				t.Errorf("the method finished, but %v", err)
			}
			r = spawn(t, s, "p", prober{})
		}
	})
}
