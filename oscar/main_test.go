package oscar_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// counter is the actor of most tests.
type counter struct {
	n     int
	gate  chan struct{} // Wait blocks on it
	begun chan struct{} // told when Wait begins
	drain func(n int)
}

type (
	addIn  struct{ N int }
	addOut struct{ Sum int }
)

func (c *counter) Add(_ context.Context, in addIn) (addOut, error) {
	if in.N < 0 {
		return addOut{}, errs.On(errs.New(errs.Denied, "negative: %d", in.N), "here", "far trace")
	}
	c.n += in.N
	return addOut{c.n}, nil
}

func (c *counter) Panic(_ context.Context, why string) (oscar.None, error) { panic(why) }

func (c *counter) Wait(ctx context.Context, _ oscar.None) (oscar.None, error) {
	if c.begun != nil {
		c.begun <- struct{}{}
	}
	select {
	case <-c.gate:
		return oscar.None{}, nil
	case <-ctx.Done():
		return oscar.None{}, ctx.Err()
	}
}

// Reenter waits for an Add that only this actor can handle.
func (c *counter) Reenter(ctx context.Context, _ oscar.None) (int, error) {
	err := oscar.Await(ctx, func(ctx context.Context) error {
		select {
		case <-c.gate:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	return c.n, err
}

var (
	counterAdd     = oscar.Def("test.counter.add", (*counter).Add)
	counterPanic   = oscar.Def("test.counter.panic", (*counter).Panic)
	counterWait    = oscar.Def("test.counter.wait", (*counter).Wait)
	counterReenter = oscar.Def("test.counter.reenter", (*counter).Reenter)
)

var quiet = slog.New(slog.DiscardHandler)

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
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := s.Close(ctx); err != nil {
			t.Errorf("close %s: %v", node, err)
		}
	})
	return s
}

func spawn[A any](t testing.TB, s *oscar.System, uid string, a A, p ...oscar.Policy) oscar.Ref[A] {
	t.Helper()
	r, err := oscar.Spawn(s, uid, func() A { return a }, p...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// place is where the caller is, as seen from the actor: on its node, or behind a link.
type place struct {
	name           string
	caller, server *oscar.System
}

// places runs f, in a bubble of fake time, with the actor's node local, linked by values, by bytes, and by
// bytes with frames on the way.
func places(t *testing.T, f func(t *testing.T, p place)) {
	t.Helper()
	run := func(name string, f func(*testing.T)) {
		t.Run(name, func(t *testing.T) { synctest.Test(t, f) })
	}
	run("local", func(t *testing.T) {
		s := system(t, "a")
		f(t, place{"local", s, s})
	})
	for _, x := range []struct {
		name   string
		mode   oscar.Mode
		faults oscar.Faults
	}{
		{"values", oscar.Values, oscar.Faults{}},
		{"bytes", oscar.Bytes, oscar.Faults{}},
		{"late", oscar.Bytes, oscar.Faults{Delay: func(string, string, oscar.Frame) time.Duration { return 50 * time.Microsecond }}},
	} {
		run(x.name, func(t *testing.T) {
			a, b := system(t, "a"), system(t, "b")
			if err := oscar.NewNet(x.mode, x.faults).Join(a, b); err != nil {
				t.Fatal(err)
			}
			f(t, place{x.name, a, b})
		})
	}
}

func wantKind(t testing.TB, err error, k errs.Kind) {
	t.Helper()
	if !errs.Is(err, k) {
		t.Errorf("error %v is of kind %v, want %v", err, fmt.Sprint(errs.KindOf(err)), k)
	}
}
