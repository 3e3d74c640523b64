package functions

import (
	"context"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/service/function"
	"github.com/mars-project/mars-go/service/runner"
)

// Call calls a function and waits for its end. It returns as many values as the call has outs, which the
// caller releases.
//
// Errors: *Raised, an exception of the function; Unavailable, no process, or for the time being no packages;
// Denied, there shall be none; Type, an input that no function takes; Canceled, ctx or the session ended;
// Internal, of a call that passed its limit or in which its process ended; those of an allocator.
func (h *Host) Call(ctx context.Context, x Call) (made []any, err error) {
	if x.Threads <= 0 {
		x.Threads = 1
	}
	if len(x.Args)+len(x.Function.Key)+(64<<10) > maxBody {
		return nil, errs.New(errs.Invalid, "arguments of %d bytes: give large ones as values of their own", len(x.Args))
	}
	if len(x.Function.Pickle)+len(x.Function.Key) > maxBody {
		return nil, errs.New(errs.Invalid, "a function of %d bytes: give large values as arguments", len(x.Function.Pickle))
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // who asks for its slot gives up
	c := &call{Call: x, ctx: ctx, over: make(chan struct{})}
	shared, err := h.shared(x.Session)
	if err != nil {
		return nil, err
	}
	if c.al = shared; x.Grant != nil {
		c.al = shared.Under(x.Grant)
	}
	defer func() {
		for _, in := range c.ins {
			in.release()
		}
	}()
	for i, v := range x.In {
		in, err := share(c.al, v)
		if err != nil {
			return nil, err
		}
		c.ins = append(c.ins, in)
		if in.moved != nil && x.Moved != nil {
			x.Moved(i, in.moved)
		}
	}
	if x.Wasm {
		c.env = EnvWasm
	} else if c.env, err = h.use(x.Session, x.Env); err != nil {
		return nil, err
	} else {
		defer h.unuse(c.env)
		if err := h.equip(ctx, c); err != nil {
			return nil, err
		}
	}
	if err := h.enter(c); err != nil {
		return nil, err
	}
	select {
	case <-c.over:
	case <-ctx.Done():
		h.step(function.Canceled{Call: c.id, Now: h.now()})
		<-c.over
	}
	return c.made, c.err
}

// shared is the memory of a session.
func (h *Host) shared(session string) (*mem.Shared, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.life.Err() != nil {
		return nil, errs.New(errs.Unavailable, "this worker calls no more functions")
	}
	s := h.sessions[session]
	if s == nil {
		s = h.o.Pool.Share()
		h.sessions[session] = s
	}
	return s, nil
}

// enter gives a call to the machine: on a free slot, or behind others if it may stand there.
func (h *Host) enter(c *call) error {
	if c.Behind {
		if ok, err := h.follow(c); ok || err != nil {
			return err
		}
	}
	select {
	case slot := <-h.slots:
		h.mu.Lock()
		defer h.mu.Unlock()
		h.begin(c, slot)
		return nil
	case <-c.ctx.Done():
		return errs.Wrap(errs.Canceled, c.ctx.Err(), "a call")
	case <-h.life.Done():
		return errs.New(errs.Unavailable, "this worker calls no more functions")
	}
}

// follow has a call stand behind others, or on a slot that is free. ok is false where slots are on their way
// to calls. Errors: runner.ErrUnbegun, some call waits for the cluster.
func (h *Host) follow(c *call) (ok bool, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.m.Waiting() > 0 {
		return false, runner.ErrUnbegun
	}
	select {
	case slot := <-h.slots:
		h.begin(c, slot)
	default:
		if !h.m.Busy() {
			return false, nil
		}
		h.begin(c, -1)
	}
	return true, nil
}

// begin tells the machine of a call. The lock is held.
func (h *Host) begin(c *call, slot int) {
	h.last++
	c.id = h.last
	h.calls[c.id] = c
	h.decide(function.Called{
		Call: c.id, Class: function.Class{Session: c.Session, Env: c.env, Slots: c.Threads}, Func: c.Function.Key, Slot: slot, Limit: c.Limit,
		Once: c.Once, Repeat: c.Repeat, Behind: c.Behind, Now: h.now(),
	})
}

// answered takes the answer of a call, the first of its process. Inputs that the function has kept stay as
// long as its process, which ends. Errors: Invalid, the process was not sent such a call, or others first.
func (h *Host) answered(p *process, id uint32, made []any, err error, a ended) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := p.sent[id]
	delete(p.sent, id)
	if c == nil || id != p.line[0] {
		for _, v := range made {
			release(v)
		}
		return errs.New(errs.Invalid, "it answers call %d, which it was not sent, or not as the next", id)
	}
	p.line, p.since = p.line[1:], h.now()
	p.log.ended(c.Log, c.Chunk, a.Log)
	if h.calls[c.id] != c || c.proc != p { // its session is over
		for _, v := range made {
			release(v)
		}
	} else {
		c.fail(c.short(err))
		c.made = made
		for _, i := range a.Kept {
			if i >= 0 && i < len(c.ins) {
				for _, b := range c.ins[i].blocks {
					b.Retain()
					p.kept = append(p.kept, b)
				}
			}
		}
	}
	h.decide(function.Answered{Proc: p.id, Call: c.id, Spent: h.spent(c, a), Now: h.now()})
	return nil
}

// spent reports that a process shall end after a call: it has left what others should not find.
func (h *Host) spent(c *call, a ended) bool {
	grown := max(growth, h.o.Pool.Limit()/10/int64(h.o.Slots))
	return len(a.Kept) > 0 || a.Threads > 0 || a.Short || a.Grown > grown || c.Env != nil && c.Env.Alone
}

// growth is what calls may leave in a process in any case: what they keep on purpose makes the next one
// faster.
const growth = 256 << 20

// lacks notes that the call of a process ends for want of memory.
func (h *Host) lacks(p *process, id uint32, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if c := p.sent[id]; c != nil && c.proc == p {
		c.lack = err
	}
}

// short is why a call that has begun lacks memory. It is not called again with more if it may begin once.
func (c *call) short(err error) error {
	if c.Once && (errs.Is(err, errs.Pressure) || errs.Is(err, errs.OutOfMemory)) {
		return as("MemoryError", errs.New(errs.Internal, "%s; the function has begun, and never begins twice", err))
	}
	return err
}

// as names the exception of Python that an error is.
func as(python string, err error) error {
	err.(*errs.Error).Raised = &errs.Exception{Type: python}
	return err
}

// ended tells who waits for a call.
func (h *Host) ended(x function.Ended) {
	c := h.calls[x.Call]
	delete(h.calls, x.Call)
	switch x.Outcome {
	case function.Crashed:
		if c.lack != nil {
			c.fail(c.short(c.lack))
		} else {
			c.fail(as("mars.remote.WorkerCrash", errs.New(errs.Internal, "the process of a function ended in it: %s", x.Why)))
		}
	case function.TimedOut:
		at := ""
		if r, ok := c.err.(*Raised); ok && len(r.Frames) > 0 {
			at = ": it was at " + r.Frames[len(r.Frames)-1].String()
		}
		c.fail(as("TimeoutError", errs.New(errs.Internal, "the function was not at an end after %s%s", c.Limit.Duration(), at)))
	case function.Dropped:
		c.fail(errs.New(errs.Canceled, "nobody waits for the call any more"))
	case function.Unstarted:
		c.fail(errs.New(errs.Unavailable, "no process for a function: %s", x.Why))
	case function.Unbegun:
		c.fail(runner.ErrUnbegun)
	}
	close(c.over)
}
