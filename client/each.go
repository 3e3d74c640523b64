package client

import (
	"context"
	"sync"
)

// fetches is how many parts are on their way at once.
const fetches = 8

// each calls f for 0 to n-1, several at once, and returns when all calls have; the first error ends the
// context of the others.
func each(ctx context.Context, n int, f func(ctx context.Context, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	room := make(chan struct{}, fetches)
	for i := range n {
		room <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		wg.Go(func() {
			defer func() { <-room }()
			if err := f(ctx, i); err != nil {
				cancel(err)
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}
