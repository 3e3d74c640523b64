package schedule

import (
	"fmt"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

type state uint8

const (
	waiting  state = iota // for subtasks that make its inputs
	ready                 // in a queue
	leased                // given to a band
	finished              // done
	stalled               // inputs lost, waits for a Rerun
	failed
)

// A sub is what the scheduler knows of a subtask.
type sub struct {
	id       service.SubtaskID
	task     *task
	state    state
	exchange bool // nothing to run: it is done when its inputs are
	revoking bool
	remade   bool  // by a Rerun: who waits for its outputs, in other tasks, may not be known yet
	coming   bool  // waits for its Rerun, which counts in deps
	gen      int32 // which edges are those of now: one for each Submit or Rerun
	attempt  int32
	deps     int32 // not done
	failures int32
	lost     int32 // recoveries
	slots    int32
	prio     int64
	mem      int64
	minMem   int64 // a band of less has failed for want of memory
	bad      *band // where it failed last
	in       []*chunk
	out      []*chunk
	succ     []edge
	band     *band // of its lease
	lease    service.LeaseID
	prev     *sub // neighbours in the band's list of leased subtasks
	next     *sub
	queue    *queue // where it is while ready
	need     int32  // deps that the lease being made has, valid for
	needOf   service.LeaseID
}

type edge struct {
	to  *sub
	gen int32
}

func (s *sub) run() service.Run { return service.Run{ID: s.id, Attempt: s.attempt} }

// A chunk is a value that subtasks make or read.
type chunk struct {
	key     op.Key
	bytes   int64
	at      *band   // where it is, or one of the places
	more    []*band // the others
	readers int32   // subtasks that read it and are not done
	hold    bool
	made    bool
	inLease int32
	leaseOf service.LeaseID
	alias   *alias // of the output of an exchange
}

// An alias stands for parts of all inputs of an exchange.
type alias struct {
	of     *sub
	shares []share // where its bytes are
	total  int64
	losses int // m.losses when lost was made
	lost   []*chunk
}

type share struct {
	band  *band
	bytes int64
}

func (c *chunk) on(b *band) bool {
	if c.at == b {
		return b != nil
	}
	for _, x := range c.more {
		if x == b {
			return true
		}
	}
	return false
}

type task struct {
	id       service.TaskID
	session  string
	subs     []*sub // by number
	open     int    // not finished and not failed
	pass     int64  // what it has used, for fairness
	busy     int64  // nanoseconds and number of its subtasks that are done
	busyN    int64
	said     bool // that it waits
	canceled bool
	stopping map[*band]bool
}

// cost is what one subtask of t is charged for.
func (t *task) cost(s *sub) int64 {
	c := int64(1000)
	if t.busyN > 0 {
		c = max(c, t.busy/t.busyN)
	}
	return c * int64(s.slots)
}

// A Machine is the scheduler of a supervisor. It is pure.
type Machine struct {
	cfg    Config
	now    service.Nanos
	tasks  map[service.TaskID]*task
	order  []*task // by id
	bands  map[service.Band]*band
	serial int32
	nodes  map[string]*node
	chunks map[op.Key]*chunk
	room   []chunk // for the next of them
	common queue
	vtime  int64 // pass of the task that was served last
	lease  service.LeaseID
	slots  int64    // of usable bands
	idle   bandHeap // usable bands, the least busy first
	loaded bandHeap // usable bands, the busiest first
	queued bandHeap // all bands, that with the longest queue first
	dirty  []*band  // whose own queue grew
	out    []Effect
	near   []*band       // scratch of place
	mean   service.Nanos // of what subtasks take now
	starve bool          // nothing can be given out: there is no band
	passed []*sub        // exchanges that are done since the last event
	losses int           // counts what may change which inputs of exchanges are lost
	stood  service.Nanos // since when nothing runs and something waits; 0: it does
	told   bool          // that was said
}

// New makes a scheduler.
func New(cfg Config) (*Machine, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	m := &Machine{
		cfg: cfg, tasks: map[service.TaskID]*task{}, bands: map[service.Band]*band{}, nodes: map[string]*node{},
		chunks: map[op.Key]*chunk{},
	}
	m.idle = bandHeap{at: 0, less: moreIdle}
	m.loaded = bandHeap{at: 1, less: moreLoaded}
	m.queued = bandHeap{at: 2, less: moreQueued}
	return m, nil
}

// Step takes an event and says what is to be done. The effects are the caller's.
func (m *Machine) Step(e Event) []Effect {
	m.out = nil
	switch e := e.(type) {
	case Submit:
		m.submit(e.Session, e.Task, e.Subtasks, e.Known, false)
	case Rerun:
		m.submit(e.Session, e.Task, e.Subtasks, e.Known, true)
	case Coming:
		m.coming(e)
	case Reported:
		m.reported(&e.Report)
	case BandUp:
		m.bandUp(e)
	case BandDown:
		m.bandDown(e)
	case Loaded:
		if b := m.bands[e.Band]; b != nil {
			m.load(b, e.Load)
		}
	case Copied:
		if b := m.bands[e.Band]; b != nil {
			for _, k := range e.Keys {
				if c := m.chunks[k]; c != nil && !c.on(b) {
					m.locate(c, b)
				}
			}
		}
	case Dropped:
		for _, k := range e.Keys {
			if c := m.chunks[k]; c != nil {
				c.hold = false
				m.unread(c)
			}
		}
	case Cancel:
		m.cancel(e.Task)
	case Stopped:
		if t := m.tasks[e.Task]; t != nil {
			m.stopped(t, m.bands[e.Band])
		}
	case Forget:
		m.forget(e.Task)
	case Tick:
		m.tick(e.Now)
		m.still()
	default:
		panic(fmt.Sprintf("schedule: unknown event %T", e))
	}
	for _, s := range m.passed {
		m.emit(Done{Task: s.task.id, Results: []service.Result{{ID: s.id, Attempt: s.attempt}}})
	}
	m.passed = m.passed[:0]
	m.fill()
	return m.out
}

func (m *Machine) emit(e Effect) { m.out = append(m.out, e) }

// sub finds a subtask; nil when it is not known.
func (m *Machine) sub(id service.SubtaskID) *sub {
	t := m.tasks[id.Task()]
	if t == nil || id.N() >= len(t.subs) {
		return nil
	}
	return t.subs[id.N()]
}

func (m *Machine) task(id service.TaskID, session string) *task {
	t := m.tasks[id]
	if t == nil {
		t = &task{id: id, session: session, pass: m.vtime}
		m.tasks[id] = t
		i := len(m.order)
		m.order = append(m.order, t)
		for ; i > 0 && m.order[i-1].id > id; i-- {
			m.order[i], m.order[i-1] = m.order[i-1], m.order[i]
		}
	}
	return t
}

// chunksAtOnce is how many records are made together. They go together too, so they are few.
const chunksAtOnce = 32

func (m *Machine) chunk(k op.Key, bytes int64) *chunk {
	c := m.chunks[k]
	if c == nil {
		if len(m.room) == 0 {
			m.room = make([]chunk, chunksAtOnce)
		}
		c, m.room = &m.room[0], m.room[1:]
		c.key, c.bytes = k, bytes
		m.chunks[k] = c
	}
	return c
}

// submit adds skeletons. With again they may be known: what is finished or stalled runs once more.
func (m *Machine) submit(session string, id service.TaskID, list []service.Subtask, known []service.ChunkMeta, again bool) {
	t := m.task(id, session)
	if t.canceled {
		return
	}
	if t.open == 0 {
		t.pass = max(t.pass, m.vtime) // what it did not use while it had nothing to do is gone
	}
	ins, outs := 0, 0
	for i := range list {
		ins, outs = ins+len(list[i].Inputs), outs+len(list[i].Outputs)
	}
	chunks := make([]*chunk, 0, ins+outs)
	subs := make([]sub, 0, len(list))
	fresh := make([]*sub, 0, len(list))
	for i := range list {
		x := &list[i]
		s := m.sub(x.ID)
		switch {
		case s == nil:
			subs = append(subs, sub{id: x.ID, task: t, state: waiting})
			s = &subs[len(subs)-1]
			t.put(s)
			t.open++
		case s.coming:
			s.coming = false
		case !again || s.state < finished:
			continue
		default:
			m.reopen(s)
		}
		if s.slots == 0 {
			s.attempt, s.slots, s.exchange = x.Attempt, max(1, x.Slots), x.Traits&service.Exchange != 0
			s.prio = x.Priority
		} else {
			s.attempt = max(s.attempt+1, x.Attempt)
		}
		if again {
			s.prio, s.remade = x.Priority-urgent, true
		}
		s.state, s.mem, s.deps = waiting, x.Mem, 0
		s.gen++
		read, from := s.in, len(chunks)
		for j := range x.Inputs {
			c := m.chunk(x.Inputs[j].Key, x.Inputs[j].Bytes)
			c.readers++
			chunks = append(chunks, c)
		}
		s.in = chunks[from:len(chunks):len(chunks)]
		m.release(read)
		from = len(chunks)
		for j := range x.Outputs {
			o := &x.Outputs[j]
			c := m.chunk(o.Key, o.Bytes)
			c.hold = c.hold || o.Hold
			if s.exchange && c.alias == nil {
				c.alias = &alias{of: s, losses: -1}
			}
			chunks = append(chunks, c)
		}
		s.out = chunks[from:len(chunks):len(chunks)]
		for _, d := range x.Deps {
			if p := m.sub(d); p != nil {
				p.succ = append(p.succ, edge{s, s.gen}) // a finished one may be run again
				if p.state != finished {
					s.deps++
				}
			}
		}
		fresh = append(fresh, s)
	}
	for i := range known {
		m.learn(&known[i])
	}
	for _, s := range fresh {
		if s.deps == 0 && s.state == waiting {
			m.ready(s)
		}
	}
}

// urgent is what the priority of a rerun is ahead of all others.
const urgent = 1 << 40

// put gives s its place.
func (t *task) put(s *sub) {
	for len(t.subs) <= s.id.N() {
		t.subs = append(t.subs, nil)
	}
	t.subs[s.id.N()] = s
}

// coming takes subtasks that a Rerun will bring. Who depends on one of them may come before it, from another task: it has to wait.
func (m *Machine) coming(e Coming) {
	for _, id := range e.Subtasks {
		t := m.task(id.Task(), e.Session)
		if t.canceled {
			continue // its Rerun will not come
		}
		s := m.sub(id)
		switch {
		case s == nil:
			s = &sub{id: id, task: t}
			t.put(s)
			t.open++
		case s.state != finished:
			continue // it waits or runs already, or waits for the Rerun
		default:
			m.reopen(s)
		}
		s.state, s.deps, s.coming, s.remade = waiting, 1, true, true
		s.gen++
	}
}

// reopen makes a subtask that has come to an end, or stalled, one that is not done: those that wait for it wait again.
func (m *Machine) reopen(s *sub) {
	if s.state != stalled {
		s.lost = 0
		s.task.open++
	}
	if s.state != finished {
		return
	}
	m.losses++
	for _, c := range s.out {
		c.made = c.at != nil // else it will be
	}
	live := s.succ[:0]
	for _, e := range s.succ {
		if e.gen != e.to.gen {
			continue
		}
		switch e.to.state {
		case finished, failed:
			continue
		case ready:
			m.unqueue(e.to)
			e.to.state = waiting
		}
		e.to.deps++ // of a leased one too: it may come back
		live = append(live, e)
	}
	s.succ = live
}

// ready puts a subtask into a queue.
func (m *Machine) ready(s *sub) {
	if s.exchange {
		m.pass(s)
		return
	}
	s.state = ready
	m.enqueue(s)
}

// pass ends an exchange. It goes on reading its inputs until nobody reads its output.
func (m *Machine) pass(s *sub) {
	s.state = finished
	s.task.open--
	for _, c := range s.out {
		a := c.alias
		a.shares, a.total, a.losses = a.shares[:0], 0, -1
		for _, in := range s.in {
			if in.at == nil {
				continue
			}
			in.at.near += in.bytes
			a.total += in.bytes
			if in.at.near == in.bytes {
				a.shares = append(a.shares, share{band: in.at})
			}
		}
		for i := range a.shares {
			a.shares[i].bytes, a.shares[i].band.near = a.shares[i].band.near, 0
		}
		c.made = true
	}
	m.passed = append(m.passed, s)
	m.wake(s)
	for _, c := range s.out {
		m.unread(c)
	}
}

// wake tells those that depend on s that it is done.
func (m *Machine) wake(s *sub) {
	for _, e := range s.succ {
		if e.gen != e.to.gen {
			continue
		}
		if e.to.deps--; e.to.deps == 0 && e.to.state == waiting {
			m.ready(e.to)
		}
	}
}

// unread forgets a chunk that nobody will read.
func (m *Machine) unread(c *chunk) {
	if c.readers > 0 || c.hold {
		return
	}
	if m.chunks[c.key] == c {
		delete(m.chunks, c.key)
	}
	if a := c.alias; a != nil && a.of.state == finished && a.of.in != nil {
		in := a.of.in
		a.of.in = nil
		m.release(in)
	}
}

// release ends the reading of chunks.
func (m *Machine) release(in []*chunk) {
	for _, c := range in {
		c.readers--
		m.unread(c)
	}
}

func (m *Machine) locate(c *chunk, b *band) {
	if c.at == nil {
		m.losses++
	}
	c.made = true
	if c.at == nil {
		c.at = b
	} else if !c.on(b) {
		c.more = append(c.more, b)
	}
}
