package oscar_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

// both runs f for each mode of a net, in a bubble.
func both(t *testing.T, f func(t *testing.T, m oscar.Mode)) {
	t.Run("values", func(t *testing.T) { synctest.Test(t, func(t *testing.T) { f(t, oscar.Values) }) })
	t.Run("bytes", func(t *testing.T) { synctest.Test(t, func(t *testing.T) { f(t, oscar.Bytes) }) })
}

func join(t *testing.T, n *oscar.Net, a, b *oscar.System) {
	t.Helper()
	if err := n.Join(a, b); err != nil {
		t.Fatal(err)
	}
}

func TestCutFailsAsksAndTellsWatchers(t *testing.T) {
	both(t, func(t *testing.T, m oscar.Mode) {
		a, b := system(t, "a"), system(t, "b")
		n := oscar.NewNet(m)
		join(t, n, a, b)
		c := &counter{gate: make(chan struct{}), begun: make(chan struct{}, 9)}
		r := spawn(t, b, "c", c)
		var downs []oscar.Down
		for _, target := range []oscar.Addr{r.Addr(), {Node: "b"}} {
			a.Watch(target, func(d oscar.Down) { downs = append(downs, d) })
		}
		cancel := a.Watch(r.Addr(), func(oscar.Down) { t.Error("a watch that was taken back fired") })
		cancel()
		got := make(chan error)
		go func() { _, err := counterWait.Ask(t.Context(), a, r, oscar.None{}); got <- err }()
		<-c.begun
		n.Cut(a, b)
		err := <-got
		wantKind(t, err, errs.Unavailable)
		if _, ok := oscar.Gone(err); ok || !strings.Contains(err.Error(), "link to b is down") {
			t.Errorf("the ask failed with %v", err)
		}
		if len(downs) != 2 || !downs[0].Unreachable || !downs[1].Unreachable {
			t.Errorf("watchers were told %v", downs)
		}
		if n := len(a.Linked()) + len(b.Linked()); n != 0 {
			t.Errorf("%d links remain", n)
		}
		_, err = counterAdd.Ask(t.Context(), a, r, addIn{1})
		wantKind(t, err, errs.Unavailable)
		// The method saw the end of its context, so the actor is free; the link comes back.
		join(t, n, a, b)
		if got, err := counterAdd.Ask(t.Context(), a, r, addIn{1}); err != nil || got.Sum != 1 {
			t.Errorf("after the link came back: %v, %v", got, err)
		}
		if len(downs) != 2 {
			t.Errorf("a watch fired twice: %v", downs)
		}
	})
}

func TestCloseOfANodeIsSeenByItsPeers(t *testing.T) {
	both(t, func(t *testing.T, m oscar.Mode) {
		a := system(t, "a")
		b, err := oscar.New("b", oscar.Options{Log: quiet})
		if err != nil {
			t.Fatal(err)
		}
		join(t, oscar.NewNet(m), a, b)
		r := spawn(t, b, "c", &counter{})
		var downs []oscar.Down
		a.Watch(r.Addr(), func(d oscar.Down) { downs = append(downs, d) })
		a.Watch(oscar.Addr{Node: "b"}, func(d oscar.Down) { downs = append(downs, d) })
		if err := b.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(downs) != 2 || downs[0].Unreachable || downs[0].Addr != r.Addr() || !downs[1].Unreachable || downs[1].Addr.Node != "b" {
			t.Errorf("told %v, want the actor first, then the node", downs)
		}
	})
}

func TestWatchOfWhatIsNotThere(t *testing.T) {
	places(t, func(t *testing.T, p place) {
		for _, target := range []oscar.Addr{{Node: p.server.Node(), UID: "nobody"}, {Node: "z", UID: "c"}, {Node: "z"}} {
			got := make(chan oscar.Down, 2)
			p.caller.Watch(target, func(d oscar.Down) { got <- d })
			if d := <-got; d.Addr != target || d.Unreachable != (target.Node == "z") {
				t.Errorf("watch of %v: %v", target, d)
			}
		}
	})
}

// watcher is an actor with monitors.
type watcher struct{ seen []oscar.Down }

func (w *watcher) Down(_ context.Context, d oscar.Down) (oscar.None, error) {
	w.seen = append(w.seen, d)
	return oscar.None{}, nil
}
func (w *watcher) Seen(context.Context, oscar.None) ([]oscar.Down, error) { return w.seen, nil }

var (
	watcherDown = oscar.Def("test.watcher.down", (*watcher).Down)
	watcherSeen = oscar.Def("test.watcher.seen", (*watcher).Seen)
)

func TestMonitor(t *testing.T) {
	places(t, func(t *testing.T, p place) {
		r := spawn(t, p.server, "c", &counter{})
		w := spawn(t, p.caller, "w", &watcher{})
		if _, err := oscar.Monitor(p.caller, w, watcherDown, r.Addr()); err != nil {
			t.Fatal(err)
		}
		cancel, err := oscar.Monitor(p.caller, w, watcherDown, r.Addr())
		if err != nil {
			t.Fatal(err)
		}
		cancel()
		time.Sleep(time.Second) // let the watch travel
		if err := p.server.Stop(t.Context(), r.Addr()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		seen, err := watcherSeen.Ask(t.Context(), p.caller, w, oscar.None{})
		if err != nil || len(seen) != 1 || seen[0].String() != "down "+r.String() {
			t.Errorf("seen %v, %v", seen, err)
		}
		_, err = oscar.Monitor(p.caller, oscar.Ref[*watcher]{Node: "z", UID: "w"}, watcherDown, r.Addr())
		wantKind(t, err, errs.Invalid)
	})
}

func TestDropLosesTheAskOnly(t *testing.T) {
	both(t, func(t *testing.T, m oscar.Mode) {
		a, b := system(t, "a"), system(t, "b")
		var lose atomic.Uint32
		n := oscar.NewNet(m, oscar.Faults{Drop: func(_, _ string, f oscar.Frame) bool { return uint32(f.Kind) == lose.Load() }})
		join(t, n, a, b)
		r := spawn(t, b, "c", &counter{})
		for _, c := range []struct {
			lose oscar.FrameKind
			sum  int // after the ask that got no answer
		}{{oscar.FrameAsk, 0}, {oscar.FrameReply, 1}} {
			lose.Store(uint32(c.lose))
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			start := time.Now()
			_, err := counterAdd.Ask(ctx, a, r, addIn{1})
			cancel()
			wantKind(t, err, errs.Canceled)
			if d := time.Since(start); d != time.Second {
				t.Errorf("gave up after %v", d)
			}
			lose.Store(0)
			if got, err := counterAdd.Ask(t.Context(), a, r, addIn{0}); err != nil || got.Sum != c.sum {
				t.Errorf("lost %d: %v, %v, want %d", c.lose, got, err, c.sum)
			}
		}
	})
}

func TestDelayIsTheRoundTrip(t *testing.T) {
	both(t, func(t *testing.T, m oscar.Mode) {
		a, b := system(t, "a"), system(t, "b")
		n := oscar.NewNet(m, oscar.Faults{Delay: func(from, _ string, _ oscar.Frame) time.Duration {
			if from == "a" {
				return 30 * time.Millisecond
			}
			return 12 * time.Millisecond
		}})
		join(t, n, a, b)
		r := spawn(t, b, "c", &counter{})
		start := time.Now()
		if _, err := counterAdd.Ask(t.Context(), a, r, addIn{1}); err != nil {
			t.Fatal(err)
		}
		if d := time.Since(start); d != 42*time.Millisecond {
			t.Errorf("the answer took %v, want 42ms", d)
		}
		// What is on the way when the link is cut does not arrive.
		if err := counterAdd.Tell(t.Context(), a, r, addIn{10}); err != nil {
			t.Fatal(err)
		}
		n.Cut(a, b)
		join(t, n, a, b)
		time.Sleep(time.Second)
		if got, err := counterAdd.Ask(t.Context(), a, r, addIn{0}); err != nil || got.Sum != 1 {
			t.Errorf("got %v, %v", got, err)
		}
	})
}

func TestAttachRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := oscar.NewNet(oscar.Values)
		v1 := system(t, "a", oscar.Options{Version: "1", Epoch: 5})
		for _, c := range []struct {
			name string
			b    *oscar.System
			want string
		}{
			{"version", system(t, "b", oscar.Options{Version: "2"}), `version "1", node b is version "2"`},
			{"same name", system(t, "a", oscar.Options{Version: "1"}), `name "a"`},
		} {
			err := n.Join(v1, c.b)
			if !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		join(t, n, v1, system(t, "c", oscar.Options{Version: "1", Epoch: 7}))
		err := n.Join(v1, system(t, "c", oscar.Options{Version: "1", Epoch: 6}))
		if !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "incarnation 6 of c is over, 7 was seen") {
			t.Errorf("old incarnation: %v", err)
		}
		if got := v1.Linked(); len(got) != 1 || got[0] != "c" {
			t.Errorf("links after refusals: %v", got)
		}
	})
}

func TestNewIncarnationReplacesTheOld(t *testing.T) {
	both(t, func(t *testing.T, m oscar.Mode) {
		n := oscar.NewNet(m)
		a := system(t, "a")
		old, next := system(t, "b", oscar.Options{Epoch: 1}), system(t, "b", oscar.Options{Epoch: 2})
		r := spawn(t, old, "c", &counter{n: 100})
		spawn(t, next, "c", &counter{n: 200})
		join(t, n, a, old)
		var downs int
		a.Watch(r.Addr(), func(oscar.Down) { downs++ })
		join(t, n, a, next)
		if got, err := counterAdd.Ask(t.Context(), a, r, addIn{1}); err != nil || got.Sum != 201 {
			t.Errorf("got %v, %v", got, err)
		}
		if downs != 1 || len(old.Linked()) != 0 {
			t.Errorf("watch of the old one fired %d times; it is linked to %v", downs, old.Linked())
		}
	})
}

func TestUnknownMethodIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := system(t, "b")
		spawn(t, b, "c", &counter{})
		l := &recorder{}
		p, err := b.Attach(oscar.Hello{Node: "a"}, l)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range []oscar.Frame{
			{Kind: oscar.FrameAsk, ID: 1, UID: "c", Method: "test.no.such"},
			{Kind: oscar.FrameAsk, ID: 2, UID: "c", Method: "test.counter.add", Raw: []byte{0xff}},
			{Kind: oscar.FrameAsk, ID: 3, UID: "d", Method: "test.counter.add"},
			{Kind: oscar.FrameReply, ID: 99},
			{Kind: oscar.FrameDown, ID: 99},
			{Kind: oscar.FrameCancel, ID: 99},
			{Kind: oscar.FrameUnwatch, ID: 99},
		} {
			if err := p.Receive(t.Context(), f); err != nil {
				t.Errorf("frame %+v: %v", f, err)
			}
		}
		wantKind(t, p.Receive(t.Context(), oscar.Frame{Kind: 77}), errs.Invalid)
		if len(l.sent) != 3 {
			t.Fatalf("answers: %+v", l.sent)
		}
		wantKind(t, l.sent[0].Err, errs.Invalid)
		wantKind(t, l.sent[1].Err, errs.Invalid)
		if l.sent[2].Kind != oscar.FrameGone || l.sent[2].ID != 3 {
			t.Errorf("answer to an unknown actor: %+v", l.sent[2])
		}
	})
}

// recorder is a link to nowhere.
type recorder struct{ sent []oscar.Frame }

func (r *recorder) Send(_ context.Context, f oscar.Frame) error {
	r.sent = append(r.sent, f)
	return nil
}
func (r *recorder) Values() bool { return false }
func (r *recorder) Close() error { return nil }
