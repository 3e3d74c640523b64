package oscartest

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

// Join links two systems by the kind of link under test; cut breaks that link as a failing network would.
type Join func(a, b *oscar.System) (cut func(), err error)

// RunLinks is the suite every kind of link must pass. It works in real time and inside a synctest bubble.
func RunLinks(t *testing.T, join Join) {
	for _, c := range []struct {
		name string
		f    func(t *testing.T, l *linked)
	}{
		{"asks both ways", testBothWays},
		{"order and large messages", testOrder},
		{"errors", testErrors},
		{"cancel", testCancel},
		{"end of an actor", testActorEnds},
		{"end of a node", testNodeEnds},
		{"cut and join", testCut},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := &linked{a: node(t, "a"), b: node(t, "b"), join: join}
			l.link(t)
			c.f(t, l)
		})
	}
}

// linked is two systems with a link, and an actor on each.
type linked struct {
	a, b         *oscar.System
	atA, atB     oscar.Ref[*peer]
	join         Join
	cut          func()
	peerA, peerB *peer
}

func node(t *testing.T, name string) *oscar.System {
	t.Helper()
	s, err := oscar.New(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeNode(t, s) })
	return s
}

func closeNode(t *testing.T, s *oscar.System) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), stall)
	defer cancel()
	if err := s.Close(ctx); err != nil {
		t.Error(err)
	}
}

func (l *linked) link(t *testing.T) {
	t.Helper()
	var err error
	if l.cut, err = l.join(l.a, l.b); err != nil {
		t.Fatal(err)
	}
	l.peerA, l.peerB = newPeer(), newPeer()
	if l.atA, err = oscar.Spawn(l.a, "peer", func() *peer { return l.peerA }); err != nil {
		t.Fatal(err)
	}
	if l.atB, err = oscar.Spawn(l.b, "peer", func() *peer { return l.peerB }); err != nil {
		t.Fatal(err)
	}
}

// peer is the actor on either side.
type peer struct {
	got   []int
	begun chan struct{}
	ended chan error
}

func newPeer() *peer {
	return &peer{begun: make(chan struct{}, 1), ended: make(chan error, 1)}
}

func (p *peer) echo(_ context.Context, b []byte) ([]byte, error) { return b, nil }

func (p *peer) note(_ context.Context, n int) (oscar.None, error) {
	p.got = append(p.got, n)
	return oscar.None{}, nil
}

func (p *peer) noted(context.Context, oscar.None) ([]int, error) { return p.got, nil }

func (p *peer) fail(context.Context, oscar.None) (oscar.None, error) {
	return oscar.None{}, errs.On(errs.At(errs.New(errs.Lost, "chunk k"), "a.py:3", "tensor.add"), "band w", "stack")
}

func (p *peer) hang(ctx context.Context, _ oscar.None) (oscar.None, error) {
	p.begun <- struct{}{}
	<-ctx.Done()
	p.ended <- ctx.Err()
	return oscar.None{}, ctx.Err()
}

var (
	peerEcho  = oscar.Def("oscartest.peer.echo", (*peer).echo)
	peerNote  = oscar.Def("oscartest.peer.note", (*peer).note)
	peerNoted = oscar.Def("oscartest.peer.noted", (*peer).noted)
	peerFail  = oscar.Def("oscartest.peer.fail", (*peer).fail)
	peerHang  = oscar.Def("oscartest.peer.hang", (*peer).hang)
)

func testBothWays(t *testing.T, l *linked) {
	for _, x := range []struct {
		from *oscar.System
		to   oscar.Ref[*peer]
	}{{l.a, l.atB}, {l.b, l.atA}, {l.a, l.atA}} {
		in := []byte("to " + x.to.String())
		if out, err := peerEcho.Ask(t.Context(), x.from, x.to, in); err != nil || !bytes.Equal(in, out) {
			t.Errorf("%s -> %s: %q, %v", x.from.Node(), x.to, out, err)
		}
	}
}

func testOrder(t *testing.T, l *linked) {
	const n = 2000
	for i := range n {
		if err := peerNote.Tell(t.Context(), l.a, l.atB, i); err != nil {
			t.Fatal(err)
		}
	}
	got, err := peerNoted.Ask(t.Context(), l.a, l.atB, oscar.None{})
	if err != nil || len(got) != n {
		t.Fatalf("%d of %d messages, %v", len(got), n, err)
	}
	for i, x := range got {
		if x != i {
			t.Fatalf("message %d came at place %d", x, i)
		}
	}
	large := bytes.Repeat([]byte("0123456789abcdef"), 1<<19) // 8 MiB
	if out, err := peerEcho.Ask(t.Context(), l.a, l.atB, large); err != nil || !bytes.Equal(large, out) {
		t.Errorf("a message of %d bytes came back with %d, %v", len(large), len(out), err)
	}
}

func testErrors(t *testing.T, l *linked) {
	_, err := peerFail.Ask(t.Context(), l.a, l.atB, oscar.None{})
	e, ok := err.(*errs.Error)
	if !ok || e.Kind != errs.Lost || e.Error() != "a.py:3: tensor.add: chunk k (band w)" || e.Trace != "stack" {
		t.Errorf("got %#v", err)
	}
	nobody := oscar.Ref[*peer]{Node: "b", UID: "nobody"}
	_, err = peerFail.Ask(t.Context(), l.a, nobody, oscar.None{})
	if who, ok := oscar.Gone(err); !ok || who != nobody.Addr() {
		t.Errorf("ask of nobody: %v", err)
	}
}

func testCancel(t *testing.T, l *linked) {
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-l.peerB.begun; cancel() }()
	if _, err := peerHang.Ask(ctx, l.a, l.atB, oscar.None{}); !errs.Is(err, errs.Canceled) {
		t.Errorf("got %v", err)
	}
	wait(t, l.peerB.ended, "the end of the asker did not reach the method")
	ctx, cancel = context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := peerHang.Ask(ctx, l.a, l.atB, oscar.None{}); !errs.Is(err, errs.Canceled) {
		t.Errorf("got %v", err)
	}
	wait(t, l.peerB.ended, "the deadline did not reach the method")
}

// wait fails the test when nothing comes; how long a real network may take is not tested.
func wait[T any](t *testing.T, c <-chan T, otherwise string) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(stall):
		t.Fatal(otherwise)
	}
	return v
}

func testActorEnds(t *testing.T, l *linked) {
	downs := make(chan oscar.Down, 4)
	l.a.Watch(l.atB.Addr(), func(d oscar.Down) { downs <- d })
	if err := l.b.Stop(t.Context(), l.atB.Addr()); err != nil {
		t.Fatal(err)
	}
	if d := wait(t, downs, "the watcher was not told"); d.Addr != l.atB.Addr() || d.Unreachable {
		t.Errorf("told %v", d)
	}
	_, err := peerEcho.Ask(t.Context(), l.a, l.atB, nil)
	if _, ok := oscar.Gone(err); !ok {
		t.Errorf("ask of the stopped actor: %v", err)
	}
}

func testNodeEnds(t *testing.T, l *linked) {
	downs := make(chan oscar.Down, 4)
	l.a.Watch(oscar.Addr{Node: "b"}, func(d oscar.Down) { downs <- d })
	closeNode(t, l.b)
	if d := wait(t, downs, "the watcher was not told"); !d.Unreachable || d.Addr.Node != "b" {
		t.Errorf("told %v", d)
	}
	if _, err := peerEcho.Ask(t.Context(), l.a, l.atB, nil); !errs.Is(err, errs.Unavailable) {
		t.Errorf("ask of the closed node: %v", err)
	}
}

func testCut(t *testing.T, l *linked) {
	downs := make(chan oscar.Down, 4)
	l.a.Watch(oscar.Addr{Node: "b"}, func(d oscar.Down) { downs <- d })
	l.b.Watch(l.atA.Addr(), func(d oscar.Down) { downs <- d })
	got := make(chan error, 1)
	go func() { _, err := peerHang.Ask(t.Context(), l.a, l.atB, oscar.None{}); got <- err }()
	wait(t, l.peerB.begun, "the ask did not arrive")
	l.cut()
	err := wait(t, got, "the ask has no end")
	if _, gone := oscar.Gone(err); gone || !errs.Is(err, errs.Unavailable) {
		t.Errorf("got %v", err)
	}
	for range 2 {
		if d := wait(t, downs, "a watcher was not told"); !d.Unreachable {
			t.Errorf("told %v", d)
		}
	}
	wait(t, l.peerB.ended, "the method did not see the end of the link")
	if _, err := l.join(l.a, l.b); err != nil {
		t.Fatal(err)
	}
	if out, err := peerEcho.Ask(t.Context(), l.a, l.atB, []byte{1}); err != nil || len(out) != 1 {
		t.Errorf("after joining again: %v, %v", out, err)
	}
}
