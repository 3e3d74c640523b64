package grpcnet_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/oscar/grpcnet"
)

// sturdy is for links that must not go down however slow the machine is.
var sturdy = grpcnet.Options{KeepAlive: time.Minute, Grace: time.Minute}

func TestABrokenConnectionIsMended(t *testing.T) {
	safe := sturdy
	safe.Secret = []byte("which each connection proves")
	p := linked(t, safe)
	answers := make(chan int, 2)
	for i, x := range []struct {
		from *oscar.System
		to   oscar.Ref[*scribe]
		s    *scribe
	}{{p.a, p.atB, p.sB}, {p.b, p.atA, p.sA}} {
		go func() {
			n, err := scribePark.Ask(t.Context(), x.from, x.to, 10+i)
			if err != nil {
				t.Error(err)
			}
			answers <- n
		}()
		wait(t, x.s.begun, "the ask did not arrive")
	}
	want := []int{}
	for i := range 1000 {
		if i%100 == 50 {
			p.proxy.Cut()
		}
		want = append(want, i)
		for _, x := range []struct {
			from *oscar.System
			to   oscar.Ref[*scribe]
		}{{p.a, p.atB}, {p.b, p.atA}} {
			if err := scribeNote.Tell(t.Context(), x.from, x.to, i); err != nil {
				t.Fatal(err)
			}
		}
		if i%100 == 60 { // some breaks in the middle of traffic, some in silence
			echo(t, p.a, p.atB)
		}
	}
	got := must(scribeNoted.Ask(t.Context(), p.a, p.atB, oscar.None{}))
	if !slices.Equal(got, want) {
		t.Errorf("b was told %d things in place of %d: %v", len(got), len(want), got)
	}
	got = must(scribeNoted.Ask(t.Context(), p.b, p.atA, oscar.None{}))
	if !slices.Equal(got, want) {
		t.Errorf("a was told %d things in place of %d: %v", len(got), len(want), got)
	}
	close(p.sA.gate)
	close(p.sB.gate)
	if x, y := wait(t, answers, "no answer"), wait(t, answers, "no answer"); x+y != 21 {
		t.Errorf("answers %d and %d", x, y)
	}
	p.calm(t)
	if st := p.conn.Stats(); st.Reconnects == 0 || !st.Up || st.Peer.Node != "b" || st.FramesOut < 1000 || st.FramesIn < 1000 {
		t.Errorf("stats %+v", st)
	}
	if st := p.lb.Links(); len(st) != 1 || st[0].Reconnects == 0 || st[0].Peer.Node != "a" || st[0].Addr != p.la.Addr() {
		t.Errorf("stats %+v", st)
	}
}

// echo makes an ask that has nothing to say.
func echo(t testing.TB, from *oscar.System, to oscar.Ref[*scribe]) {
	t.Helper()
	if _, err := scribeEcho.Ask(t.Context(), from, to, []byte("hello")); err != nil {
		t.Fatal(err)
	}
}

func TestSilenceIsSeenByBoth(t *testing.T) {
	p := linked(t, grpcnet.Options{KeepAlive: 20 * time.Millisecond, Grace: 50 * time.Millisecond})
	echo(t, p.a, p.atB)
	p.proxy.Stall()
	if why := p.bothDown(t); !strings.Contains(why, "silent for") && !strings.Contains(why, "did not come back") {
		t.Errorf("told %s", why)
	}
	wait(t, p.conn.Done(), "the dialer does not see the end")
	wantErr(t, p.conn.Err(), errs.Unavailable)
	_, err := scribeEcho.Ask(t.Context(), p.a, p.atB, nil)
	wantErr(t, err, errs.Unavailable)
}

func TestPingsKeepAnIdleLinkUp(t *testing.T) {
	p := linked(t, grpcnet.Options{KeepAlive: 100 * time.Millisecond, Grace: time.Minute})
	for p.conn.Stats().RTT == 0 || p.lb.Links()[0].RTT == 0 {
		wait(t, time.After(10*time.Millisecond), "")
	}
	p.calm(t)
	if n := p.conn.Stats().Reconnects; n > 0 {
		t.Logf("%d connections were lost: the machine is slow", n)
	}
}

func TestAStallIsSatOut(t *testing.T) {
	p := linked(t, sturdy)
	p.proxy.Stall()
	got := make(chan error, 64)
	for range cap(got) {
		go func() {
			out, err := scribeEcho.Ask(t.Context(), p.a, p.atB, make([]byte, 10_000))
			if err == nil && len(out) != 10_000 {
				err = errs.New(errs.Lost, "%d bytes", len(out))
			}
			got <- err
		}()
	}
	p.proxy.Delay(time.Millisecond)
	p.proxy.Flow()
	for range cap(got) {
		if err := wait(t, got, "no answer"); err != nil {
			t.Error(err)
		}
	}
	p.calm(t)
}

func TestWhatIsRefusedIsDown(t *testing.T) {
	// Nothing waits for the grace of a minute: refused connections say enough.
	t.Run("the listener", func(t *testing.T) {
		a, b := system(t, "a"), system(t, "b")
		p := proxy(t, listen(t, b, sturdy).Addr())
		o := sturdy
		o.Advertise = listen(t, a, sturdy).Addr()
		c := must(dial(t, a, p.Addr(), o))
		p.Close()
		wait(t, c.Done(), "the dialer does not see that nobody listens")
		wantErr(t, c.Err(), errs.Unavailable, "nobody listens")
	})
	t.Run("the dialer", func(t *testing.T) {
		a, b := system(t, "a"), system(t, "b")
		gone := proxy(t, "127.0.0.1:1")
		o := sturdy
		o.Advertise = gone.Addr()
		p := proxy(t, listen(t, b, sturdy).Addr())
		must(dial(t, a, p.Addr(), o))
		downs := make(chan oscar.Down, 1)
		b.Watch(oscar.Addr{Node: "a"}, func(d oscar.Down) { downs <- d })
		gone.Close()
		p.Stall() // or a would be back before b has looked
		p.Cut()
		if d := wait(t, downs, "the listener does not see that the dialer is dead"); !strings.Contains(d.Reason, "nobody listens at "+o.Advertise) {
			t.Errorf("told %v", d)
		}
	})
	t.Run("a dialer that cannot be tried", func(t *testing.T) {
		a, b := system(t, "a"), system(t, "b")
		p := proxy(t, listen(t, b, sturdy).Addr())
		must(dial(t, a, p.Addr(), sturdy))
		downs := make(chan oscar.Down, 1)
		b.Watch(oscar.Addr{Node: "a"}, func(d oscar.Down) { downs <- d })
		p.Stall()
		p.Cut()
		if d := wait(t, downs, "the listener waits for ever"); !strings.Contains(d.Reason, "did not come back within 80ms") {
			t.Errorf("told %v", d)
		}
	})
}

func TestARestartedPeerIsAnotherOne(t *testing.T) {
	a := system(t, "a")
	old, next := system(t, "b", oscar.Options{Epoch: 1}), system(t, "b", oscar.Options{Epoch: 2})
	lo, ln := listen(t, old, sturdy), listen(t, next, sturdy)
	p := proxy(t, lo.Addr())
	c := must(dial(t, a, p.Addr(), sturdy))
	downs := make(chan oscar.Down, 1)
	a.Watch(oscar.Addr{Node: "b"}, func(d oscar.Down) { downs <- d })
	p.Aim(ln.Addr())
	p.Cut()
	if d := wait(t, downs, "the restart is not seen"); !strings.Contains(d.Reason, "node b, incarnation 2, knows no such link of node a") {
		t.Errorf("told %v", d)
	}
	wait(t, c.Done(), "the link has no end")
	c = must(dial(t, a, p.Addr(), sturdy))
	if c.Peer().Epoch != 2 {
		t.Errorf("linked to %+v", c.Peer())
	}
	// The old one is not let in again.
	_, err := dial(t, a, lo.Addr(), sturdy)
	wantErr(t, err, errs.Invalid, "incarnation 1 of b is over, 2 was seen")
}
