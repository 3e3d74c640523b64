package subtask

import (
	"slices"

	"github.com/mars-project/mars-go/service"
)

// A run that waits for other tasks gives its slot to them. They are deeper than it, and what is deeper runs
// first: it is what others wait for. So few wait at a time, however many could. Were those of one depth let
// in while many wait, each of them would come to wait too, and hold a process.

// maxDepth is the most tasks that wait one for the other.
const maxDepth = service.MaxDepth

// crowd is how many runs for each slot may wait before none is admitted that is no deeper.
const crowd = 2

// waits gives the slot of a run to others.
func (m *Machine) waits(id service.Run) {
	r := m.runs[id]
	if r == nil || r.state != running || r.aborted {
		return
	}
	r.state = away
	m.away = append(m.away, r)
	m.running--
	m.take(r, -1)
	if m.alone == r {
		m.alone = nil
	}
	m.count(r, 1)
	m.again()
}

// resumes has a run wait for a slot.
func (m *Machine) resumes(id service.Run) {
	if r := m.runs[id]; r != nil && r.state == away {
		r.state = returning
	}
}

// regain gives slots to those that return, ahead of those that have not begun and are no deeper: who
// returns to look again may wait for what is deeper.
func (m *Machine) regain() {
	for m.alone == nil {
		best := m.returner()
		if best == nil || m.slots+best.slots > m.cfg.Slots || m.deeper(best.depth) {
			return
		}
		m.goOn(best)
	}
}

// returner is the run that goes on next, of those that return.
func (m *Machine) returner() (best *run) {
	for _, r := range m.away {
		if r.state == returning && (best == nil || r.before(best)) {
			best = r
		}
	}
	return best
}

// goOn gives a slot to a run that returns.
func (m *Machine) goOn(r *run) {
	m.home(r)
	r.state = running
	m.running++
	m.take(r, 1)
	m.starts++
	m.emit(Go{r.id})
}

// deeper reports that what is deeper is to have the next slot: it is admitted, or can be.
func (m *Machine) deeper(depth int32) bool {
	if depth == maxDepth {
		return false
	}
	if m.claims(depth+1) > 0 {
		return true
	}
	if r := m.members.top(); r != nil && r.depth > depth && m.first == nil {
		return true
	}
	n := m.near.top()
	return n != nil && n.depth > depth && m.first == nil && !m.crowded(n)
}

// home takes a run off those that are away.
func (m *Machine) home(r *run) {
	i := slices.Index(m.away, r)
	m.away = slices.Delete(m.away, i, i+1)
	m.count(r, -1)
}

// count tells the owner of a run how many of its runs are away.
func (m *Machine) count(r *run, n int32) {
	o := r.lease.owner
	o.away += n
	o.urgent = true
}

// patience is how long nothing runs before one is admitted for all that: what is made again, and what others
// wait for in ways of their own, are not as deep as they should be.
const patience = 20_000_000

// passes reports that a run is admitted though it is no deeper: nothing has run for a while.
func (m *Machine) passes() bool {
	if m.pass {
		m.pass = false
		return true
	}
	if !m.looking && m.running+m.admitted == 0 {
		m.looking, m.looked = true, m.starts
		m.emit(Look{m.patience()})
	}
	return false
}

// patience is twice as long for each that waits on a slot beyond a crowd: on a busy machine it is long until
// what they wait for comes, and each that is let in meanwhile might wait too, until there is no place for
// those who have to.
func (m *Machine) patience() service.Nanos {
	return patience << max(0, len(m.away)/int(m.cfg.Slots)-crowd)
}

// crowded reports that a run has to wait for those that are deeper.
func (m *Machine) crowded(r *run) bool {
	if len(m.away) < crowd*int(m.cfg.Slots) && !r.shy && (m.cfg.Mem == 0 || r.mem < m.cfg.Mem) {
		return false
	}
	return slices.ContainsFunc(m.away, func(x *run) bool { return x.depth >= r.depth })
}

// claims are the slots that admitted runs of at least a depth will take.
func (m *Machine) claims(depth int32) (n int32) {
	for _, c := range m.claimed[depth:] {
		n += c
	}
	return n
}
