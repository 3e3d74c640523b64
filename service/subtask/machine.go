package subtask

import (
	"fmt"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

type state uint8

const (
	blocked   state = iota // by subtasks of its lease
	queued                 // for memory, and a slot unless inputs are elsewhere
	reserving              // Reserve is out
	fetching               // Fetch is out
	able                   // waits for a slot
	running
)

// A run is what the machine knows of an attempt at a subtask.
type run struct {
	id      service.Run
	lease   *lease
	state   state
	aborted bool // its task is canceled; its next answer ends it
	alone   bool
	far     bool // inputs are elsewhere
	fetch   bool // inputs were elsewhere when it was leased
	small   bool // it may be started ahead of a free slot
	deps    int32
	slots   int32
	prio    int64
	serial  int64
	mem     int64
	in      []*local
	out     []service.Output
	made    []*local // by place in out; nil when not local
	succ    []*run
}

type lease struct {
	id      service.LeaseID
	owner   *owner
	session string
	task    *task
}

// A task is what the band has of one.
type task struct {
	id   service.TaskID
	runs int
	mean service.Nanos // of what its last runs took; 0 when none has ended
}

// A local is a chunk that only runs of the lease read.
type local struct {
	key     op.Key
	readers int32
	made    bool
	kept    bool // not local any more
	facts   service.Facts
}

type owner struct {
	name    string
	seq     uint64
	sent    []service.Report // not acknowledged
	results []service.Result // to be reported
	back    []service.Run
	kept    []service.Kept
	answer  bool
	urgent  bool
}

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
	able     heap
	first    *run // refused: nobody passes it
	asking   bool // one Reserve at a time, so that nobody passes one that is refused
	slots    int32
	admitted int   // reserving, fetching, able
	claimed  int32 // slots that admitted runs will take
	running  int
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
	case Freed:
		m.again()
	case Revoke:
		m.revoke(e)
	case Cancel:
		m.cancel(e.Task)
	case Leave:
		m.renew(e.Owner)
	case Acked:
		m.acked(e)
	case Resend:
		if o := m.owners[e.Owner]; o != nil {
			for _, r := range o.sent {
				m.emit(Report{o.name, r})
			}
		}
	case Flush:
		m.waking = false
		for _, o := range m.list {
			o.urgent = o.urgent || len(o.results) > 0
		}
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
			slots: min(max(1, s.Slots), m.cfg.Slots),
		})
		r := &fresh[len(fresh)-1]
		r.fetch = i < len(far) && far[i] > 0
		r.far, r.small = r.fetch, m.small(r, s)
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

// has reports that a run has ended and its report was not acknowledged.
func (o *owner) has(id service.Run) bool {
	for i := range o.results {
		if o.results[i].Run() == id {
			return true
		}
	}
	for _, r := range o.sent {
		for i := range r.Results {
			if r.Results[i].Run() == id {
				return true
			}
		}
	}
	return false
}

func (m *Machine) queue(r *run) {
	r.state = queued
	if r.far {
		m.far.push(r)
	} else {
		m.near.push(r)
	}
}

// ended takes the result of a run that was started.
func (m *Machine) ended(x *service.Result) {
	r := m.runs[x.Run()]
	if r == nil || r.state != running {
		return
	}
	m.running--
	m.slots -= r.slots
	r.lease.task.took(x.Ended - x.Started)
	if m.alone == r {
		m.alone = nil
	}
	switch {
	case r.aborted && x.Err != nil:
		m.drop(r)
	case x.Err == nil:
		m.finish(r, x)
	case x.Err.Kind == errs.Pressure || x.Err.Kind == errs.OutOfMemory:
		m.refusedMore(r, x)
	default:
		m.fail(r, x)
	}
	m.again()
}

// refusedMore queues a run again with twice the memory: its grant was too small and could not grow. After it was alone
// there is no more.
func (m *Machine) refusedMore(r *run, x *service.Result) {
	if r.alone {
		f := *x.Err
		f.Kind = errs.OutOfMemory
		f.Msg = fmt.Sprintf("needs more than the %s of memory of %s, even alone: %s", service.Bytes(m.cfg.Mem), m.cfg.Band, f.Msg)
		x.Err = &f
		m.fail(r, x)
		return
	}
	r.mem *= 2
	r.far = false // its inputs were here a moment ago
	m.queue(r)
}

// finish passes a result on, frees what was read for the last time and wakes successors.
func (m *Machine) finish(r *run, x *service.Result) {
	for j, c := range r.made {
		if c == nil || j >= len(x.Facts) {
			continue
		}
		c.made, c.facts = true, x.Facts[j]
		if !c.kept {
			x.Facts[j].Local = true
			c.facts.Local = false // as it would be kept
			m.freeUnread(r, c)
		}
	}
	for _, c := range r.in {
		c.readers--
		m.freeUnread(r, c)
	}
	for _, s := range r.succ {
		if s.deps--; s.deps == 0 && s.state == blocked && m.runs[s.id] == s {
			m.queue(s)
		}
	}
	x.Lease = r.lease.id
	r.lease.owner.results = append(r.lease.owner.results, *x)
	m.forget(r)
}

func (m *Machine) freeUnread(r *run, c *local) {
	if c.readers == 0 && c.made && !c.kept {
		c.kept = true // once
		m.freed(r.lease.session, c.key)
	}
}

// freed gathers neighbours of a session into one effect.
func (m *Machine) freed(session string, k op.Key) {
	if n := len(m.free); n > 0 && m.free[n-1].Session == session {
		m.free[n-1].Keys = append(m.free[n-1].Keys, k)
		return
	}
	m.free = append(m.free, Free{session, []op.Key{k}})
}

// fail passes a failure on, and gives back all of the lease that waits for it.
func (m *Machine) fail(r *run, x *service.Result) {
	o := r.lease.owner
	x.Lease, x.Facts = r.lease.id, nil
	o.results = append(o.results, *x)
	o.urgent = true
	m.keep(r)
	m.forget(r)
	m.backSucc(r)
}

// backSucc gives back what waits for r, which will not be done here.
func (m *Machine) backSucc(r *run) {
	for _, s := range r.succ {
		if s.state == blocked && m.runs[s.id] == s {
			m.back(s)
		}
	}
}

// back gives a run back that has not started, with all that waits for it.
func (m *Machine) back(r *run) {
	o := r.lease.owner
	o.back = append(o.back, r.id)
	o.urgent = true
	m.keep(r)
	m.forget(r)
	m.backSucc(r)
}

// keep makes the chunks that r would have read, and those it would have made, chunks like others: somebody elsewhere
// reads them now.
func (m *Machine) keep(r *run) {
	for _, c := range r.in {
		if !c.kept {
			c.kept = true
			if c.made {
				r.lease.owner.kept = append(r.lease.owner.kept, service.Kept{Task: r.lease.task.id, Facts: c.facts})
			}
		}
	}
}

// forget ends r here.
func (m *Machine) forget(r *run) {
	delete(m.runs, r.id)
	t := r.lease.task
	if t.runs--; t.runs > 0 {
		return
	}
	delete(m.tasks, t.id)
	if m.canceled[t.id] {
		delete(m.canceled, t.id)
		m.gone = append(m.gone, t.id)
		r.lease.owner.urgent = true
	}
}

// Load is how busy the band is; free memory is for the caller to fill.
func (m *Machine) Load() service.Load {
	n := min(int32(m.running), m.cfg.Slots)
	return service.Load{Queued: int32(len(m.runs)) - n, Running: n, Slots: m.cfg.Slots, MemLimit: m.cfg.Mem}
}
