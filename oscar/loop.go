package oscar

import (
	"context"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/host"
)

// A Drainer is an actor that wants to act once per batch of messages instead of once per message: OnDrain is
// called in the actor's turn when the messages that were waiting together have been handled, at most
// Policy.Mailbox of them, and always before the actor goes idle. It may use Await.
type Drainer interface{ OnDrain(ctx context.Context) }

// A Stopper is an actor that has something to give back: OnStop is called once, in its turn and as its last,
// when it ends by Stop or Close. An instance that panicked is not asked.
type Stopper interface{ OnStop(ctx context.Context) }

// run is the loop of a goroutine that has the turn.
func (c *cell) run() {
	exited := true
	defer func() {
		if exited { // a method called runtime.Goexit: the turn goes on without this goroutine
			c.mu.Lock()
			c.start()
			c.mu.Unlock()
		}
	}()
	host.GrowStack()
	for c.step() {
	}
	exited = false
}

// step does one thing with the turn. It returns false when the goroutine has no turn and is not needed.
func (c *cell) step() bool {
	if c.at < len(c.cur) && !c.down && !c.urgent.Load() {
		m := c.cur[c.at]
		c.cur[c.at] = nil
		c.at++
		c.handle(m)
		return true
	}
	c.mu.Lock()
	switch {
	case len(c.ctl) > 0:
		k := c.ctl[0]
		c.ctl = c.ctl[1:]
		c.urgent.Store(len(c.ctl) > 0)
		c.mu.Unlock()
		return c.control(k)
	case c.phase == closing && c.awaiting == 0:
		c.mu.Unlock()
		c.finish()
		return false
	case c.down || c.phase != live:
	case c.at < len(c.cur):
		c.mu.Unlock()
		return true
	case c.dirty:
		c.dirty = false
		c.mu.Unlock()
		c.attempt(&drained{to: c})
		return true
	case len(c.in) > 0:
		c.cur, c.at, c.in = c.in, 0, c.cur[:0]
		c.admit()
		c.mu.Unlock()
		return true
	}
	c.busy = false
	return c.park()
}

func (c *cell) control(k control) bool {
	switch {
	case k.resume != nil:
		k.resume <- struct{}{} // the turn is the method's now, whose goroutine goes on as the loop
		c.mu.Lock()
		return c.park()
	case k.m != nil:
		if c.down { // keep it for the next instance
			c.mu.Lock()
			c.in = append([]message{k.m}, c.in...)
			c.mu.Unlock()
			return true
		}
		c.handle(k.m)
	case k.stop != nil:
		c.close(k.stop.cause)
	case k.revive:
		c.revive()
	}
	return true
}

var errAbandoned = errs.New(errs.Canceled, "the asker gave up before the message was handled")

// handle runs one message on the instance, unless nobody waits for it any more.
func (c *cell) handle(m message) {
	if m.state().ctx.Err() != nil {
		m.reply(errAbandoned)
		return
	}
	c.dirty = c.drains != nil // before: an Await in the method must not hold back OnDrain
	c.attempt(m)
	c.dirty = c.drains != nil
}

// attempt runs m and answers it, whatever it does.
func (c *cell) attempt(m message) {
	t := m.state()
	if t.ctx == nil {
		t.ctx = c.ctx
	}
	t.begin(c)
	ok := false
	defer func() {
		if ok {
			return
		}
		err := panicked(recover(), m.method(), c.addr)
		t.end()
		m.reply(err)
		c.failed(t.gen, err)
	}()
	err := m.call(c.a)
	ok = true
	t.end()
	m.reply(err)
}

// drained is the message a cell sends itself to have OnDrain called.
type drained struct {
	turn
	to *cell
}

func (q *drained) method() string { return "OnDrain" }

func (q *drained) call(any) error {
	q.to.drains.OnDrain(&q.turn)
	return nil
}

func (q *drained) reply(error) {}
