package oscar_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

// blocked gives an actor whose turn is taken until gate is closed.
func blocked(t *testing.T, caller, server *oscar.System, p oscar.Policy) (*counter, oscar.Ref[*counter]) {
	t.Helper()
	c := &counter{gate: make(chan struct{}), begun: make(chan struct{}, 100)}
	r := spawn(t, server, "c", c, p)
	if err := counterWait.Tell(t.Context(), caller, r, oscar.None{}); err != nil {
		t.Fatal(err)
	}
	<-c.begun
	return c, r
}

func TestFullMailboxMakesSendersWait(t *testing.T) {
	places(t, func(t *testing.T, p place) {
		c, r := blocked(t, p.caller, p.server, oscar.Policy{Mailbox: 3})
		var sent atomic.Int64
		done := make(chan error)
		go func() {
			for range 2000 { // more than mailbox and link hold together
				if err := counterAdd.Tell(t.Context(), p.caller, r, addIn{1}); err != nil {
					done <- err
					return
				}
				sent.Add(1)
			}
			done <- nil
		}()
		synctest.Wait()
		if n := sent.Load(); n < 3 || n > 3+1+256 {
			t.Errorf("%d messages were accepted before the sender had to wait", n)
		}
		// A sender that waits obeys its deadline.
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := counterAdd.Ask(ctx, p.caller, r, addIn{1000})
		wantKind(t, err, errs.Canceled)
		time.Sleep(time.Millisecond) // the late link must bring the news
		close(c.gate)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		if got, err := counterAdd.Ask(t.Context(), p.caller, r, addIn{0}); err != nil || got.Sum != 2000 {
			t.Errorf("got %v, %v, want 2000 and not the one that gave up", got, err)
		}
	})
}

func TestFullMailboxDoesNotHoldUpReplies(t *testing.T) {
	places(t, func(t *testing.T, p place) {
		free := spawn(t, p.server, "free", &counter{gate: make(chan struct{}), begun: make(chan struct{}, 1)})
		reply := make(chan error)
		go func() {
			_, err := counterReenter.Ask(t.Context(), p.caller, free, oscar.None{})
			reply <- err
		}()
		var down atomic.Int32
		p.caller.Watch(free.Addr(), func(oscar.Down) { down.Add(1) })
		synctest.Wait()
		c, r := blocked(t, p.caller, p.server, oscar.Policy{Mailbox: 1})
		for range 300 { // fill mailbox and link
			go counterAdd.Tell(t.Context(), p.caller, r, addIn{1})
		}
		synctest.Wait()
		// The actor that waits is stopped: its reply and the monitor's news must pass the crowd.
		if err := p.server.Stop(t.Context(), free.Addr()); err != nil {
			t.Fatal(err)
		}
		if err := <-reply; !errs.Is(err, errs.Canceled) {
			t.Errorf("got %v", err)
		}
		time.Sleep(time.Second) // fake; the late link takes 50 us
		if down.Load() != 1 {
			t.Error("the monitor was not told")
		}
		close(c.gate)
	})
}

func TestAbandonedAskIsNotBegun(t *testing.T) {
	places(t, func(t *testing.T, p place) {
		c, r := blocked(t, p.caller, p.server, oscar.Policy{})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := counterAdd.Ask(ctx, p.caller, r, addIn{1})
		wantKind(t, err, errs.Canceled)
		time.Sleep(time.Millisecond) // the late link must bring the news
		close(c.gate)
		if got, err := counterAdd.Ask(t.Context(), p.caller, r, addIn{0}); err != nil || got.Sum != 0 {
			t.Errorf("got %v, %v: the ask nobody waits for was handled", got, err)
		}
	})
}

func TestCancelReachesTheMethod(t *testing.T) {
	places(t, func(t *testing.T, p place) {
		c := &counter{gate: make(chan struct{}), begun: make(chan struct{}, 1)}
		r := spawn(t, p.server, "c", c)
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-c.begun; cancel() }()
		_, err := counterWait.Ask(ctx, p.caller, r, oscar.None{})
		wantKind(t, err, errs.Canceled)
		// c.gate is never closed: the actor answers only because the method saw the end of the asker.
		if _, err := counterAdd.Ask(t.Context(), p.caller, r, addIn{0}); err != nil {
			t.Error(err)
		}
	})
}

// list keeps what it is told.
type list struct {
	s     *oscar.System
	self  oscar.Ref[*list]
	got   []int
	drain []int
}

func (l *list) Add(_ context.Context, n int) (oscar.None, error) {
	l.got = append(l.got, n)
	return oscar.None{}, nil
}

func (l *list) Flood(ctx context.Context, n int) (oscar.None, error) {
	for i := range n {
		if err := listAdd.Tell(ctx, l.s, l.self, i); err != nil {
			return oscar.None{}, err
		}
	}
	return oscar.None{}, nil
}

func (l *list) Got(context.Context, oscar.None) ([]int, error)     { return l.got, nil }
func (l *list) Drained(context.Context, oscar.None) ([]int, error) { return l.drain, nil }
func (l *list) OnDrain(context.Context)                            { l.drain = append(l.drain, len(l.got)) }

var (
	listAdd     = oscar.Def("test.list.add", (*list).Add)
	listFlood   oscar.Method[*list, int, oscar.None]
	listGot     = oscar.Def("test.list.got", (*list).Got)
	listDrained = oscar.Def("test.list.drained", (*list).Drained)
)

func init() { listFlood = oscar.Def("test.list.flood", (*list).Flood) }

func TestOrderOfOneSender(t *testing.T) {
	places(t, func(t *testing.T, p place) {
		r := spawn(t, p.server, "l", &list{}, oscar.Policy{Mailbox: 4})
		const n = 500
		for i := range n {
			if err := listAdd.Tell(t.Context(), p.caller, r, i); err != nil {
				t.Fatal(err)
			}
		}
		got, err := listGot.Ask(t.Context(), p.caller, r, oscar.None{})
		if err != nil || len(got) != n {
			t.Fatalf("%d messages, %v", len(got), err)
		}
		for i, x := range got {
			if x != i {
				t.Fatalf("message %d came at place %d", x, i)
			}
		}
	})
}

func TestTellingOneselfNeverWaits(t *testing.T) {
	s := system(t, "a")
	l := &list{s: s, self: oscar.Ref[*list]{Node: "a", UID: "l"}}
	r := spawn(t, s, "l", l, oscar.Policy{Mailbox: 2})
	if _, err := listFlood.Ask(t.Context(), s, r, 100); err != nil {
		t.Fatal(err)
	}
	if got, err := listGot.Ask(t.Context(), s, r, oscar.None{}); err != nil || len(got) != 100 {
		t.Errorf("%d messages, %v", len(got), err)
	}
}

func TestOnDrainOncePerBatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := system(t, "a")
		l := &list{s: s, self: oscar.Ref[*list]{Node: "a", UID: "l"}}
		r := spawn(t, s, "l", l)
		for _, n := range []int{10, 0, 7} {
			if _, err := listFlood.Ask(t.Context(), s, r, n); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		got, err := listDrained.Ask(t.Context(), s, r, oscar.None{})
		if err != nil {
			t.Fatal(err)
		}
		// After the flood itself, then after the ten it sent; and so on.
		want := []int{0, 10, 10, 10, 17}
		if len(got) != len(want) {
			t.Fatalf("drained at %v, want %v", got, want)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("drained at %v, want %v", got, want)
			}
		}
	})
}

func (l *list) Hold(ctx context.Context, gate chan struct{}) (oscar.None, error) {
	l.got = append(l.got, -1)
	return oscar.None{}, oscar.Await(ctx, func(context.Context) error { <-gate; return nil })
}

var listHold = oscar.Def("test.list.hold", (*list).Hold)

func TestAwaitDoesNotHoldBackOnDrain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := system(t, "a")
		l := &list{}
		r := spawn(t, s, "l", l)
		gate := make(chan struct{})
		if err := listHold.Tell(t.Context(), s, r, gate); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if len(l.drain) != 1 {
			t.Errorf("drained %d times while the method waits, want once", len(l.drain))
		}
		close(gate)
		synctest.Wait()
		if len(l.drain) != 2 {
			t.Errorf("drained %d times after it, want twice", len(l.drain))
		}
	})
}
