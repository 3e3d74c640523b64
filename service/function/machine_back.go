package function

import "slices"

// Short calls follow each other in a process. One that turns out to be long, or waits for the cluster, keeps
// those behind it from running elsewhere: so they are taken back. What a process has begun by then it keeps.

// shortest is the slot with the fewest calls: one whose process takes c behind them, if there is one.
func (m *Machine) shortest(c *call) int {
	best, joins := -1, false
	for _, n := range m.numbers() {
		s := m.slots[n]
		j := s.proc != nil && len(s.queue) == 0 && m.joins(s.proc, c)
		if best < 0 || j && !joins || j == joins && s.calls < m.slots[best].calls {
			best, joins = n, j
		}
	}
	return best
}

// retract takes back what follows the first call of a process.
func (m *Machine) retract(p *proc) {
	var back []Call
	for _, c := range p.calls {
		if !c.begun {
			back = append(back, c.Call)
		}
	}
	if len(back) > 0 {
		p.owes = true
		m.emit(Retract{p.id, back})
	}
}

// retracted has calls that came back end, or run elsewhere. Those of which it was asked and that did not come
// have begun.
func (m *Machine) retracted(p *proc, ids []Call) {
	var back, kept []*call
	for _, c := range p.calls {
		if slices.Contains(ids, c.Call) {
			back = append(back, c)
		} else {
			kept = append(kept, c)
		}
	}
	p.calls = kept
	m.recall(back)
	for _, n := range m.numbers() { // a process that waits has left the slot of those behind it
		if s := m.slots[n]; s.proc == nil {
			m.fill(s)
		}
	}
}

// recall takes calls, which have not begun, out of their process: they end, or go back to their slots.
func (m *Machine) recall(back []*call) {
	var stay []*call
	for _, c := range back {
		c.proc = nil
		switch {
		case c.fate != Done:
			m.over(c, c.fate, "")
		case c.movable():
			m.over(c, Unbegun, "")
		default:
			stay = append(stay, c)
		}
	}
	if len(stay) > 0 { // they are of one slot
		s := m.slots[stay[0].Slot]
		s.queue = append(stay, s.queue...)
	}
}

// movable reports that a call can run as well on another slot, which others find for it. Here it is known how
// often its process has ended in it.
func (c *call) movable() bool { return c.Behind && !c.alone }

// Busy reports that some slot has calls, behind which others may stand.
func (m *Machine) Busy() bool { return len(m.slots) > 0 }

// passed says that a process takes calls again.
func (m *Machine) passed(p *proc) {
	if p.owes = false; p.slot != nil {
		m.fill(p.slot)
	}
}

// giveBack gives back what stands behind the first call of a process: in it, and on its slot.
func (m *Machine) giveBack(p *proc) {
	if !p.owes {
		m.retract(p)
	}
	s := p.slot
	if s == nil {
		return
	}
	queue := s.queue
	s.queue = slices.DeleteFunc(slices.Clone(queue), (*call).movable)
	for _, c := range queue {
		if c.movable() {
			m.over(c, Unbegun, "")
		}
	}
}

// begins has the next call of a process begin. One that nobody wants any more is asked to end.
func (m *Machine) begins(p *proc) {
	c := p.calls[0]
	c.begun, p.since = true, m.now
	if c.fate != Done {
		m.stop(c, c.fate, m.cfg.Grace/4)
	}
}
