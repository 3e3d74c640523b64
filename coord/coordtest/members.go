package coordtest

import (
	"context"
	"time"

	"github.com/mars-project/mars-go/coord"
	"github.com/mars-project/mars-go/errs"
)

var memberStories = []story{
	{"a watch begins with who is there", func(t *T) {
		t.next(t.watch(), "")
		t.join("a", "1")
		t.join("b", "2")
		t.next(t.watch(), "joined a=1, joined b=2")
	}},
	{"a watch tells joins, updates and leaves", func(t *T) {
		w := t.watch()
		t.next(w, "")
		a := t.join("a", "1")
		t.next(w, "joined a=1")
		t.must(a.Update(t.Context(), []byte("1b")))
		t.next(w, "updated a=1b")
		if m := a.Member(); string(m.Data) != "1b" {
			t.Errorf("the lease shows %q", m.Data)
		}
		t.must(a.Leave(t.Context()))
		t.next(w, "left a=1b")
		t.must(a.Leave(t.Context()))
		t.want(a.Renew(t.Context()), errs.Denied)
		t.want(a.Update(t.Context(), nil), errs.Denied)
	}},
	{"Next waits for a change", func(t *T) {
		w := t.watch()
		t.next(w, "")
		got := beside(t, func(ctx context.Context) ([]coord.Change, error) { return w.Next(ctx) })
		t.join("a", "1")
		if r := <-got; r.err != nil || len(r.v) != 1 || r.v[0].Kind != coord.Joined || r.v[0].Member.ID != "a" {
			t.Errorf("got %v, %v", r.v, r.err)
		}
	}},
	{"Next ends with its context and goes on after it", func(t *T) {
		w := t.watch()
		t.next(w, "")
		ctx, cancel := context.WithCancel(t.Context())
		got := beside(t, func(context.Context) ([]coord.Change, error) { return w.Next(ctx) })
		cancel()
		t.want((<-got).err, errs.Canceled)
		t.join("a", "1")
		t.next(w, "joined a=1")
	}},
	{"a lease ends unless it is renewed", func(t *T) {
		w := t.watch()
		a, b := t.join("a", "1"), t.join("b", "2")
		t.next(w, "joined a=1, joined b=2")
		for range 4 {
			t.Sleep(TTL / 2)
			t.must(b.Renew(t.Context()))
		}
		t.next(w, "left a=1")
		t.want(a.Renew(t.Context()), errs.Denied)
		t.must(b.Renew(t.Context()))
	}},
	{"the end of a lease wakes Next", func(t *T) {
		w := t.watch()
		t.join("a", "1")
		t.next(w, "joined a=1")
		got := beside(t, func(ctx context.Context) ([]coord.Change, error) { return w.Next(ctx) })
		t.Sleep(3 * TTL)
		if r := <-got; r.err != nil || len(r.v) != 1 || r.v[0].Kind != coord.Left {
			t.Errorf("got %v, %v", r.v, r.err)
		}
	}},
	{"a second life replaces the first", func(t *T) {
		w := t.watch()
		first := t.join("a", "1")
		t.next(w, "joined a=1")
		second := t.join("a", "2")
		t.next(w, "left a=1, joined a=2")
		if f, s := first.Member().Token, second.Member().Token; s <= f || f == 0 {
			t.Errorf("tokens %d, then %d", f, s)
		}
		t.want(first.Renew(t.Context()), errs.Denied)
		t.must(first.Leave(t.Context()))
		t.must(second.Renew(t.Context()))
		t.next(t.watch(), "joined a=2")
	}},
	{"what came and went is not told", func(t *T) {
		w := t.watch()
		t.next(w, "")
		t.must(t.join("a", "1").Leave(t.Context()))
		b := t.join("b", "1")
		t.must(b.Update(t.Context(), []byte("2")))
		t.must(b.Update(t.Context(), []byte("3")))
		t.next(w, "joined b=3")
	}},
	{"data belongs to nobody else", func(t *T) {
		data := []byte("good")
		l, err := t.c.Join(t.Context(), coord.Member{ID: "a", Data: data}, TTL)
		t.must(err)
		copy(data, "evil")
		copy(l.Member().Data, "evil")
		w := t.watch()
		cs, err := w.Next(t.Context())
		t.must(err)
		copy(cs[0].Member.Data, "evil")
		t.next(t.watch(), "joined a=good")
	}},
	{"members that cannot be", func(t *T) {
		for _, m := range []coord.Member{{}, {ID: "a", Data: make([]byte, coord.MaxBytes+1)}} {
			_, err := t.c.Join(t.Context(), m, TTL)
			t.want(err, errs.Invalid)
		}
		for _, ttl := range []time.Duration{0, -1} {
			_, err := t.c.Join(t.Context(), coord.Member{ID: "a"}, ttl)
			t.want(err, errs.Invalid)
		}
		t.want(t.join("b", "").Update(t.Context(), make([]byte, coord.MaxBytes+1)), errs.Invalid)
	}},
}
