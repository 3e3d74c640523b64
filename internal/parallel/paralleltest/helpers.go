package paralleltest

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/mars-project/mars-go/internal/parallel"
)

// Together is a parallel.Func that runs every call on a goroutine of its own, the last one first.
func Together(n int, f func(i int) error) error {
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range slices.Backward(errs) {
		wg.Go(func() { errs[i] = f(i) })
	}
	wg.Wait()
	return first(errs)
}

// Helpers is a parallel.Func of so many goroutines, which take the calls in order; nil for one.
func Helpers(workers int) parallel.Func {
	if workers == 1 {
		return nil
	}
	return func(n int, f func(i int) error) error {
		errs := make([]error, n)
		var next atomic.Int64
		var wg sync.WaitGroup
		for range min(workers, n) {
			wg.Go(func() {
				for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
					errs[i] = f(i)
				}
			})
		}
		wg.Wait()
		return first(errs)
	}
}

func first(errs []error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
