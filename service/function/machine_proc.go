package function

import (
	"slices"
	"strings"
)

// started sends a process that is ready what it was started for.
func (m *Machine) started(p *proc) {
	if p.state != starting {
		return
	}
	p.ready, p.state = true, running
	for _, c := range p.calls {
		m.send(p, c)
	}
	if len(p.calls) == 0 { // they were canceled meanwhile
		m.idles(p)
	}
}

// idles takes a process that has no call off its slot. It ends if it is spent.
func (m *Machine) idles(p *proc) {
	s := m.off(p)
	if p.spent {
		m.end(p)
	} else {
		p.state, p.since = idle, m.now
	}
	if s != nil {
		m.fill(s)
	}
	m.thin()
}

// off takes a process off its slot.
func (m *Machine) off(p *proc) *slot {
	s := p.slot
	if p.slot = nil; s != nil {
		s.proc = nil
	}
	return s
}

// answered ends the first call of a process and goes on with the next.
func (m *Machine) answered(p *proc, id Call, spent bool) {
	if len(p.calls) == 0 || p.calls[0].Call != id {
		return
	}
	c := p.calls[0]
	p.calls = p.calls[1:]
	p.spent = p.spent || spent
	outcome := p.why
	if outcome != Done { // the signal may still be on its way
		p.spent, p.why, p.due = true, Done, 0
	}
	m.over(c, outcome, "")
	switch {
	case p.killed:
	case len(p.calls) > 0: // it has begun the next one already, even if it is spent
		m.begins(p)
		m.fill(p.slot)
	default:
		m.idles(p)
	}
}

// died has the calls of a process run elsewhere. Only the first of them can be why it died.
func (m *Machine) died(p *proc, why string) {
	m.gone(p)
	calls, s := p.calls, m.off(p)
	var first *call
	if len(calls) > 0 && calls[0].begun {
		first, calls = calls[0], calls[1:]
	}
	if p.state == starting {
		calls = m.unstarted(calls, why)
	}
	m.recall(calls)
	if first != nil {
		first.proc = nil
		switch {
		case p.why != Done:
			m.over(first, p.why, "")
		default:
			m.crashed(first, why)
		}
	}
	if s != nil {
		m.fill(s)
	}
}

// unstarted are the calls for which a process shall be started again.
func (m *Machine) unstarted(calls []*call, why string) (rest []*call) {
	for _, c := range calls {
		if c.starts++; c.starts == starts {
			m.over(c, Unstarted, why)
			continue
		}
		rest = append(rest, c)
	}
	return rest
}

// crashed tries a call again, with a process of its own, unless it has ended too many.
func (m *Machine) crashed(c *call, why string) {
	c.deaths = append(c.deaths, why)
	most := tries
	if c.Repeat {
		most = triesRepeated
	}
	if c.Once || len(c.deaths) == most {
		m.over(c, Crashed, strings.Join(c.deaths, "; then "))
		return
	}
	c.alone = true
	m.again(c)
}

// again has a call begin once more, behind the others of its slot. One that waited has no slot.
func (m *Machine) again(c *call) {
	c.begun, c.left = false, c.Limit
	if s := m.slots[c.Slot]; s != nil && c.Slot >= 0 {
		s.queue = append(s.queue, c)
		return
	}
	m.emit(Claim{c.Call})
}

// wanted ends a process that keeps what others want, once it runs nothing.
func (m *Machine) wanted(p *proc) {
	p.spent = true
	if p.state == idle {
		m.end(p)
	}
}

// closed ends all that belongs to a session.
func (m *Machine) closed(session string) {
	var calls []Call
	for id, c := range m.calls {
		if c.Session == session {
			calls = append(calls, id)
		}
	}
	slices.Sort(calls)
	left := map[*slot]bool{}
	for _, s := range m.slots {
		s.queue = slices.DeleteFunc(s.queue, func(c *call) bool { return c.Session == session })
	}
	for _, p := range m.order {
		if p.Session == session {
			p.calls, p.state, p.why = nil, doomed, Done
			if s := m.off(p); s != nil {
				left[s] = true
			}
			m.kill(p)
		}
	}
	for _, id := range calls {
		m.over(m.calls[id], Dropped, "")
	}
	for _, n := range m.numbers() {
		if s := m.slots[n]; left[s] {
			m.fill(s)
		}
	}
}

// numbers are those of slots that have calls, in order.
func (m *Machine) numbers() (ns []int) {
	for n := range m.slots {
		ns = append(ns, n)
	}
	slices.Sort(ns)
	return ns
}

// tick ends what is idle for long, what has run out of time, and what does not end.
func (m *Machine) tick() {
	for _, p := range m.order {
		switch {
		case p.due > 0 && p.due <= m.now:
			m.kill(p)
		case p.state == idle && m.now-p.since >= m.cfg.IdleFor:
			m.end(p)
		case p.state == running && p.why == Done && len(p.calls) > 0:
			c := p.calls[0]
			if c.Limit > 0 && m.now-p.since >= c.left {
				m.stop(c, TimedOut, m.cfg.Grace)
			}
			if m.now-p.since >= m.cfg.Long {
				m.giveBack(p)
			}
		}
	}
}
