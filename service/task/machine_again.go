package task

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
)

// failed takes the failure of a subtask. After the end of the task it was one that was made again for others.
func (m *Machine) failed(e Failed) {
	f := e.Err
	if !e.Band.IsZero() {
		f = f.On(e.Run.ID.String() + " on " + e.Band.String())
	} else {
		f = f.On(e.Run.ID.String())
	}
	if m.state.Over() && !m.ending {
		delete(m.again, e.Run.ID)
		m.emit(Broken{e.Run.ID, f.Err().Error()})
		return
	}
	m.fail(f)
}

// rerun submits subtasks that lifecycle wants to run again.
func (m *Machine) rerun(items []service.Again) {
	if m.ending {
		return
	}
	list := make([]service.Subtask, 0, len(items))
	for _, it := range items {
		s, err := m.build(it.ID)
		if err != nil {
			m.broken(it.ID, err)
			continue
		}
		s.Calls = nil
		s.Attempt, s.Deps = it.Attempt, it.Deps
		m.again[it.ID] = it
		parts(&s, it.Parts)
		list = append(list, s)
	}
	if m.ending {
		return
	}
	m.p.Restored += len(list)
	m.emit(Rerun{list})
}

func (m *Machine) broken(id service.SubtaskID, err error) {
	f := service.FailureOf(err).On(id.String())
	if m.state.Over() {
		m.emit(Broken{id, f.Err().Error()})
		return
	}
	m.fail(f)
}

// build is a subtask with its calls. Its lists may be changed.
func (m *Machine) build(id service.SubtaskID) (service.Subtask, error) {
	s, err := m.ask(id)
	s.Outputs = slices.Clone(s.Outputs)
	return s, err
}

// ask is build of a subtask whose lists are the planner's.
func (m *Machine) ask(id service.SubtaskID) (service.Subtask, error) {
	if m.asking { // the task has ended, and its planner has not
		return service.Subtask{ID: id}, errs.New(errs.Internal, "the planner of task %s does not answer", m.cfg.ID)
	}
	return m.cfg.Planner.Build(id)
}
