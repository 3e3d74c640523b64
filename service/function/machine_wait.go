package function

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/service"
)

// waits gives the slot of a process to others, unless too many wait already.
func (m *Machine) waits(p *proc) {
	if p.state != running || len(p.calls) == 0 || p.why != Done {
		return
	}
	n := m.Waiting()
	if n >= m.cfg.Waiting {
		m.emit(Refuse{p.id, fmt.Sprintf("%d functions of this worker already wait for others", n)})
		return
	}
	c := p.calls[0]
	m.emit(Wait{p.id, c.Call})
	c.left -= m.now - p.since
	p.state, p.since = waiting, m.now
	m.giveBack(p)
	s := m.off(p)
	m.leave(c)
	m.fill(s)
}

// Waiting is how many processes wait for the cluster, or for a slot to go on. While some do no call shall
// stand behind others: it might wait too, and who lets functions begin does not know of it.
func (m *Machine) Waiting() (n int) {
	for _, p := range m.order {
		if p.state == waiting || p.state == resuming {
			n++
		}
	}
	return n
}

// resumes asks for a slot again.
func (m *Machine) resumes(p *proc) {
	if p.state == waiting {
		p.state = resuming
		m.emit(Claim{p.calls[0].Call})
	}
}

// granted has a call go on where it waited, or begin again. A slot for a call that has ended is given back.
func (m *Machine) granted(e Granted) {
	c := m.calls[e.Call]
	if c == nil || c.Slot >= 0 || c.proc != nil && c.proc.state != resuming {
		if m.slots[e.Slot] == nil {
			m.emit(Free{e.Slot})
		}
		return
	}
	c.Slot = e.Slot
	p := c.proc
	if p == nil {
		m.queue(c)
		return
	}
	s := &slot{proc: p, calls: 1}
	m.slots[e.Slot] = s
	p.slot, p.state, p.since = s, running, m.now
	m.emit(Go{p.id, c.Call})
}

// stop ends a call early. One that has begun is asked to end, and killed with its process when it does not.
func (m *Machine) stop(c *call, why Outcome, grace service.Nanos) {
	p := c.proc
	if c.begun && p != nil {
		if p.why == Done {
			p.why, p.due = why, m.now+grace
			m.emit(Interrupt{p.id})
		}
		return
	}
	if p != nil && p.ready {
		c.fate = why
		m.retract(p)
		return
	}
	other := func(x *call) bool { return x == c }
	if s := m.slots[c.Slot]; s != nil && c.Slot >= 0 {
		s.queue = slices.DeleteFunc(s.queue, other)
	}
	if p != nil {
		p.calls = slices.DeleteFunc(p.calls, other)
	}
	m.over(c, why, "")
}
