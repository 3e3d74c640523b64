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
	strays map[*call]string // what nobody waits for any more and has not returned
	wg     sync.WaitGroup   // of the others
	idle   []chan func()    // goroutines that wait for the next call
	closed bool
}

// parts is in how many parts a limit is counted. A process that stood still, say by SIGSTOP, finds that all
// its timers are over; so a stand counts as one part, however long it was.
const parts = 16

// kept is how many goroutines wait for calls. Calls are deep, and a new goroutine has to grow for each.
const kept = 4

// Go calls f beside its caller, and then calls then, once and never on the caller's goroutine, within limit
// of the time that this process is awake, or soon after the end of ctx. name says what f is at, for people,
// whenever it is asked; stop asks f to end. A panic of f or then ends the program: they have to catch it.
//
// Outcomes: 1. f returned: its value, true, its error. 2. It did not in time: false, Internal. 3. ctx ended:
// false, its error. In 2 and 3 f was asked to stop and may go on for ever; what it uses must not be used
// again, and it is a stray until it returns.
func Go[T any](c *Calls, ctx context.Context, limit time.Duration, name func() string, stop func(error), f func() (T, error), then func(v T, back bool, err error)) {
	begin(c, ctx, limit, name, stop, f, then)
}

// Run is Go for who has nothing else to do: it waits.
func Run[T any](c *Calls, ctx context.Context, limit time.Duration, name func() string, stop func(error), f func() (T, error)) (v T, back bool, err error) {
	done := make(chan struct{})
	begin(c, ctx, limit, name, stop, f, func(gave T, returned bool, failed error) {
		v, back, err = gave, returned, failed
		close(done)
	})
	<-done
	return v, back, err
}

// A call is under way.
//
// Invariant: over is set once, under the lock of its Calls, by who calls then.
type call struct {
	c     *Calls
	limit time.Duration
	left  int // parts
	over  bool
	timer *time.Timer
	leave func() bool // the end of ctx is not waited for any more
	stray func(error)
}

func begin[T any](c *Calls, ctx context.Context, limit time.Duration, name func() string, stop func(error), f func() (T, error), then func(T, bool, error)) *call {
	x := &call{c: c, limit: limit, left: parts}
	x.stray = func(err error) {
		c.mu.Lock()
		if x.over {
			c.mu.Unlock()
			return
		}
		x.over = true
		if c.strays == nil {
			c.strays = map[*call]string{}
		}
		c.strays[x] = name()
		c.mu.Unlock()
		stop(err)
		var none T
		then(none, false, err)
		c.wg.Done()
	}
	c.wg.Add(1)
	c.mu.Lock()
	x.timer = time.AfterFunc(limit/parts, x.tick)
	x.leave = context.AfterFunc(ctx, func() { x.stray(ctx.Err()) })
	c.mu.Unlock()
	c.on(func() {
		v, err := f()
		c.mu.Lock()
		late := x.over
		x.over = true
		delete(c.strays, x)
		x.timer.Stop()
		c.mu.Unlock()
		x.leave()
		if !late {
			then(v, true, err)
			c.wg.Done()
		}
	})
	return x
}

// tick takes a part of its limit from a call.
func (x *call) tick() {
	x.c.mu.Lock()
	x.left--
	over := x.left == 0
	if !over && !x.over {
		x.timer.Reset(x.limit / parts)
	}
	x.c.mu.Unlock()
	if over {
		x.stray(errs.New(errs.Internal, "not at an end after %v", x.limit))
	}
}

// on runs f on a goroutine that waits for work, or a new one.
func (c *Calls) on(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := len(c.idle); n > 0 {
		c.idle[n-1] <- f
		c.idle = c.idle[:n-1]
		return
	}
	go func() {
		next := make(chan func(), 1)
		for f, more := f, true; more; f, more = <-next {
			f()
			if !c.waits(next) {
				return
			}
		}
	}()
}

// waits says that a goroutine has nothing to do, and reports whether it is kept.
func (c *Calls) waits(next chan func()) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed || len(c.idle) == kept {
		return false
	}
	c.idle = append(c.idle, next)
	return true
}

// Strays names what goes on though nobody waits for it.
func (c *Calls) Strays() (names []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.strays {
		names = append(names, s)
	}
	return names
}

// Wait returns when only strays are left. No goroutine is kept for later calls any more.
func (c *Calls) Wait() {
	c.wg.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	for _, next := range c.idle {
		close(next)
	}
	c.idle = nil
}
