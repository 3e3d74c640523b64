package subtask

import (
	"cmp"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
)

// pressed reports that memory was short. A session that has reached a quota has no use for a larger grant.
func pressed(f *service.Failure) bool {
	return f.Kind == errs.Pressure || f.Kind == errs.OutOfMemory && f.Quota == ""
}

// revoke gives back what was asked for and has not been admitted, with all that waits for it.
func (m *Machine) revoke(e Revoke) {
	o := m.owner(e.Owner)
	for _, id := range e.Runs {
		if r := m.runs[id]; r != nil && r.lease.owner == o && r.state <= queued {
			m.unqueue(r)
			m.back(r)
		}
	}
	o.answer, o.urgent = true, true
	m.sweep()
}

// unqueue takes r out of the line; sweep takes it out of its heap.
func (m *Machine) unqueue(r *run) {
	if m.first == r {
		m.first = nil
	}
}

// sweep takes runs that are gone out of the queues.
func (m *Machine) sweep() {
	here := func(r *run) bool { return m.runs[r.id] == r }
	m.near.filter(here)
	m.far.filter(here)
	m.members.filter(here)
	m.able.filter(here)
}

// cancel drops what has not started and aborts the rest.
func (m *Machine) cancel(t service.TaskID) {
	if m.tasks[t] == nil {
		m.gone = append(m.gone, t)
		for _, o := range m.list {
			o.urgent = true
		}
		return
	}
	if m.canceled[t] {
		return
	}
	m.canceled[t] = true
	var all []*run
	for _, r := range m.runs {
		if r.lease.task.id == t {
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b *run) int { return cmp.Compare(a.serial, b.serial) })
	for _, r := range all {
		switch r.state {
		case blocked, queued:
			m.unqueue(r)
			m.drop(r)
		case able:
			m.admitted--
			m.claimed[r.depth] -= r.slots
			m.emit(Release{r.id})
			if m.alone == r {
				m.alone = nil
			}
			m.drop(r)
		default:
			r.aborted = true
			m.emit(Abort{r.id})
		}
	}
	for _, o := range m.list { // its owner hears of all that was made before it hears that the task has ended
		o.urgent = true
	}
	m.sweep()
	m.again()
}

// drop ends a run of a canceled task: local chunks that it would have read are freed with their last reader.
func (m *Machine) drop(r *run) {
	for _, c := range r.in {
		c.readers--
		m.freeUnread(r, c)
	}
	m.forget(r)
}

// drain gives back all that has not been admitted, and will take nothing new.
func (m *Machine) drain() {
	m.drained = true
	var all []*run
	for _, r := range m.runs {
		if r.state <= queued {
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b *run) int { return cmp.Compare(a.serial, b.serial) })
	for _, r := range all {
		if m.runs[r.id] == r {
			m.unqueue(r)
			m.back(r)
		}
	}
	m.sweep()
}

// renew puts a fresh owner in the place of one: what still ends for the old one is told to nobody. Numbers of
// reports go on, so that an acknowledgement that is late names no new one.
func (m *Machine) renew(name string) {
	o := m.owners[name]
	if o == nil {
		return
	}
	fresh := &owner{name: name, seq: o.seq}
	m.owners[name] = fresh
	m.list[slices.Index(m.list, o)] = fresh
}

// acked forgets reports that their owner has.
func (m *Machine) acked(e Acked) {
	o := m.owners[e.Owner]
	if o == nil {
		return
	}
	for len(o.sent) > 0 && o.sent[0].Seq <= e.Seq {
		o.sent = o.sent[1:]
	}
}

// report tells owners what they wait for: at once when something failed or was given back, when there is
// nothing left to start, or when enough has gathered; else after a while.
func (m *Machine) report() {
	idle := m.near.top() == nil && m.far.top() == nil && m.members.top() == nil && m.first == nil && m.admitted == 0 && m.slots <= m.cfg.Slots
	for _, o := range m.list {
		if !o.urgent && len(o.results) < m.cfg.Batch && !(idle && len(o.results) > 0) {
			if len(o.results) > 0 && !m.waking {
				m.waking = true
				m.emit(Wake{m.cfg.Delay})
			}
			continue
		}
		if len(o.results)+len(o.back)+len(o.promoted) == 0 && !o.answer && o.away == o.told {
			o.urgent = false
			continue
		}
		o.seq++
		r := service.Report{Band: m.cfg.Band, Seq: o.seq, Results: o.results, Returned: o.back, Promoted: o.promoted, Answer: o.answer, Away: o.away, Load: m.Load()}
		o.results, o.back, o.promoted, o.answer, o.urgent, o.told = make([]service.Result, 0, len(o.results)), nil, nil, false, false, o.away
		o.sent = append(o.sent, r)
		m.emit(Report{o.name, r})
	}
}
