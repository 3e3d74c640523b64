package oscar

import (
	"context"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// failed answers a panic of instance gen: the next instance after a back-off, or the end of the actor.
// The turn is held.
func (c *cell) failed(gen int, cause error) {
	if gen != c.gen || c.phase != live {
		return // that instance was replaced already, or will not be
	}
	now := time.Now()
	for len(c.panics) > 0 && now.Sub(c.panics[0]) > c.policy.Within {
		c.panics = c.panics[1:]
	}
	c.panics = append(c.panics, now)
	n := len(c.panics)
	c.mu.Lock()
	c.gen++
	c.a, c.drains, c.down, c.dirty = nil, nil, true, false
	c.mu.Unlock()
	log := c.sys.opt.Log.With("actor", c.addr.String(), "err", cause)
	if n > c.policy.Restarts {
		log.Error("actor ended", "panics", n, "within", c.policy.Within)
		c.close(errs.Wrap(errs.Unavailable, cause, "%d panics within %v", n, c.policy.Within))
		return
	}
	wait := c.policy.MaxBackoff
	if n < 32 {
		wait = min(wait, c.policy.Backoff<<(n-1))
	}
	log.Warn("actor restarts", "panics", n, "in", wait)
	time.AfterFunc(wait, func() { c.urge(control{revive: true}) })
}

// revive makes the next instance.
func (c *cell) revive() {
	a, err := c.build()
	if err != nil {
		c.failed(c.gen, err)
		return
	}
	c.mu.Lock()
	c.a, c.down = a, false
	c.drains, _ = a.(Drainer)
	c.mu.Unlock()
}

func (c *cell) build() (a any, err error) {
	ok := false
	defer func() {
		if !ok {
			err = panicked(recover(), "constructor", c.addr)
		}
	}()
	a = c.make()
	ok = true
	return a, nil
}

// close begins the end: what waits is refused, what is in Await may finish. The turn is held.
func (c *cell) close(cause error) {
	c.mu.Lock()
	if c.phase != live {
		c.mu.Unlock()
		return
	}
	c.phase, c.why = closing, cause
	refuse := c.refusal()
	left := c.takeAll(refuse)
	c.mu.Unlock()
	c.cancel()
	for _, m := range left {
		m.reply(refuse)
	}
}

func (c *cell) refusal() error {
	if c.why != nil {
		return gone(c.addr, c.why.Error())
	}
	return gone(c.addr, "")
}

// finish ends the actor. The turn is held and is not passed on.
func (c *cell) finish() {
	a := c.a
	c.a, c.drains = nil, nil
	if a, ok := a.(Stopper); ok {
		c.attempt(&stopped{a: a})
	}
	c.mu.Lock()
	c.phase = dead
	watchers := c.watchers
	c.watchers = nil
	if c.parked {
		c.parked = false
		c.wake <- struct{}{}
	}
	c.mu.Unlock()
	c.sys.cells.CompareAndDelete(c.addr.UID, c)
	d := Down{Addr: c.addr}
	if c.why != nil {
		d.Reason = c.why.Error()
	}
	for _, f := range watchers {
		f(d)
	}
	close(c.ended)
}

// stopped is the message a cell sends itself to have OnStop called.
type stopped struct {
	turn
	a Stopper
}

func (q *stopped) method() string { return "OnStop" }

func (q *stopped) call(any) error {
	q.a.OnStop(context.WithoutCancel(q.ctx)) // the actor's own context has ended
	return nil
}

func (q *stopped) reply(error) {}
