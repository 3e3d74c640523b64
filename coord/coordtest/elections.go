package coordtest

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/mars-project/mars-go/coord"
	"github.com/mars-project/mars-go/errs"
)

func (t *T) candidate(office, who string) <-chan result[coord.Term] {
	return beside(t, func(ctx context.Context) (coord.Term, error) { return t.c.Campaign(ctx, office, who, TTL) })
}

var electionStories = []story{
	{"a candidate alone is elected at once", func(t *T) {
		t.leads("sup", "")
		term := t.campaign("sup", "a")
		t.leads("sup", "a")
		if f := term.Fence(); f.Office != "sup" || f.Token == 0 {
			t.Errorf("fence %v", f)
		}
		t.leads("other", "")
		t.campaign("other", "b")
		t.leads("sup", "a")
	}},
	{"candidates follow in order, with growing tokens", func(t *T) {
		term := t.campaign("sup", "a")
		second := t.candidate("sup", "b")
		third := t.candidate("sup", "c")
		t.Sleep(TTL / 2)
		t.must(term.Renew(t.Context()))
		t.leads("sup", "a")
		last := term.Fence().Token
		t.must(term.Resign(t.Context()))
		for _, c := range []struct {
			who string
			got <-chan result[coord.Term]
		}{{"b", second}, {"c", third}} {
			r := <-c.got
			t.must(r.err)
			t.leads("sup", c.who)
			if tok := r.v.Fence().Token; tok <= last {
				t.Errorf("token %d after %d", tok, last)
			} else {
				last = tok
			}
			t.must(r.v.Resign(t.Context()))
		}
		t.leads("sup", "")
		t.want(term.Renew(t.Context()), errs.Denied)
		t.must(term.Resign(t.Context()))
	}},
	{"a term that is not renewed ends", func(t *T) {
		term := t.campaign("sup", "a")
		next := t.candidate("sup", "b")
		for range 3 {
			t.Sleep(TTL / 2)
			t.must(term.Renew(t.Context()))
		}
		t.leads("sup", "a")
		t.Sleep(3 * TTL / 2)
		r := <-next
		t.must(r.err)
		t.want(term.Renew(t.Context()), errs.Denied)
		t.must(term.Resign(t.Context())) // must not touch b's term
		t.must(r.v.Renew(t.Context()))
		t.leads("sup", "b")
		t.Sleep(3 * TTL)
		t.leads("sup", "")
	}},
	{"a candidate that gave up is not elected", func(t *T) {
		term := t.campaign("sup", "a")
		ctx, cancel := context.WithCancel(t.Context())
		quits := beside(t, func(context.Context) (coord.Term, error) { return t.c.Campaign(ctx, "sup", "b", TTL) })
		stays := t.candidate("sup", "c")
		cancel()
		t.want((<-quits).err, errs.Canceled)
		t.must(term.Resign(t.Context()))
		t.must((<-stays).err)
		t.leads("sup", "c")
	}},
	{"NextLeader waits for a newer one", func(t *T) {
		first := beside(t, func(ctx context.Context) (coord.Leader, error) { return t.c.NextLeader(ctx, "sup", 0) })
		term := t.campaign("sup", "a")
		r := <-first
		if r.err != nil || r.v.Candidate != "a" || r.v.Fence != term.Fence() {
			t.Errorf("got %+v, %v", r.v, r.err)
		}
		second := beside(t, func(ctx context.Context) (coord.Leader, error) {
			return t.c.NextLeader(ctx, "sup", term.Fence().Token)
		})
		t.must(term.Renew(t.Context()))
		t.must(term.Resign(t.Context()))
		next := t.campaign("sup", "a") // the same name, another term
		if r := <-second; r.err != nil || r.v.Fence != next.Fence() {
			t.Errorf("got %+v, %v", r.v, r.err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		never := beside(t, func(context.Context) (coord.Leader, error) {
			return t.c.NextLeader(ctx, "sup", next.Fence().Token)
		})
		cancel()
		t.want((<-never).err, errs.Canceled)
	}},
	{"many candidates, one leader at a time", func(t *T) {
		const n = 20
		var leaders atomic.Int32
		var last atomic.Uint64
		var wg sync.WaitGroup
		for i := range n {
			wg.Go(func() {
				term, err := t.c.Campaign(t.Context(), "sup", strconv.Itoa(i), TTL)
				if err != nil {
					t.Error(err)
					return
				}
				if leaders.Add(1) != 1 {
					t.Error("two lead")
				}
				if tok := term.Fence().Token; last.Swap(tok) >= tok {
					t.Errorf("token %d is not new", tok)
				}
				if _, err := t.c.Append(t.Context(), term.Fence(), "log", 0); err != nil {
					t.Errorf("the leader may not write: %v", err)
				}
				leaders.Add(-1)
				if err := term.Resign(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		t.leads("sup", "")
	}},
	{"candidates that cannot be", func(t *T) {
		for _, c := range [][2]string{{"", "a"}, {"sup", ""}} {
			_, err := t.c.Campaign(t.Context(), c[0], c[1], TTL)
			t.want(err, errs.Invalid)
		}
		_, err := t.c.Campaign(t.Context(), "sup", "a", 0)
		t.want(err, errs.Invalid)
	}},
}
