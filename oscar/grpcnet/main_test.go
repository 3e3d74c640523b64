package grpcnet_test

import (
	"context"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/oscar/grpcnet"
	"github.com/mars-project/mars-go/oscar/grpcnet/grpcnettest"
)

func TestMain(m *testing.M) {
	if os.Getenv(childKey) != "" {
		child()
		return
	}
	goleak.VerifyTestMain(m)
}

var quiet = slog.New(slog.DiscardHandler)

// patience is for what must come some time; nothing waits for it to end when all is well.
const patience = 30 * time.Second

// wait fails the test when nothing comes.
func wait[T any](t testing.TB, c <-chan T, otherwise string) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(patience):
		t.Fatal(otherwise)
	}
	return v
}

func system(t testing.TB, node string, o ...oscar.Options) *oscar.System {
	t.Helper()
	opt := oscar.Options{}
	if len(o) > 0 {
		opt = o[0]
	}
	opt.Log = quiet
	s, err := oscar.New(node, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := s.Close(ctx); err != nil {
			t.Errorf("close %s: %v", node, err)
		}
	})
	return s
}

func listen(t testing.TB, s *oscar.System, o grpcnet.Options) *grpcnet.Listener {
	t.Helper()
	o.Log = quiet
	l, err := grpcnet.Listen(t.Context(), s, "127.0.0.1:0", o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := l.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	return l
}

func dial(t testing.TB, s *oscar.System, addr string, o grpcnet.Options) (*grpcnet.Conn, error) {
	t.Helper()
	o.Log = quiet
	c, err := grpcnet.Dial(t.Context(), s, addr, o)
	if err == nil {
		t.Cleanup(func() { c.Close() })
	}
	return c, err
}

func proxy(t testing.TB, addr string) *grpcnettest.Proxy {
	t.Helper()
	p, err := grpcnettest.NewProxy(addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// pair is two nodes, linked through a proxy: a dials, b listens. An actor of each notes what it is told.
type pair struct {
	a, b     *oscar.System
	la, lb   *grpcnet.Listener
	proxy    *grpcnettest.Proxy
	conn     *grpcnet.Conn
	atA, atB oscar.Ref[*scribe]
	sA, sB   *scribe
	downs    chan oscar.Down // of the peers, on both sides
}

func linked(t testing.TB, o grpcnet.Options) *pair {
	t.Helper()
	p := &pair{a: system(t, "a"), b: system(t, "b"), downs: make(chan oscar.Down, 2)}
	p.la, p.lb = listen(t, p.a, o), listen(t, p.b, o)
	p.proxy = proxy(t, p.lb.Addr())
	o.Advertise = p.la.Addr()
	var err error
	if p.conn, err = dial(t, p.a, p.proxy.Addr(), o); err != nil {
		t.Fatal(err)
	}
	p.sA, p.atA = spawn(t, p.a)
	p.sB, p.atB = spawn(t, p.b)
	p.a.Watch(oscar.Addr{Node: "b"}, func(d oscar.Down) { p.downs <- d })
	p.b.Watch(oscar.Addr{Node: "a"}, func(d oscar.Down) { p.downs <- d })
	return p
}

// calm fails the test when a side has lost the link.
func (p *pair) calm(t testing.TB) {
	t.Helper()
	select {
	case d := <-p.downs:
		t.Errorf("the link went down: %v", d)
	default:
	}
}

// bothDown waits until both sides have lost the link, and gives what they were told.
func (p *pair) bothDown(t testing.TB) (reasons string) {
	t.Helper()
	for range 2 {
		d := wait(t, p.downs, "a side was not told that the link went down")
		if !d.Unreachable {
			t.Errorf("told %v", d)
		}
		reasons += d.String() + "\n"
	}
	return reasons
}

// scribe is the actor of most tests.
type scribe struct {
	got   []int
	gate  chan struct{} // Wait waits for it
	begun chan struct{} // and says so here
}

func spawn(t testing.TB, s *oscar.System, p ...oscar.Policy) (*scribe, oscar.Ref[*scribe]) {
	t.Helper()
	a := &scribe{gate: make(chan struct{}), begun: make(chan struct{}, 16)}
	r, err := oscar.Spawn(s, "scribe", func() *scribe { return a }, p...)
	if err != nil {
		t.Fatal(err)
	}
	return a, r
}

func (s *scribe) note(_ context.Context, n int) (int, error) {
	s.got = append(s.got, n)
	return len(s.got), nil
}

func (s *scribe) noted(context.Context, oscar.None) ([]int, error) { return s.got, nil }

func (s *scribe) echo(_ context.Context, b []byte) ([]byte, error) { return b, nil }

func (s *scribe) grow(_ context.Context, n int) ([]byte, error) { return make([]byte, n), nil }

func (s *scribe) wait(ctx context.Context, n int) (int, error) {
	s.begun <- struct{}{}
	select {
	case <-s.gate:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

func (s *scribe) park(ctx context.Context, n int) (int, error) {
	err := oscar.Await(ctx, func(ctx context.Context) error {
		_, err := s.wait(ctx, n)
		return err
	})
	return n, err
}

var (
	scribeNote  = oscar.Def("grpcnet.scribe.note", (*scribe).note)
	scribeNoted = oscar.Def("grpcnet.scribe.noted", (*scribe).noted)
	scribeEcho  = oscar.Def("grpcnet.scribe.echo", (*scribe).echo)
	scribeGrow  = oscar.Def("grpcnet.scribe.grow", (*scribe).grow)
	scribeWait  = oscar.Def("grpcnet.scribe.wait", (*scribe).wait)
	scribePark  = oscar.Def("grpcnet.scribe.park", (*scribe).park)
)

// wantErr checks kind and words of err.
func wantErr(t testing.TB, err error, k errs.Kind, words ...string) {
	t.Helper()
	if !errs.Is(err, k) {
		t.Errorf("error %v is of kind %v, want %v", err, errs.KindOf(err), k)
		return
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q does not say %q", err, w)
		}
	}
}

// must is v, unless err.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
