package grpcnet_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/oscar/grpcnet"
)

func TestAFullMailboxStopsRequestsAlone(t *testing.T) {
	o := sturdy
	o.Window = 4 << 10
	p := linked(t, o)
	slow, err := oscar.Spawn(p.b, "slow", func() *scribe { return p.sB }, oscar.Policy{Mailbox: 1})
	if err != nil {
		t.Fatal(err)
	}
	first := make(chan error, 1)
	go func() { _, err := scribeWait.Ask(t.Context(), p.a, slow, 0); first <- err }()
	wait(t, p.sB.begun, "the ask did not arrive")
	// The actor of b waits at its gate. Fill its mailbox, the queue of b and the window.
	sent := 0
	for {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		err := scribeNote.Tell(ctx, p.a, slow, sent)
		cancel()
		if err != nil {
			wantErr(t, err, errs.Canceled)
			break
		}
		if sent++; sent > 1000 {
			t.Fatal("no end of room")
		}
	}
	if st := p.conn.Stats(); st.Window < o.Window {
		t.Errorf("the window is not full: %+v", st)
	}
	// More senders wait; b still asks a, and gets answers over the same link.
	more := make(chan error, 3)
	for i := range cap(more) {
		go func() { more <- scribeNote.Tell(t.Context(), p.a, slow, sent+i) }()
	}
	for p.conn.Stats().Waiting < cap(more) {
		wait(t, time.After(time.Millisecond), "")
	}
	echo(t, p.b, p.atA)
	p.proxy.Cut()
	echo(t, p.b, p.atA)
	close(p.sB.gate)
	if err := wait(t, first, "no answer"); err != nil {
		t.Error(err)
	}
	for range cap(more) {
		if err := wait(t, more, "no room"); err != nil {
			t.Error(err)
		}
	}
	got, err := scribeNoted.Ask(t.Context(), p.a, slow, oscar.None{})
	if err != nil || len(got) != sent+cap(more) || !slices.IsSorted(got[:sent]) {
		t.Errorf("%d of %d messages, %v: %v", len(got), sent+cap(more), err, got)
	}
	p.calm(t)
}

func TestAMessageThatIsTooLarge(t *testing.T) {
	small, large := sturdy, sturdy
	small.MaxFrame, large.MaxFrame = 100_000, 1<<20
	a, b := system(t, "a"), system(t, "b")
	must(dial(t, a, listen(t, b, small).Addr(), large))
	_, atA := spawn(t, a)
	_, atB := spawn(t, b)
	for _, x := range []struct {
		from *oscar.System
		to   oscar.Ref[*scribe]
	}{{a, atB}, {b, atA}} {
		for _, n := range []int{0, 1, 3000, 4090, 33_000, 99_000} {
			if out, err := scribeEcho.Ask(t.Context(), x.from, x.to, make([]byte, n)); err != nil || len(out) != n {
				t.Errorf("%d bytes: %d, %v", n, len(out), err)
			}
		}
		for _, n := range []int{100_001, 5 << 20} {
			_, err := scribeEcho.Ask(t.Context(), x.from, x.to, make([]byte, n))
			wantErr(t, err, errs.Invalid, "over the limit of 100000 bytes", "grpcnet.scribe.echo")
			wantErr(t, scribeEcho.Tell(t.Context(), x.from, x.to, make([]byte, n)), errs.Invalid, "over the limit")
			_, err = scribeGrow.Ask(t.Context(), x.from, x.to, n)
			wantErr(t, err, errs.Invalid, "the answer of grpcnet.scribe.grow", "over the limit of 100000 bytes")
		}
	}
}

func TestCloseLetsGoWhatIsOnItsWay(t *testing.T) {
	p := linked(t, sturdy)
	p.proxy.Delay(time.Millisecond)
	const n = 500
	for i := range n {
		if err := scribeNote.Tell(t.Context(), p.a, p.atB, i); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.conn.Close(); err != nil {
		t.Fatal(err)
	}
	p.bothDown(t)
	wantErr(t, scribeNote.Tell(t.Context(), p.a, p.atB, 0), errs.Unavailable)
	got, err := scribeNoted.Ask(t.Context(), p.b, p.atB, oscar.None{})
	for err == nil && len(got) < n { // what has arrived may still be on its way to the mailbox
		got, err = scribeNoted.Ask(t.Context(), p.b, p.atB, oscar.None{})
	}
	if err != nil {
		t.Error(err)
	}
	if p.conn.Err() != nil {
		t.Errorf("closed because of %v", p.conn.Err())
	}
}

func TestDialAgainReplacesTheLink(t *testing.T) {
	p := linked(t, sturdy)
	next := must(dial(t, p.a, p.lb.Addr(), sturdy))
	p.bothDown(t)
	wait(t, p.conn.Done(), "the old link has no end")
	echo(t, p.a, p.atB)
	echo(t, p.b, p.atA)
	select {
	case <-next.Done():
		t.Errorf("the new link is down: %v", next.Err())
	default:
	}
}

func TestStatsOfManyLinks(t *testing.T) {
	hub := system(t, "hub")
	l := listen(t, hub, sturdy)
	_, at := spawn(t, hub)
	for _, name := range []string{"w1", "w2", "w3"} {
		w := system(t, name)
		o := grpcnet.Options{Role: "worker", KeepAlive: time.Minute, Grace: time.Minute}
		must(dial(t, w, l.Addr(), o))
		echo(t, w, at)
	}
	var names []string
	for _, st := range l.Links() {
		names = append(names, st.Peer.Node)
		if !st.Up || st.Role != "worker" || st.FramesIn != 1 || st.FramesOut != 1 || st.MessagesIn == 0 || st.BytesIn == 0 || st.BytesOut == 0 {
			t.Errorf("stats %+v", st)
		}
	}
	if slices.Sort(names); !slices.Equal(names, []string{"w1", "w2", "w3"}) {
		t.Errorf("linked to %v", names)
	}
}
