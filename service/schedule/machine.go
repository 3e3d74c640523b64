package schedule

import (
	"fmt"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// A Machine is the scheduler of a supervisor. It is pure.
type Machine struct {
	cfg        Config
	now        service.Nanos
	tasks      map[service.TaskID]*task
	order      []*task // by id
	bands      map[service.Band]*band
	serial     int32
	nodes      map[string]*node
	chunks     map[op.Key]*chunk
	aliases    map[*chunk]struct{} // those of them that are
	room       []chunk             // for the next of them
	common     queue
	parked     queue // those that no band fits
	gangs      queue // members of gangs, until all of one can begin
	reserved   *gang // which has slots kept free for it
	vtime      int64 // pass of the task that was served last
	lease      service.LeaseID
	slots      int64    // of usable bands
	idle       bandHeap // usable bands, the least busy first
	loaded     bandHeap // usable bands, the busiest first
	queued     bandHeap // all bands, that with the longest queue first
	dirty      []*band  // whose own queue grew
	out        []Effect
	near       []*band       // scratch of place
	mean       service.Nanos // of what subtasks take now
	starved    bool          // nothing can be given out: there is no band
	exchanges  []*sub        // exchanges that are done since the last event
	nested     int           // tasks that others wait for
	losses     int           // counts what may change which inputs of exchanges are lost
	stuckSince service.Nanos // since when nothing runs and something waits; 0: it does
	stuckTold  bool          // that was said
}

// New makes a scheduler.
func New(cfg Config) (*Machine, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	m := &Machine{
		cfg: cfg, tasks: map[service.TaskID]*task{}, bands: map[service.Band]*band{}, nodes: map[string]*node{},
		chunks: map[op.Key]*chunk{}, aliases: map[*chunk]struct{}{},
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
		m.nest(m.task(e.Task, e.Session), m.tasks[e.Parent])
		m.submit(e.Session, e.Task, e.Subtasks, e.Known, false)
	case Rerun:
		m.submit(e.Session, e.Task, e.Subtasks, e.Known, true)
	case Announced:
		m.announce(e)
	case Reported:
		m.reported(&e.Report)
	case Blamed:
		m.blamed(e)
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
			m.copied(b, e.Keys)
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
		m.checkStuck()
	default:
		panic(fmt.Sprintf("schedule: unknown event %T", e))
	}
	for _, s := range m.exchanges {
		m.emit(Done{Task: s.task.id, Results: []service.Result{{ID: s.id, Attempt: s.attempt}}})
	}
	m.exchanges = m.exchanges[:0]
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
		t.root = t
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
