package coordtest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mars-project/mars-go/coord"
	"github.com/mars-project/mars-go/errs"
)

// TTL is the time to live of leases and terms in the suite; a driver on real time needs seconds for it.
const TTL = 2 * time.Second

// Env is a fresh driver and its time.
type Env struct {
	Coord coord.Coord
	// Sleep lets d pass for the driver.
	Sleep func(d time.Duration)
	// Settle waits until goroutines that wait for the driver have had the time to begin; it may do nothing.
	Settle func()
}

// Open runs f with a fresh driver, in whatever surroundings the driver needs, and closes it.
type Open func(t *testing.T, f func(t *testing.T, e Env))

// Run tests the driver that open makes.
func Run(t *testing.T, open Open) {
	for _, group := range [][]story{memberStories, electionStories, journalStories, otherStories} {
		for _, s := range group {
			t.Run(s.name, func(t *testing.T) {
				open(t, func(t *testing.T, e Env) { s.f(&T{T: t, Env: e, c: e.Coord}) })
			})
		}
	}
}

type story struct {
	name string
	f    func(t *T)
}

// T is a test with a driver.
type T struct {
	*testing.T
	Env
	c coord.Coord
}

func (t *T) must(err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (t *T) want(err error, k errs.Kind) {
	t.Helper()
	if !errs.Is(err, k) {
		t.Errorf("got %v (%v), want %v", err, errs.KindOf(err), k)
	}
}

func (t *T) join(id, data string) coord.Lease {
	t.Helper()
	l, err := t.c.Join(t.Context(), coord.Member{ID: id, Data: []byte(data)}, TTL)
	t.must(err)
	return l
}

func (t *T) watch() coord.Watch {
	t.Helper()
	w, err := t.c.Watch(t.Context())
	t.must(err)
	t.Cleanup(func() { _ = w.Close() })
	return w
}

// next checks the changes of one Next, written "joined a, left b".
func (t *T) next(w coord.Watch, want string) {
	t.Helper()
	cs, err := w.Next(t.Context())
	t.must(err)
	var got []string
	for _, c := range cs {
		got = append(got, strings.NewReplacer(` "`, "=", `"`, "").Replace(c.String()))
	}
	if g := strings.Join(got, ", "); g != want {
		t.Errorf("changes: %s; want %s", g, want)
	}
}

func (t *T) campaign(office, who string) coord.Term {
	t.Helper()
	term, err := t.c.Campaign(t.Context(), office, who, TTL)
	t.must(err)
	return term
}

// result is the end of a call that runs beside the test.
type result[V any] struct {
	v   V
	err error
}

// beside runs f on a goroutine and lets it begin.
func beside[V any](t *T, f func(ctx context.Context) (V, error)) <-chan result[V] {
	c := make(chan result[V], 1)
	go func() {
		v, err := f(t.Context())
		c <- result[V]{v, err}
	}()
	t.Settle()
	return c
}

func (t *T) leads(office, who string) {
	t.Helper()
	l, err := t.c.Leader(t.Context(), office)
	switch {
	case who == "":
		t.want(err, errs.NotFound)
	case err != nil || l.Candidate != who || l.Fence.Office != office:
		t.Errorf("leader of %s is %+v, %v, want %s", office, l, err, who)
	}
}

// read is a log as "1:data 2:data".
func (t *T) read(log string, after uint64, limit int) string {
	t.Helper()
	rs, err := t.c.Read(t.Context(), log, after, limit)
	t.must(err)
	var b []string
	for _, r := range rs {
		b = append(b, fmt.Sprintf("%d:%s", r.Seq, r.Data))
	}
	return strings.Join(b, " ")
}
