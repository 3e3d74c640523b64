package functions

import (
	"github.com/mars-project/mars-go/service/function"
)

// step tells the machine what has happened and does what it says.
func (h *Host) step(e function.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.decide(e)
}

// decide is step with the lock held. Nothing that it does waits. What is answered at once is told before
// anything else.
func (h *Host) decide(e function.Event) {
	var next []function.Event
	for _, x := range h.m.Step(e) {
		switch x := x.(type) {
		case function.Start:
			h.wg.Go(func() { h.start(x) })
		case function.Load:
			if f := h.function(x.Func); f != nil {
				h.procs[x.Proc].link.send(frame{kind: kindLoad, body: append(append([]byte(nil), x.Func[:]...), f...)})
			}
		case function.Send:
			c := h.calls[x.Call]
			c.proc, c.lack = h.procs[x.Proc], nil
			c.proc.call(c)
		case function.Retract:
			p := h.procs[x.Proc]
			next = append(next, function.Retracted{Proc: x.Proc, Calls: p.retract()})
			if len(p.back) == 0 {
				next = append(next, function.Passed{Proc: x.Proc})
			}
		case function.Free:
			h.slots <- x.Slot
		case function.Claim:
			h.wg.Go(func() { h.claim(x.Call) })
		case function.Wait:
			h.procs[x.Proc].waits = h.calls[x.Call]
		case function.Refuse:
			h.procs[x.Proc].link.send(frame{kind: kindRefuse, body: []byte(x.Why)})
		case function.Go:
			h.procs[x.Proc].link.send(frame{kind: kindGo})
		case function.Interrupt:
			h.procs[x.Proc].interrupt()
		case function.Kill:
			if p := h.procs[x.Proc]; p != nil {
				p.kill()
			} else { // it is being started
				h.unwanted[x.Proc] = true
			}
		case function.End:
			h.procs[x.Proc].link.send(frame{kind: kindEnd})
		case function.Ended:
			h.ended(x)
		}
	}
	for _, e := range next {
		h.decide(e)
	}
}

// function finds the pickle of a function that some call wants.
func (h *Host) function(key function.Func) []byte {
	for _, c := range h.calls {
		if c.Function.Key == key {
			return c.Function.Pickle
		}
	}
	return nil
}

// claim gets a slot for a call that goes on.
func (h *Host) claim(c function.Call) {
	h.mu.Lock()
	x := h.calls[c]
	h.mu.Unlock()
	if x == nil || x.Turn != nil && x.Turn.Return(x.ctx) != nil { // its end is on the way
		return
	}
	select {
	case slot := <-h.slots:
		h.step(function.Granted{Call: c, Slot: slot, Now: h.now()})
	case <-h.life.Done():
	}
}
