package oscar

import "context"

// control is an entry of the lane that never waits behind messages: one of its fields is set.
type control struct {
	resume chan struct{} // hand the turn to the method that waits on it
	m      message       // a message that must not wait for room
	stop   *stopping
	revive bool // make the next instance
}

// stopping says why an actor ends; nil cause: it was asked to.
type stopping struct{ cause error }

// sender is somebody who waits for room, with the message.
type sender struct {
	m    message
	done chan error // nil: the message is in the mailbox
}

// put queues m, waiting for room until ctx or down ends. An actor that tells itself never waits.
func (c *cell) put(ctx context.Context, m message, down <-chan struct{}) error {
	c.mu.Lock()
	if c.phase != live {
		err := c.refusal()
		c.mu.Unlock()
		return err
	}
	if len(c.in) >= c.policy.Mailbox && !c.mine(ctx) {
		w := &sender{m, make(chan error, 1)}
		c.senders = append(c.senders, w)
		c.mu.Unlock()
		return c.wait(ctx, w, down)
	}
	c.in = append(c.in, m)
	c.startIfIdle()
	c.mu.Unlock()
	return nil
}

func (c *cell) mine(ctx context.Context) bool {
	t := turnOf(ctx)
	return t != nil && t.cell == c
}

func (c *cell) wait(ctx context.Context, w *sender, down <-chan struct{}) (err error) {
	select {
	case err := <-w.done:
		return err
	case <-ctx.Done():
		err = canceled(ctx, w.m.method(), c.addr)
	case <-down:
		err = unlinked(c.addr.Node)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, x := range c.senders {
		if x == w {
			c.senders = append(c.senders[:i], c.senders[i+1:]...)
			return err
		}
	}
	return <-w.done // it was decided while we gave up
}

// admit moves messages of waiting senders into the mailbox while there is room. c.mu is held.
func (c *cell) admit() {
	n := min(len(c.senders), c.policy.Mailbox-len(c.in))
	for _, w := range c.senders[:max(n, 0)] {
		c.in = append(c.in, w.m)
		w.done <- nil
	}
	if n == len(c.senders) {
		c.senders = nil
	} else if n > 0 {
		c.senders = append([]*sender(nil), c.senders[n:]...)
	}
}

// urge queues k in the control lane. It reports whether the actor still looks at it.
func (c *cell) urge(k control) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.phase == dead || c.phase == closing && k.resume == nil {
		return false
	}
	c.ctl = append(c.ctl, k)
	c.urgent.Store(true)
	if !c.busy {
		c.start()
	}
	return true
}

// takeAll takes all messages that were not begun, and refuses the waiting senders. c.mu is held.
func (c *cell) takeAll(refuse error) []message {
	left := append([]message(nil), c.cur[c.at:]...)
	left = append(left, c.in...)
	for _, w := range c.senders {
		w.done <- refuse
	}
	for _, k := range c.ctl {
		if k.m != nil {
			left = append(left, k.m)
		}
	}
	keep := c.ctl[:0]
	for _, k := range c.ctl {
		if k.resume != nil {
			keep = append(keep, k)
		}
	}
	c.ctl = keep
	c.urgent.Store(len(keep) > 0)
	c.cur, c.at, c.in, c.senders = nil, 0, nil, nil
	return left
}
