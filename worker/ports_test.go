package worker

import (
	"slices"
	"testing"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// Two workers of a machine lease from one range: nobody has a port that another has, or had just now.
func TestPorts(t *testing.T) {
	now, taken := time.Now(), map[int]bool{}
	dir := t.TempDir()
	worker := func() *ports {
		return &ports{PortRange: PortRange{100, 105}, dir: dir, rest: time.Minute, now: func() time.Time { return now }, bound: func(p int) bool { return taken[p] }}
	}
	a, b := worker(), worker()
	lease := func(p *ports, n int, want ...int) *portLease {
		t.Helper()
		l, err := p.lease(n)
		if err != nil || !slices.Equal(l.ports, want) {
			t.Fatalf("%v, %v; want %v", l, err, want)
		}
		return l
	}
	give := func(l *portLease) {
		t.Helper()
		if err := l.give(); err != nil {
			t.Fatal(err)
		}
	}
	lease(a, 0)
	x := lease(a, 2, 100, 101)
	y := lease(b, 1, 102)
	taken[103] = true // somebody listens who was not given it
	z := lease(a, 1, 104)
	if _, err := b.lease(2); !errs.Is(err, errs.Unavailable) {
		t.Errorf("two of one: %v", err)
	}
	give(x)
	give(y)
	if _, err := b.lease(2); !errs.Is(err, errs.Unavailable) { // 100 to 102 rest
		t.Errorf("ports that rest: %v", err)
	}
	give(lease(b, 1, 105))
	now = now.Add(59 * time.Second)
	if _, err := a.lease(1); !errs.Is(err, errs.Unavailable) {
		t.Errorf("ports that rest: %v", err)
	}
	now = now.Add(time.Second)
	x = lease(b, 3, 100, 101, 102)
	give(z)
	delete(taken, 103)
	y = lease(a, 2, 103, 105)
	give(x)
	give(y)
}

// A port that somebody listens at is bound.
func TestBound(t *testing.T) {
	l, err := newPorts(PortRange{1, 1}).lease(0)
	if err != nil || l.give() != nil {
		t.Error(err)
	}
	if r := newPorts(PortRange{}).PortRange; r != DefaultPorts || r.String() != "29500-29999" {
		t.Error(r)
	}
}
