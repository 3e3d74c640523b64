package task

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// Config says which task it is.
type Config struct {
	ID      service.TaskID
	Session string
	Name    string
	Owner   string // node of the supervisor, to which workers report
	Planner service.Planner
}

type stage struct {
	number int
	await  int // subtasks that are not done
	values []op.Key
	asked  bool // Fetch is out
}

// A Machine leads one task. It is pure as far as its planner is.
type Machine struct {
	cfg     Config
	state   service.TaskState
	ending  bool // failed or canceled, and some of it may still run
	err     *service.Failure
	started service.Nanos
	ended   service.Nanos
	skel    []int32    // by number: the stages that await it, as a place in waits; 0 is none, and what is done
	done    []bool     // by number
	nodes   [][]int32  // by number: Nodes
	waits   [][]*stage // lists of stages, of which many subtasks share one; they do not change
	open    []*stage
	out     int // subtasks submitted and not done
	known   int // subtasks submitted
	again   map[service.SubtaskID]service.Again
	p       service.Progress
	targets []service.Manifest
	over    []Effect
}

// New makes the machine of a task.
func New(cfg Config) (*Machine, error) {
	if cfg.Planner == nil || cfg.Session == "" {
		return nil, errs.New(errs.Invalid, "task %s needs a planner and a session", cfg.ID)
	}
	m := &Machine{cfg: cfg, again: map[service.SubtaskID]service.Again{}, waits: [][]*stage{nil}}
	m.p.Nodes = cfg.Planner.Nodes()
	return m, nil
}

// Step takes an event and says what is to be done. The effects are the caller's.
func (m *Machine) Step(e Event) []Effect {
	m.over = nil
	switch e := e.(type) {
	case Start:
		m.started = e.Now
		m.plan()
	case Assigned:
		m.assigned(e)
	case Done:
		m.finished(e)
	case Failed:
		m.failed(e)
	case Retried:
		m.p.Retried++
	case Waiting:
		m.p.Waiting = e.Why
	case Stalled:
		m.emit(Recover{e.Run, e.Lost})
	case Again:
		m.rerun(e.Items)
	case Unrecoverable:
		f := lostFailure(e)
		if e.Run != (service.Run{}) && m.state.Over() && !m.ending { // it was made again for others
			delete(m.again, e.Run.ID)
			m.emit(Broken{e.Run.ID, f.Err().Error()})
		}
		m.fail(f)
	case Given:
		m.given(e)
	case Cancel:
		if !m.ending && !m.state.Over() {
			m.ending, m.state = true, service.Canceled
			m.err = &service.Failure{Kind: errs.Canceled, Msg: fmt.Sprintf("task %s was canceled", m.cfg.ID)}
			m.emit(StopAll{})
		}
	case Stopped:
		if m.ending {
			m.ending, m.ended = false, e.Now
			m.emit(End{m.state, m.err})
		}
	case Forgotten:
		if m.state.Over() && !m.ending {
			m.emit(Drop{})
		}
	default:
		panic(fmt.Sprintf("task: unknown event %T", e))
	}
	return m.over
}

func (m *Machine) emit(e Effect) { m.over = append(m.over, e) }

// going reports that the task is neither over nor ending.
func (m *Machine) going() bool { return !m.state.Over() && !m.ending }

// Info is what is known of the task now.
func (m *Machine) Info() service.TaskInfo {
	i := service.TaskInfo{
		ID: m.cfg.ID, Session: m.cfg.Session, Name: m.cfg.Name, State: m.state, Err: m.err, Started: m.started, Ended: m.ended,
		Progress: m.p, Targets: m.targets,
	}
	if m.ending {
		i.State = service.Running
	}
	i.Running = m.out
	i.Nodes = slices.Clone(m.p.Nodes)
	return i
}

// fail ends the task with its first failure.
func (m *Machine) fail(f *service.Failure) {
	if !m.going() {
		return
	}
	m.ending, m.state, m.err = true, service.Failed, f
	m.emit(StopAll{})
}

func lostFailure(e Unrecoverable) *service.Failure {
	f := &service.Failure{Kind: errs.Lost, Msg: fmt.Sprintf("chunk %s is lost and cannot be made again: %s", e.Key.Short(), e.Why)}
	if e.Run != (service.Run{}) {
		f.Where = e.Run.ID.String()
	}
	return f
}

// plan asks the planner until it waits for what is out.
func (m *Machine) plan() {
	for m.going() {
		m.state = service.Planning
		stages, err := m.cfg.Planner.Next()
		if err != nil {
			m.fail(service.FailureOf(err).On(m.cfg.ID.String()))
			return
		}
		over := false
		for i := range stages {
			over = m.add(&stages[i]) || over
		}
		if m.out > 0 || len(m.open) > 0 {
			m.state = service.Running
		}
		if over {
			continue
		}
		if len(stages) > 0 || m.out > 0 || len(m.open) > 0 {
			return
		}
		m.targets = m.cfg.Planner.Targets()
		m.state = service.Done
		m.emit(Keep{m.targets})
		m.emit(End{State: service.Done})
		return
	}
}

// add takes a stage in. It reports whether the stage is over at once.
func (m *Machine) add(s *service.Stage) bool {
	if len(s.Subtasks) > 0 {
		m.p.Stages++
		m.emit(Track{s.Subtasks})
	}
	if len(s.Drop) > 0 {
		m.emit(Unhold{s.Drop})
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
			m.p.Nodes[k].Total++
		}
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
		m.emit(Submit{p})
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

// reached is called when all that w awaits is done. It reports whether w is over; else its values are on their way.
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

// finished takes results of subtasks.
func (m *Machine) finished(e Done) {
	m.emit(Finished{e.Band, e.Epoch, e.Results})
	over := false
	for i := range e.Results {
		x := &e.Results[i]
		n := x.ID.N()
		delete(m.again, x.ID)
		if n >= len(m.done) {
			continue
		}
		if m.going() {
			if err := m.cfg.Planner.Report(x); err != nil {
				m.fail(service.FailureOf(err).On(x.ID.String()))
				return
			}
		}
		if m.done[n] {
			continue
		}
		m.done[n] = true
		m.p.Busy += x.Ended - x.Started
		m.out--
		m.p.Done++
		for _, k := range m.nodes[n] {
			m.p.Nodes[k].Done++
		}
		m.nodes[n] = nil
		for _, w := range m.waits[m.skel[n]] {
			if w.await--; w.await == 0 {
				over = m.reached(w) || over
			}
		}
		m.skel[n] = 0
	}
	if m.going() && (over || m.out == 0 && len(m.open) == 0) {
		m.plan()
	}
}

// given passes values to the planner.
func (m *Machine) given(e Given) {
	i := slices.IndexFunc(m.open, func(w *stage) bool { return w.number == e.Stage && w.asked })
	if i < 0 || !m.going() {
		return
	}
	w := m.open[i]
	if e.Err != nil {
		m.fail(e.Err.On(m.cfg.ID.String()))
		return
	}
	for k, v := range e.Values {
		if err := m.cfg.Planner.Give(w.values[k], v); err != nil {
			m.fail(service.FailureOf(err).On(m.cfg.ID.String()))
			return
		}
	}
	m.close(w)
	m.plan()
}

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
	s, err := m.cfg.Planner.Build(id)
	s.Outputs = slices.Clone(s.Outputs)
	return s, err
}

func parts(s *service.Subtask, ps [][]int32) {
	for i := range ps {
		if i < len(s.Outputs) {
			s.Outputs[i].Parts = ps[i]
		}
	}
}

// assigned builds a lease and sends it.
func (m *Machine) assigned(e Assigned) {
	if m.ending {
		return // schedule is told to stop; the band never hears of it
	}
	l := service.Lease{
		ID: e.Lease, Owner: m.cfg.Owner, Session: m.cfg.Session, Task: m.cfg.ID, Band: e.Band, Epoch: e.Epoch,
		Subtasks: make([]service.Subtask, 0, len(e.Runs)),
	}
	var local map[op.Key]bool
	if len(e.Local) > 0 {
		local = make(map[op.Key]bool, len(e.Local))
		for _, k := range e.Local {
			local[k] = true
		}
	}
	var outs []service.Output // of all of them: they are changed, and the planner's are not
	for _, r := range e.Runs {
		s, err := m.cfg.Planner.Build(r.ID)
		if err != nil && l.Bad == nil {
			l.Bad = service.FailureOf(err).On(r.ID.String())
		}
		outs = append(outs, s.Outputs...)
		s.Outputs = outs[len(outs)-len(s.Outputs) : len(outs) : len(outs)]
		s.ID, s.Attempt = r.ID, r.Attempt
		if it, ok := m.again[r.ID]; ok {
			s.Deps = it.Deps
			parts(&s, it.Parts)
		}
		for j := range s.Outputs {
			s.Outputs[j].Local = local[s.Outputs[j].Key]
		}
		l.Subtasks = append(l.Subtasks, s)
	}
	m.emit(Send{l})
}
