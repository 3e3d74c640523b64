// Package beside runs calls that may never return beside those who wait for them.
//
// Floor 0.
package beside

import (
	"context"
	"sync"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// Calls are those of one owner. The zero value is ready. All methods are safe for concurrent use.
type Calls struct {
	mu     sync.Mutex
	strays map[*string]bool // what nobody waits for any more and has not returned
	wg     sync.WaitGroup   // of the others
}

// parts is in how many parts a limit is counted. A process that stood still, say by SIGSTOP, finds that all
// its timers are over; so a stand counts as one part, however long it was.
const parts = 16

// Run calls f on a goroutine of its own and waits for it: for limit of the time that this process is awake,
// or until ctx ends. name says what f is at, for people, whenever it is asked; stop asks f to end. A panic of
// f ends the program: f has to catch it.
//
// Outcomes: 1. f returned: its value, true, its error. 2. It did not in time: false, Internal. 3. ctx ended:
// false, its error. In 2 and 3 f was asked to stop and may go on for ever; what it uses must not be used
// again, and it is a stray until it returns.
func Run[T any](c *Calls, ctx context.Context, limit time.Duration, name func() string, stop func(error), f func() (T, error)) (v T, back bool, err error) {
	t := time.NewTicker(limit / parts) // of several ticks that are due it keeps one
	defer t.Stop()
	return run(c, ctx, t.C, limit, name, stop, f)
}

func run[T any](c *Calls, ctx context.Context, ticks <-chan time.Time, limit time.Duration, name func() string, stop func(error), f func() (T, error)) (v T, back bool, err error) {
	type result struct {
		v   T
		err error
	}
	done := make(chan result, 1)
	var stray *string
	c.wg.Add(1)
	go func() {
		r := result{}
		r.v, r.err = f()
		done <- r
		c.mu.Lock()
		defer c.mu.Unlock()
		if stray != nil {
			delete(c.strays, stray)
		} else {
			c.wg.Done()
		}
		stray = new(string)
	}()
	for left := parts; err == nil; {
		select {
		case r := <-done:
			return r.v, true, r.err
		case <-ticks:
			if left--; left == 0 {
				err = errs.New(errs.Internal, "not at an end after %v", limit)
			}
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	stop(err)
	c.mu.Lock()
	defer c.mu.Unlock()
	if stray == nil { // it has not returned
		s := name()
		stray = &s
		if c.strays == nil {
			c.strays = map[*string]bool{}
		}
		c.strays[stray] = true
		c.wg.Done()
	}
	return v, false, err
}

// Strays names what goes on though nobody waits for it.
func (c *Calls) Strays() (names []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for s := range c.strays {
		names = append(names, *s)
	}
	return names
}

// Wait returns when only strays are left.
func (c *Calls) Wait() { c.wg.Wait() }
