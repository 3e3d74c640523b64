package subtask

import (
	"fmt"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// A Machine runs the subtasks of a band. It is pure.
type Machine struct {
	cfg      Config
	runs     map[service.Run]*run
	tasks    map[service.TaskID]*task // that have runs
	canceled map[service.TaskID]bool
	owners   map[string]*owner
	list     []*owner // in order of arrival
	near     heap     // queued, all inputs here
	far      heap     // queued, some elsewhere
	members  heap     // queued, of gangs
	able     heap
	first    *run // refused: nobody passes it
	asking   bool // one Reserve at a time, so that nobody passes one that is refused
	slots    int32
	wide     int32               // runs that have more than one of them
	admitted int                 // reserving, fetching, able
	claimed  [maxDepth + 1]int32 // slots that admitted runs will take, by depth
	running  int
	away     []*run // those that wait for other tasks, or return
	looking  bool   // Look is out
	starts   int64  // of runs, with those that went on
	looked   int64  // starts when it was asked for
	pass     bool   // the next one is not held back
	alone    *run
	serial   int64
	waking   bool
	drained  bool
	free     []Free
	gone     []service.TaskID // canceled, and nothing is left
	out      []Effect
}

// New makes the machine of a band.
func New(cfg Config) (*Machine, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	return &Machine{
		cfg: cfg, runs: map[service.Run]*run{}, tasks: map[service.TaskID]*task{}, canceled: map[service.TaskID]bool{},
		owners: map[string]*owner{},
	}, nil
}

// Step takes an event and says what is to be done. The slice is good until the next Step.
func (m *Machine) Step(e Event) []Effect {
	m.out, m.free, m.gone = m.out[:0], m.free[:0], m.gone[:0]
	switch e := e.(type) {
	case Leased:
		m.leased(&e.Lease, e.Far)
	case Granted:
		m.granted(e.Run)
	case Refused:
		m.refused(e.Run)
	case Fetched:
		m.fetched(e)
	case Ended:
		for i := range e.Results {
			m.ended(&e.Results[i])
		}
	case Unbegun:
		m.unbegun(e.Run)
	case Unready:
		m.unready(e.Run)
	case Prepared:
		m.prepared(e.Run)
	case Waits:
		m.waits(e.Run)
	case Resumes:
		m.resumes(e.Run)
	case Freed:
		m.again()
	case Starved:
		m.starved(e.Run)
	case Revoke:
		m.revoke(e)
	case Cancel:
		m.cancel(e.Task)
	case Leave:
		m.renew(e.Owner)
	case Acked:
		m.acked(e)
	case Flush:
		m.waking = false
		for _, o := range m.list {
			o.urgent = o.urgent || len(o.results) > 0
		}
	case Looked:
		m.looking = false
		m.pass = m.running+m.admitted == 0 && m.starts == m.looked
	case Drain:
		m.drain()
	default:
		panic(fmt.Sprintf("subtask: unknown event %T", e))
	}
	for _, f := range m.free {
		m.emit(f)
	}
	m.admit()
	m.report()
	for _, t := range m.gone {
		m.emit(Canceled{t})
	}
	return m.out
}

func (m *Machine) emit(e Effect) { m.out = append(m.out, e) }

func (m *Machine) owner(name string) *owner {
	o := m.owners[name]
	if o == nil {
		o = &owner{name: name}
		m.owners[name] = o
		m.list = append(m.list, o)
	}
	return o
}

// leased takes a lease. Runs that are here already, or have ended and are not acknowledged, are left out.
func (m *Machine) leased(l *service.Lease, far []int64) {
	o := m.owner(l.Owner)
	if m.drained || m.canceled[l.Task] {
		for i := range l.Subtasks {
			o.back = append(o.back, l.Subtasks[i].Run())
		}
		o.urgent = true
		return
	}
	if l.Bad != nil {
		for i := range l.Subtasks {
			if r := l.Subtasks[i].Run(); m.runs[r] == nil && !o.has(r) {
				o.results = append(o.results, service.Result{ID: r.ID, Attempt: r.Attempt, Lease: l.ID, Err: l.Bad})
				o.urgent = true
			}
		}
		return
	}
	in := &lease{l.ID, o, l.Session, m.task(l.Task)}
	here := map[service.SubtaskID]*run{} // those that others wait for
	for i := range l.Subtasks {
		for _, d := range l.Subtasks[i].Deps {
			here[d] = nil
		}
	}
	made := map[op.Key]*local{}
	fresh := make([]run, 0, len(l.Subtasks))
	for i := range l.Subtasks {
		s := &l.Subtasks[i]
		if m.runs[s.Run()] != nil || o.has(s.Run()) {
			continue
		}
		m.serial++
		fresh = append(fresh, run{
			id: s.Run(), lease: in, prio: s.Priority, serial: m.serial, mem: max(s.Mem, m.cfg.Floor), out: s.Outputs,
			slots: min(max(1, s.Slots), m.cfg.Slots), depth: min(max(0, l.Depth), maxDepth), member: s.Member.Gang != 0,
		})
		r := &fresh[len(fresh)-1]
		r.fetch = i < len(far) && far[i] > 0
		r.far, r.small, r.process = r.fetch, m.small(r, s), calls(s)
		r.once = s.Traits&service.Once != 0
		m.runs[r.id] = r
		if _, ok := here[s.ID]; ok {
			here[s.ID] = r
		}
		in.task.runs++
		for _, d := range s.Deps {
			if p := here[d]; p != nil {
				p.succ = append(p.succ, r)
				r.deps++
			}
		}
		for j := range s.Inputs {
			if c := made[s.Inputs[j].Key]; c != nil {
				c.readers++
				r.in = append(r.in, c)
			}
		}
		for j := range s.Outputs {
			if !s.Outputs[j].Local {
				continue
			}
			if r.made == nil {
				r.made = make([]*local, len(s.Outputs))
			}
			r.made[j] = &local{key: s.Outputs[j].Key}
			made[s.Outputs[j].Key] = r.made[j]
		}
	}
	if in.task.runs == 0 { // all of it was here before
		delete(m.tasks, l.Task)
	}
	for i := range fresh {
		if fresh[i].deps == 0 {
			m.queue(&fresh[i])
		}
	}
}

// task is what the band has of a task, made if there is nothing.
func (m *Machine) task(id service.TaskID) *task {
	t := m.tasks[id]
	if t == nil {
		t = &task{id: id}
		m.tasks[id] = t
	}
	return t
}

func (m *Machine) queue(r *run) {
	r.state = queued
	switch {
	case r.member:
		m.members.push(r)
	case r.far:
		m.far.push(r)
	default:
		m.near.push(r)
	}
}

// Load is how busy the band is; free memory is for the caller to fill.
func (m *Machine) Load() service.Load {
	n := min(int32(m.running), m.cfg.Slots)
	return service.Load{Queued: int32(len(m.runs)) - n, Running: n, Slots: m.cfg.Slots, MemLimit: m.cfg.Mem}
}
