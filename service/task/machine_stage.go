package task

import (
	"slices"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

type stage struct {
	number int
	await  int // subtasks that are not done
	values []op.Key
	asked  bool // Fetch is out
}

// plan asks the planner. What needs it meanwhile waits.
func (m *Machine) plan() {
	if m.going() && !m.asking {
		m.state, m.asking = service.Planning, true
		m.emit(Plan{})
	}
}

// planned takes what the planner said, and asks again where that is over at once.
func (m *Machine) planned(e Planned) {
	m.asking = e.Stuck
	if !m.going() {
		return
	}
	if e.Err != nil {
		m.fail(e.Err.On(m.cfg.ID.String()))
		return
	}
	over := false
	for i := range e.Stages {
		over = m.add(&e.Stages[i]) || over
	}
	if m.out > 0 || len(m.open) > 0 {
		m.state = service.Running
	}
	switch {
	case over:
		m.plan()
	case len(e.Stages) > 0 || m.out > 0 || len(m.open) > 0:
	default:
		m.targets = m.cfg.Planner.Targets()
		m.state = service.Done
		m.emit(Keep{m.targets})
		m.emit(End{State: service.Done})
	}
}

// add takes a stage in. It reports whether the stage is over at once.
func (m *Machine) add(s *service.Stage) bool {
	if len(s.Subtasks) > 0 {
		m.p.Stages++
	}
	m.done, m.skel, m.nodes = slices.Grow(m.done, len(s.Subtasks)), slices.Grow(m.skel, len(s.Subtasks)), slices.Grow(m.nodes, len(s.Subtasks))
	for i := range s.Subtasks {
		x := &s.Subtasks[i]
		n := x.ID.N()
		for len(m.done) <= n {
			m.done, m.skel, m.nodes = append(m.done, false), append(m.skel, 0), append(m.nodes, nil)
		}
		m.nodes[n] = x.Nodes
		for _, k := range x.Nodes {
			m.touched++
			m.p.Nodes[k].Total++
		}
	}
	for _, c := range s.Chosen {
		m.touched++
		m.p.Nodes[c.Node].Chosen = c.What
	}
	m.out += len(s.Subtasks)
	m.p.Total += len(s.Subtasks)
	w := &stage{number: s.Number, values: s.Values}
	a := awaiter{m: m, w: w, with: map[int32]int32{}}
	if s.Await == nil {
		for i := range s.Subtasks {
			a.await(s.Subtasks[i].ID)
		}
	}
	for _, id := range s.Await {
		a.await(id)
	}
	m.open = append(m.open, w)
	for _, p := range pieces(s.Subtasks) {
		m.emit(Track{p})
		m.emit(Submit{p})
	}
	if len(s.Drop) > 0 { // behind the last piece, which may read it
		m.emit(Unhold{s.Drop})
	}
	return w.await == 0 && m.reached(w)
}

// An awaiter makes a stage wait for subtasks.
type awaiter struct {
	m    *Machine
	w    *stage
	with map[int32]int32 // the list without w, and that with it
}

// await makes the stage wait for a subtask that is not done.
func (a awaiter) await(id service.SubtaskID) {
	m, n := a.m, id.N()
	if n >= len(m.done) || m.done[n] {
		return
	}
	was := m.skel[n]
	if l := m.waits[was]; len(l) > 0 && l[len(l)-1] == a.w {
		return
	}
	now, ok := a.with[was]
	if !ok {
		now = int32(len(m.waits))
		m.waits = append(m.waits, append(slices.Clone(m.waits[was]), a.w))
		a.with[was] = now
	}
	m.skel[n] = now
	a.w.await++
}

// reached is called when all that w awaits is done. It reports whether w is over; else its values are on
// their way.
func (m *Machine) reached(w *stage) bool {
	if len(w.values) > 0 {
		if !w.asked {
			w.asked = true
			m.emit(Fetch{w.number, w.values})
		}
		return false
	}
	m.close(w)
	return true
}

func (m *Machine) close(w *stage) {
	if i := slices.Index(m.open, w); i >= 0 {
		m.open = slices.Delete(m.open, i, i+1)
	}
}
