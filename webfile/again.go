package webfile

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// tries is how often a request is made.
const tries = 4

// first is how long is waited before the second try; each wait is twice the one before, give or take a half.
const first = 200 * time.Millisecond

// passing marks an error that may not come again.
type passing struct{ err error }

func (p passing) Error() string { return p.err.Error() }
func (p passing) Unwrap() error { return p.err }

// again calls f until it gives no error that may pass, or ctx is over, and says which error came last.
func again(ctx context.Context, f func() error) error {
	wait := first
	for k := 1; ; k++ {
		err := f()
		var p passing
		if !errors.As(err, &p) {
			return err
		}
		if k == tries {
			return errs.Wrap(errs.Unavailable, p.err, "%d tries", tries)
		}
		t := time.NewTimer(wait/2 + rand.N(wait))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
		}
		if ctx.Err() != nil {
			return errs.Wrap(errs.Canceled, context.Cause(ctx), "%s", p.err)
		}
		wait *= 2
	}
}
