package beside_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/beside"
)

func TestRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &beside.Calls{}
		end := make(chan struct{})
		var stopped error
		run := func(ctx context.Context, f func() (int, error)) (int, bool, error) {
			return beside.Run(c, ctx, time.Minute, func() string { return "f" }, func(err error) { stopped = err }, f)
		}
		if v, back, err := run(t.Context(), func() (int, error) { return 3, nil }); v != 3 || !back || err != nil {
			t.Errorf("%d, %v, %v", v, back, err)
		}
		if _, back, err := run(t.Context(), func() (int, error) { return 0, errs.New(errs.Type, "no") }); !back || !errs.Is(err, errs.Type) || stopped != nil {
			t.Errorf("%v, %v, %v", back, err, stopped)
		}
		held := func() (int, error) { <-end; return 4, nil }
		if v, back, err := run(t.Context(), held); v != 0 || back || !errs.Is(err, errs.Internal) || stopped != err {
			t.Errorf("%d, %v, %v, %v", v, back, err, stopped)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, back, err := run(ctx, held); back || err != context.Canceled {
			t.Errorf("%v, %v", back, err)
		}
		if l := c.Strays(); len(l) != 2 || l[0] != "f" {
			t.Errorf("%q", l)
		}
		c.Wait() // not for those
		close(end)
		synctest.Wait()
		if l := c.Strays(); len(l) != 0 {
			t.Errorf("%q", l)
		}
	})
}
