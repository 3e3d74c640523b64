package subtask

import "github.com/mars-project/mars-go/service"

// What a function needs of its worker, packages of its environment, takes minutes to be made. A run that
// lacks it gives back slot and memory and stands as one that has not begun: others run meanwhile, and it can
// be canceled and revoked.

// unready has a run wait until what its function needs is there.
func (m *Machine) unready(id service.Run) {
	r := m.runs[id]
	if r == nil || r.state != running {
		return
	}
	m.running--
	m.take(r, -1)
	if m.alone == r {
		m.alone = nil
	}
	if r.aborted {
		m.leave(r)
		return
	}
	r.state, r.lacks = blocked, true
	r.far = false // its inputs were here a moment ago
	m.count(r, 1) // so others are leased in its place
	m.again()
}

// prepared queues a run that was unready.
func (m *Machine) prepared(id service.Run) {
	if r := m.runs[id]; r != nil && r.lacks {
		m.ready(r)
		m.queue(r)
	}
}

// ready says that a run is unready no more, or no more here.
func (m *Machine) ready(r *run) {
	if r.lacks {
		r.lacks = false
		m.count(r, -1)
	}
}
