package plane

import (
	"strings"
	"testing"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// TestTicketsOfASessionAreSignedByItsSupervisor: worker 1 has known supervisors a and b, worker 2 knows b
// alone, for a is dead.
func TestTicketsOfASessionAreSignedByItsSupervisor(t *testing.T) {
	secret := func(s string) []byte { return []byte(strings.Repeat(s, MinSecret)) }
	now := time.Unix(1e9, 0)
	add := func(r *Ring, owners ...string) {
		for _, o := range owners {
			if err := r.Add(o, secret(o)); err != nil {
				t.Fatal(err)
			}
		}
	}
	asked := 0
	one, two := &Ring{}, &Ring{Refresh: func() { asked++ }}
	add(one, "a", "b")
	add(two, "b")
	g := Grant{"s", "", Read, now.Add(time.Minute)}
	if err := two.check(one.ticket(g), "s", "", Read, now); !errs.Is(err, errs.Unavailable) || asked != 1 {
		t.Errorf("a ticket that nobody knows: %v, asked %d times", err, asked)
	}
	if err := two.check("", "s", "", Read, now); !errs.Is(err, errs.Denied) || asked != 1 {
		t.Errorf("no ticket: %v, asked %d times", err, asked)
	}
	one.Owner = func(session string) (string, bool) { return "b", session == "s" }
	if err := two.check(one.ticket(g), "s", "", Read, now); err != nil {
		t.Errorf("worker 1 gives leases of b: %v", err)
	}
	up := Grant{"upload", "", Write, now.Add(time.Minute)} // which b has uploaded: no leases, but tickets
	if err := one.check(Ticket(secret("b"), up), "upload", "", Write, now); err != nil {
		t.Fatal(err)
	}
	if err := two.check(one.ticket(up), "upload", "", Write, now); err != nil {
		t.Errorf("worker 1 was shown a ticket of b: %v", err)
	}
	if err := two.check(one.ticket(Grant{"upload", "", Read, now}), "upload", "", Read, now); !errs.Is(err, errs.Denied) {
		t.Errorf("out of date: %v", err)
	}
}

func TestRing(t *testing.T) {
	secret := func(s string) []byte { return []byte(strings.Repeat(s, MinSecret)) }
	now := time.Unix(1e9, 0)
	g := Grant{"s", "", Read, now.Add(time.Minute)}
	r := &Ring{}
	if r.ticket(g) != "" || !errs.Is(r.check(Ticket(secret("a"), g), "s", "", Read, now), errs.Denied) {
		t.Error("an empty ring signs or opens")
	}
	if err := r.Add("a", secret("a")[1:]); !errs.Is(err, errs.Invalid) {
		t.Errorf("short secret: %v", err)
	}
	for _, x := range [][2]string{{"b", "b"}, {"a", "1"}, {"c", "c"}, {"a", "2"}, {"a", "2"}, {"a", "3"}, {"a", "4"}} {
		if err := r.Add(x[0], secret(x[1])); err != nil {
			t.Fatal(err)
		}
	}
	if r.ticket(g) != Ticket(secret("4"), g) {
		t.Error("the ring does not sign with the newest secret of the first supervisor")
	}
	for s, want := range map[string]bool{"1": false, "2": true, "3": true, "4": true, "b": true, "c": true, "x": false} {
		if err := r.check(Ticket(secret(s), g), "s", "", Read, now); (err == nil) != want || err != nil && !errs.Is(err, errs.Denied) {
			t.Errorf("ticket of %s: %v", s, err)
		}
	}
	if err := r.check(Ticket(secret("c"), g), "other", "", Read, now); err == nil || !strings.Contains(err.Error(), "another session") {
		t.Errorf("ticket for another session: %v", err)
	}
	if err := r.check("", "s", "", Read, now); err == nil || !strings.Contains(err.Error(), "is needed") {
		t.Errorf("no ticket: %v", err)
	}
}
