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
	User    string
	Owner   string // node of the supervisor, to which workers report
	Planner service.Planner
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
	shown   []service.NodeProgress // p.Nodes as Info told them last
	touched int                    // changes of them since
	targets []service.Manifest
	over    []Effect
	asking  bool    // Plan is out: the planner is used by somebody else
	later   []Event // that need the planner, for then
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
	m.step(e)
	for len(m.later) > 0 && !m.mustWait(m.later[0]) {
		e := m.later[0]
		m.later = m.later[1:]
		m.step(e)
	}
	return m.over
}

// mustWait reports an event that has to wait for the planner.
func (m *Machine) mustWait(e Event) bool {
	if !m.asking || !m.going() {
		return false
	}
	switch e.(type) {
	case Assigned, Done, Again, Given:
		return true
	}
	return false
}

func (m *Machine) step(e Event) {
	if m.mustWait(e) {
		m.later = append(m.later, e)
		return
	}
	switch e := e.(type) {
	case Queued:
		if m.started == 0 {
			m.started, m.p.Waiting = e.Now, e.String()
		}
	case Start:
		m.started, m.p.Waiting = e.Now, ""
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
	case Planned:
		m.planned(e)
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
}

func (m *Machine) emit(e Effect) { m.over = append(m.over, e) }

// going reports that the task is neither over nor ending.
func (m *Machine) going() bool { return !m.state.Over() && !m.ending }

// Info is what is known of the task now.
func (m *Machine) Info() service.TaskInfo {
	i := service.TaskInfo{
		ID: m.cfg.ID, Session: m.cfg.Session, Name: m.cfg.Name, User: m.cfg.User, State: m.state, Err: m.err, Started: m.started, Ended: m.ended,
		Progress: m.p, Targets: m.targets,
	}
	if m.ending {
		i.State = service.Running
	}
	i.Running = m.out
	if m.shown == nil || !m.going() || m.touched > len(m.p.Nodes)/behind {
		m.shown, m.touched = slices.Clone(m.p.Nodes), 0
	}
	i.Nodes = m.shown
	return i
}

// behind is the part of the nodes by which what Info says of each may be behind while the task runs: all of
// them are not copied for each subtask.
const behind = 64

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
		m.count(x, m.nodes[n])
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

// count shares out what a subtask took among the values that it helped to make.
func (m *Machine) count(x *service.Result, nodes []int32) {
	if len(nodes) == 0 {
		return
	}
	made := int64(0)
	for i := range x.Facts {
		made += x.Facts[i].Bytes
	}
	share, n := x.Ended-x.Started, int64(len(nodes))
	for _, k := range nodes {
		m.touched++
		y := &m.p.Nodes[k]
		y.Done++
		y.Busy += share / service.Nanos(n)
		y.Bytes += made / n
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
		ID: e.Lease, Owner: m.cfg.Owner, Session: m.cfg.Session, Task: m.cfg.ID, Band: e.Band, Epoch: e.Epoch, Depth: e.Depth,
		Subtasks: make([]service.Subtask, 0, len(e.Runs)),
	}
	var local map[op.Key]bool
	if len(e.Local) > 0 {
		local = make(map[op.Key]bool, len(e.Local))
		for _, k := range e.Local {
			local[k] = true
		}
	}
	outs := make([]service.Output, 0, len(e.Runs)) // of all of them: they are changed, and the planner's are not
	for _, r := range e.Runs {
		s, err := m.ask(r.ID)
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
