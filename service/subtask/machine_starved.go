package subtask

import (
	"slices"

	"github.com/mars-project/mars-go/service"
)

// Runs that wait for other tasks keep their inputs in memory. What they wait for may find no room because of
// that. Those that are deeper pass one that is not. When the deepest finds no room, the run that has waited
// for the shortest time, and so loses least, is displaced: it ends, and begins again when none is away any
// more, or when nothing else runs.

// maxAlone is how often a run is displaced though no other is away, before it is said to need too much.
const maxAlone = 3

// onceLooks is how often a reservation is starved before a run ends that may begin once, and so fails. What
// somebody reads for a while, say over a slow link, is in use too and comes back.
const onceLooks = 50

// starved is told, again and again, while a reservation waits and nothing can be spilled for it.
func (m *Machine) starved(id service.Run) {
	r := m.runs[id]
	if r == nil || r.state != reserving || r.aborted || m.running > 0 || m.admitted > 1 { // what runs gives memory back
		return
	}
	if x := m.returner(); x != nil { // though what is deeper comes first
		m.goOn(x)
		return
	}
	for _, h := range []*heap{&m.near, &m.far, &m.members} {
		if x := h.top(); x != nil && x.depth > r.depth && len(m.away) > 0 {
			r.passed = true
			m.emit(Withdraw{id})
			return
		}
	}
	r.looks++
	m.displace(r.depth, r.looks >= onceLooks)
}

// displace ends the last run that went away and is less deep, for those that are deeper: one that may begin
// again, if there is one, and with once also one that may not. It reports whether one ends, or goes on.
func (m *Machine) displace(depth int32, once bool) bool {
	var last *run
	for _, x := range m.away {
		switch {
		case x.state == returning || x.displaced:
			return true
		case !x.aborted && x.depth < depth && (once || !x.once) && (last == nil || last.once || !x.once):
			last = x
		}
	}
	if last == nil {
		return false
	}
	last.displaced = true
	if len(m.away) == 1 {
		last.displacedAlone++
	}
	m.emit(Displace{last.id})
	return true
}

// yielding reports that a run is about to give its memory back: it ends, or goes on.
func (m *Machine) yielding() bool {
	return slices.ContainsFunc(m.away, func(x *run) bool { return x.state == returning || x.displaced })
}

// gaveWay queues a run that was displaced. It fails when what it waits for has no room though nothing else
// waits.
func (m *Machine) gaveWay(r *run, x *service.Result) {
	if r.displacedAlone == maxAlone {
		r.alone = true
		m.refusedMore(r, x)
		return
	}
	r.displaced, r.shy, r.far = false, true, false
	m.queue(r)
}
