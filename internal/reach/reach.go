package reach

import (
	"context"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// first and waits say how long is waited: 10 ms, then twice as long each time, 5 s in all. Meanwhile a worker
// comes back, or its supervisor gives it up and has what it had made again.
const (
	first = 10 * time.Millisecond
	waits = 9
)

// Try calls f until its error is of another kind than Unavailable, or that lasts for too long, or ctx ends.
// It returns the last error of f.
func Try(ctx context.Context, f func() error) error {
	wait := first
	for try := 0; ; try++ {
		err := f()
		if try == waits || !errs.Is(err, errs.Unavailable) {
			return err
		}
		t := time.NewTimer(wait)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return err
		}
		wait *= 2
	}
}
