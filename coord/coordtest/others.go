package coordtest

import (
	"context"
	"sync"

	"github.com/mars-project/mars-go/coord"
	"github.com/mars-project/mars-go/errs"
)

var otherStories = []story{
	{"calls with a context that has ended", func(t *T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for name, f := range calls(t.c) {
			if err := f(ctx); !errs.Is(err, errs.Canceled) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}},
	{"a closed driver is unavailable", func(t *T) {
		lease, term := t.join("a", "1"), t.campaign("sup", "a")
		w := t.watch()
		t.next(w, "joined a=1")
		next := beside(t, func(ctx context.Context) ([]coord.Change, error) { return w.Next(ctx) })
		waits := t.candidate("sup", "b")
		leader := beside(t, func(ctx context.Context) (coord.Leader, error) { return t.c.NextLeader(ctx, "none", 0) })
		t.must(t.c.Close())
		t.must(t.c.Close())
		t.want((<-next).err, errs.Unavailable)
		t.want((<-waits).err, errs.Unavailable)
		t.want((<-leader).err, errs.Unavailable)
		t.want(lease.Renew(t.Context()), errs.Unavailable)
		t.want(term.Renew(t.Context()), errs.Unavailable)
		for name, f := range calls(t.c) {
			if err := f(t.Context()); !errs.Is(err, errs.Unavailable) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}},
	{"many at once", func(t *T) {
		term := t.campaign("sup", "a")
		w := t.watch()
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				id := string(rune('a' + i))
				for range 20 {
					l, err := t.c.Join(t.Context(), coord.Member{ID: id}, TTL)
					if err == nil {
						err = l.Update(t.Context(), []byte(id))
					}
					if err == nil {
						err = l.Leave(t.Context())
					}
					if err == nil {
						_, err = t.c.Append(t.Context(), term.Fence(), id, 0)
					}
					if err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
		t.next(w, "")
	}},
}

func calls(c coord.Coord) map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"Join":       func(ctx context.Context) error { _, err := c.Join(ctx, coord.Member{ID: "x"}, TTL); return err },
		"Watch":      func(ctx context.Context) error { _, err := c.Watch(ctx); return err },
		"Campaign":   func(ctx context.Context) error { _, err := c.Campaign(ctx, "x", "x", TTL); return err },
		"Leader":     func(ctx context.Context) error { _, err := c.Leader(ctx, "x"); return err },
		"NextLeader": func(ctx context.Context) error { _, err := c.NextLeader(ctx, "x", 0); return err },
		"Append":     func(ctx context.Context) error { _, err := c.Append(ctx, coord.Fence{}, "x", 0); return err },
		"Read":       func(ctx context.Context) error { _, err := c.Read(ctx, "x", 0, 0); return err },
		"Logs":       func(ctx context.Context) error { _, err := c.Logs(ctx, ""); return err },
		"Drop":       func(ctx context.Context) error { return c.Drop(ctx, coord.Fence{}, "x") },
	}
}
