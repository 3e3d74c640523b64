package function

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/service"
)

// Config are the settings of a Machine. The zero value is good.
type Config struct {
	// Idle is how many processes may be idle. The default is 4.
	Idle int
	// IdleFor is how long a process is idle before it ends. The default is one minute.
	IdleFor service.Nanos
	// Waiting is how many processes may wait for the cluster. The default is 16.
	Waiting int
	// Ahead is how many calls follow each other in a process. The default is 64.
	Ahead int
	// Long is how long the first call of a process may run before those behind it are given back. The
	// default is 50 ms.
	Long service.Nanos
	// Grace is how long a call that is interrupted may take to end: of one that has run out of time, a
	// quarter of it of one that is canceled. The default is 2 s.
	Grace service.Nanos
}

// Tries of a call whose process ends in it.
const (
	tries         = 2
	triesRepeated = 3
	starts        = 3 // of processes, one after the other
)

// A Machine knows the processes and calls of a worker. It is pure.
type Machine struct {
	cfg   Config
	procs map[Proc]*proc
	order []*proc // as they were started
	calls map[Call]*call
	slots map[int]*slot
	last  Proc
	now   service.Nanos
	out   []Effect
}

type state uint8

const (
	starting state = iota
	idle
	running
	waiting
	resuming // it waits for a slot
	doomed   // it was told to end
)

type proc struct {
	id Proc
	Class
	state  state
	ready  bool
	spent  bool // it ends after its call
	killed bool
	funcs  map[Func]bool
	slot   *slot         // that it is on; nil: none
	calls  []*call       // the first has begun
	since  service.Nanos // in this state, or with this call
	due    service.Nanos // when it is killed; 0: never
	owes   bool          // calls were taken back and it has not passed over all of them: it gets no others
	why    Outcome       // of its first call, when it is to end; Done: it is not
}

// A slot is one that has calls.
type slot struct {
	proc  *proc   // which runs its calls, or is started for them; nil: none
	queue []*call // those that are not in proc, in order
	calls int     // all of them
}

type call struct {
	Called
	proc   *proc
	left   service.Nanos // of Limit
	begun  bool          // by its process
	deaths []string
	starts int
	alone  bool    // nothing shares its process
	fate   Outcome // how it ends if it comes back; Done: it goes on elsewhere
}

// New makes a machine without processes.
func New(cfg Config) *Machine {
	cfg.Idle, cfg.Waiting = cmp.Or(cfg.Idle, 4), cmp.Or(cfg.Waiting, 16)
	cfg.Ahead = cmp.Or(cfg.Ahead, 64)
	cfg.IdleFor, cfg.Long, cfg.Grace = cmp.Or(cfg.IdleFor, 60e9), cmp.Or(cfg.Long, 50e6), cmp.Or(cfg.Grace, 2e9)
	return &Machine{cfg: cfg, procs: map[Proc]*proc{}, calls: map[Call]*call{}, slots: map[int]*slot{}}
}

// Step takes an event and says what is to be done. What is no longer so, a process or call that has ended, is
// passed over.
func (m *Machine) Step(e Event) []Effect {
	m.out = nil
	switch e := e.(type) {
	case Called:
		m.now = max(m.now, e.Now)
		c := &call{Called: e, left: e.Limit}
		if c.Slot < 0 {
			c.Slot = m.shortest(c)
		}
		m.calls[e.Call] = c
		m.queue(c)
	case Ready:
		m.on(e.Proc, m.started)
	case Failed:
		m.on(e.Proc, func(p *proc) { m.died(p, e.Why) })
	case Answered:
		m.now = max(m.now, e.Now)
		m.on(e.Proc, func(p *proc) { m.answered(p, e.Call, e.Spent) })
	case Retracted:
		m.on(e.Proc, func(p *proc) { m.retracted(p, e.Calls) })
	case Passed:
		m.on(e.Proc, m.passed)
	case Died:
		m.now = max(m.now, e.Now)
		m.on(e.Proc, func(p *proc) { m.died(p, e.Why) })
	case Waits:
		m.now = max(m.now, e.Now)
		m.on(e.Proc, m.waits)
	case Resumes:
		m.on(e.Proc, m.resumes)
	case Granted:
		m.now = max(m.now, e.Now)
		m.granted(e)
	case Canceled:
		m.now = max(m.now, e.Now)
		if c := m.calls[e.Call]; c != nil {
			m.stop(c, Dropped, m.cfg.Grace/4)
		}
	case Wanted:
		m.on(e.Proc, m.wanted)
	case Closed:
		m.closed(e.Session)
	case Tick:
		m.now = max(m.now, e.Now)
		m.tick()
	default:
		panic(fmt.Sprintf("function: unknown event %T", e))
	}
	return m.out
}

func (m *Machine) emit(e Effect) { m.out = append(m.out, e) }

// on calls f with a process that has not ended.
func (m *Machine) on(id Proc, f func(*proc)) {
	if p := m.procs[id]; p != nil {
		f(p)
	}
}

// queue puts a call onto its slot.
func (m *Machine) queue(c *call) {
	s := m.slots[c.Slot]
	if s == nil {
		s = &slot{}
		m.slots[c.Slot] = s
	}
	s.calls++
	s.queue = append(s.queue, c)
	m.fill(s)
}

// fill moves calls from the queue of a slot into its process, for which it finds one or starts one.
func (m *Machine) fill(s *slot) {
	for len(s.queue) > 0 {
		c := s.queue[0]
		switch {
		case s.proc == nil:
			s.proc = m.taker(c)
		case !m.joins(s.proc, c):
			return
		}
		s.queue = s.queue[1:]
		p := s.proc
		p.slot, c.proc = s, p
		p.calls = append(p.calls, c)
		if p.ready {
			p.state = running
			m.send(p, c)
		}
	}
}

// joins reports whether a call may follow those in a process.
func (m *Machine) joins(p *proc, c *call) bool {
	if p.spent || p.owes || p.why != Done || p.Class != c.Class || len(p.calls) >= m.cfg.Ahead {
		return false
	}
	return len(p.calls) == 0 || p.calls[0].Func == c.Func && !p.calls[0].alone && !c.alone && !c.Once
}

// taker is an idle process for a call, or a new one. Those that know its function come first, then those that
// were idle for the shortest time.
func (m *Machine) taker(c *call) (best *proc) {
	for _, p := range m.order {
		if p.state != idle || p.owes || p.Class != c.Class || c.alone {
			continue
		}
		if best == nil || p.funcs[c.Func] && !best.funcs[c.Func] || p.funcs[c.Func] == best.funcs[c.Func] && p.since > best.since {
			best = p
		}
	}
	if best == nil {
		m.last++
		best = &proc{id: m.last, Class: c.Class, funcs: map[Func]bool{}}
		m.procs[best.id] = best
		m.order = append(m.order, best)
		m.emit(Start{best.id, best.Class})
	}
	return best
}

func (m *Machine) send(p *proc, c *call) {
	if !p.funcs[c.Func] {
		p.funcs[c.Func] = true
		m.emit(Load{p.id, c.Func})
	}
	m.emit(Send{p.id, c.Call})
	if p.calls[0] == c {
		c.begun, p.since = true, m.now
	}
}

// thin ends those that are idle for longest, when there are too many.
func (m *Machine) thin() {
	for {
		n := 0
		var oldest *proc
		for _, p := range m.order {
			if p.state == idle {
				n++
				if oldest == nil || p.since < oldest.since {
					oldest = p
				}
			}
		}
		if n <= m.cfg.Idle {
			return
		}
		m.end(oldest)
	}
}

func (m *Machine) end(p *proc) {
	p.state = doomed
	m.emit(End{p.id})
}

func (m *Machine) kill(p *proc) {
	if !p.killed {
		p.killed, p.due = true, 0
		m.emit(Kill{p.id})
	}
}

// gone forgets a process.
func (m *Machine) gone(p *proc) {
	delete(m.procs, p.id)
	m.order = slices.DeleteFunc(m.order, func(q *proc) bool { return q == p })
}

// leave takes a call off its slot, which is free when it was the last one.
func (m *Machine) leave(c *call) {
	s := m.slots[c.Slot]
	if s == nil || c.Slot < 0 {
		return
	}
	if s.calls--; s.calls == 0 {
		delete(m.slots, c.Slot)
		m.emit(Free{c.Slot})
	}
	c.Slot = -1
}

// over ends a call.
func (m *Machine) over(c *call, o Outcome, why string) {
	delete(m.calls, c.Call)
	m.emit(Ended{c.Call, o, why})
	m.leave(c)
}
