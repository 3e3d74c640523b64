package reach_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/reach"
)

func TestTry(t *testing.T) {
	away, bad := errs.New(errs.Unavailable, "away"), errs.New(errs.Invalid, "bad")
	for _, c := range []struct {
		name  string
		say   []error // the last one for ever
		limit time.Duration
		want  error
		calls int
		took  time.Duration
	}{
		{"good at once", []error{nil}, time.Hour, nil, 1, 0},
		{"bad at once", []error{bad}, time.Hour, bad, 1, 0},
		{"comes back", []error{away, away, away, nil}, time.Hour, nil, 4, 70 * time.Millisecond},
		{"bad in the end", []error{away, bad}, time.Hour, bad, 2, 10 * time.Millisecond},
		{"away for good", []error{away}, time.Hour, away, 10, 5110 * time.Millisecond},
		{"nobody waits", []error{away}, 100 * time.Millisecond, away, 4, 100 * time.Millisecond},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), c.limit)
				defer cancel()
				began, calls := time.Now(), 0
				err := reach.Try(ctx, func() error {
					calls++
					return c.say[min(calls, len(c.say))-1]
				})
				if !errors.Is(err, c.want) || calls != c.calls || time.Since(began) != c.took {
					t.Errorf("%v after %d calls and %s", err, calls, time.Since(began))
				}
			})
		})
	}
}
