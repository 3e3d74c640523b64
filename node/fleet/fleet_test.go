package fleet_test

import (
	"context"
	"errors"
	"net"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/node/fleet"
)

func shell(t *testing.T, h *fleet.Host, script string) *fleet.Process {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	p, err := fleet.Start(h, sh, "sh", "-c", script)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	return p
}

func ctx(t *testing.T, d time.Duration) context.Context {
	c, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return c
}

func TestProcess(t *testing.T) {
	p := shell(t, nil, `trap 'exit 3' TERM; echo one 1; echo oops >&2; echo two 2; while :; do sleep 0.01; done`)
	if got, err := p.Line(ctx(t, time.Minute), `^two (\d)$`); err != nil || got != "2" {
		t.Fatalf("%q, %v", got, err)
	}
	if _, err := p.Line(ctx(t, time.Millisecond), `^three (\d)$`); !errs.Is(err, errs.Canceled) {
		t.Errorf("a line that does not come: %v", err)
	}
	p.Freeze()
	p.Stop(ctx(t, time.Minute))
	if _, err := p.Line(ctx(t, time.Minute), `^three (\d)$`); !errs.Is(err, errs.Unavailable) || !strings.Contains(err.Error(), "oops") {
		t.Errorf("a line after the end: %v", err)
	}
	if p.Said() != "oops\n" {
		t.Errorf("stderr is %q", p.Said())
	}
}

func TestStopKillsWhatDoesNotEnd(t *testing.T) {
	p := shell(t, nil, `trap '' TERM; echo ready 1; while :; do sleep 0.01; done`)
	if _, err := p.Line(ctx(t, time.Minute), `^ready (\d)$`); err != nil {
		t.Fatal(err)
	}
	p.Stop(ctx(t, time.Millisecond))
	<-p.Ended()
}

func TestDump(t *testing.T) {
	p := shell(t, nil, `trap 'i=0; while [ $i -lt 4000 ]; do echo "goroutine $i waits for something that does not come" >&2; i=$((i+1)); done; exit 2' QUIT
		echo ready 1; while :; do sleep 0.01; done`)
	if _, err := p.Line(ctx(t, time.Minute), `^ready (\d)$`); err != nil {
		t.Fatal(err)
	}
	p.Freeze()
	if said := p.Dump(ctx(t, time.Minute)); !strings.HasPrefix(said, "goroutine 0 ") || !strings.Contains(said, "goroutine 3999 ") {
		t.Errorf("%d bytes: %.100s", len(said), said)
	}
	<-p.Ended()
}

func TestHostsHaveAddressesAndLinksThatBreak(t *testing.T) {
	n, err := fleet.NewNetwork()
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	h, err := n.Host()
	if err != nil {
		t.Fatal(err)
	}
	p := shell(t, h, `ip -4 -o addr show eth0; while :; do sleep 0.01; done`)
	if got, err := p.Line(ctx(t, time.Minute), `inet (\S+)/24`); err != nil || got != h.Addr {
		t.Fatalf("%q, %v; want %s", got, err, h.Addr)
	}
	reach := func() error { // nobody listens: a host that is there says so
		c, err := (&net.Dialer{Timeout: 200 * time.Millisecond}).DialContext(t.Context(), "tcp", net.JoinHostPort(h.Addr, "9"))
		if err == nil {
			_ = c.Close()
		}
		return err
	}
	silent := func(err error) bool {
		var e net.Error
		return errors.As(err, &e) && e.Timeout()
	}
	for _, step := range []struct {
		do     func() error
		silent bool
	}{{func() error { return nil }, false}, {h.Cut, true}, {h.Heal, false}} {
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(time.Minute); silent(reach()) != step.silent; {
			if time.Now().After(end) {
				t.Fatalf("silent=%t does not come about", step.silent)
			}
		}
	}
}
