package subtask

import (
	"github.com/mars-project/mars-go/service"
)

// Runs that take no longer than handing them to a slot does are started before a slot is free, and wait there
// for it: a slot that ends one goes on with the next while the machine hears of it. They are few, and need
// little memory, for what is started cannot be given back and what it books nobody else can have.

// Those that call functions wait in the process that runs the ones before them. One that would do so for long
// is given back, and its task is one of long runs then.

// smallMem bounds the memory of a small run, and smallShare is its share of the budget.
const (
	smallMem   = 1 << 20
	smallShare = 1024
)

// small reports that s may be started ahead while the runs of its task are short. What touches the world
// never is: how long that takes is not known.
func (m *Machine) small(r *run, s *service.Subtask) bool {
	most := int64(smallMem)
	if m.cfg.Mem > 0 {
		most = min(most, m.cfg.Mem/smallShare)
	}
	n := r.mem
	for i := range s.Inputs {
		n += s.Inputs[i].Bytes
	}
	return r.slots == 1 && (s.Traits == 0 || calls(s)) && n <= max(most, m.cfg.Floor)
}

// calls reports that all of s is a call in a process, which may be given back as long as it has not begun.
func calls(s *service.Subtask) bool {
	return s.Traits&service.Process != 0 && s.Traits&^(service.Process|service.Opaque) == 0
}

// took counts what a run took. One that was long counts at once.
func (t *task) took(d service.Nanos) {
	switch {
	case d <= 0: // no clock is so fine
	case t.mean == 0:
		t.mean = d
	default:
		t.mean += (d - t.mean) / 8
	}
}

// take gives r its slots, or with by < 0 takes them back.
func (m *Machine) take(r *run, by int32) {
	m.slots += by * r.slots
	if r.slots > 1 {
		m.wide += by
	}
}

// room is the slots that may be in use once r is started: those of the band, and for a small one of a task
// whose runs are short some more, unless one has several for itself, or waits for others: what is ahead might
// wait too.
func (m *Machine) room(r *run) int32 {
	short := m.cfg.Short
	if r.process {
		short = m.cfg.ShortCall
	}
	if t := r.lease.task; !r.small || r.alone || m.wide > 0 || t.mean == 0 || t.mean > short || len(m.away) > 0 {
		return m.cfg.Slots
	}
	return m.cfg.Slots * int32(1+m.cfg.Ahead)
}

// unbegun queues a run again whose call has not begun.
func (m *Machine) unbegun(id service.Run) {
	r := m.runs[id]
	if r == nil || r.state != running {
		return
	}
	m.running--
	m.take(r, -1)
	if r.aborted {
		m.leave(r)
		return
	}
	t := r.lease.task
	t.mean = max(t.mean, 2*m.cfg.ShortCall)
	r.far = false // its inputs were here a moment ago
	m.queue(r)
	m.again()
}
