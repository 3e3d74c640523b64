package replica

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/service"
)

// Config are the settings of a Machine. The zero value is good.
type Config struct {
	// Flights is how many chunks a worker fetches at a time. The default is 4.
	Flights int
	// Pause is how long a copy that failed is not tried again. The default is 500 ms.
	Pause service.Nanos
}

// A Machine knows chunks that lack copies. It is pure.
type Machine struct {
	cfg     Config
	workers map[string]*worker
	jobs    map[Chunk]*job
	order   []*job // in the order in which they came
	over    int    // of them, those that are over
	now     service.Nanos
	out     []Effect
}

type worker struct {
	band    service.Band
	closed  bool
	leaves  bool // copies here do not count
	asked   bool // somebody waits for Left
	flights int
	bytes   int64 // of them
}

// A job is a chunk that lacks copies.
type job struct {
	Lacks
	to    map[string]bool // workers that fetch it
	after service.Nanos   // not tried before
	over  bool
}

// New makes a machine that knows no chunk.
func New(cfg Config) *Machine {
	cfg.Flights, cfg.Pause = cmp.Or(cfg.Flights, 4), cmp.Or(cfg.Pause, 5e8)
	return &Machine{cfg: cfg, workers: map[string]*worker{}, jobs: map[Chunk]*job{}}
}

// Step takes an event and says what is to be done.
func (m *Machine) Step(e Event) []Effect {
	m.out = nil
	switch e := e.(type) {
	case Up:
		w := m.workers[e.Band.Node]
		if w == nil {
			w = &worker{}
			m.workers[e.Band.Node] = w
		}
		w.band, w.closed = e.Band, e.Closed
		w.leaves = w.leaves && e.Closed // one that takes something stays after all
	case Leaving:
		if w := m.workers[e.Node]; w != nil {
			w.leaves = true
		}
	case Swept:
		if w := m.workers[e.Node]; w != nil {
			w.asked = true
		}
	case Down:
		m.down(e.Node)
	case Lacks:
		m.lacks(e)
	case Copied:
		if j := m.landed(e.Chunk, e.To); j != nil {
			if !slices.Contains(j.On, e.To) {
				j.On = append(slices.Clip(j.On), e.To)
			}
			m.settle(j)
		}
	case Failed:
		m.now = max(m.now, e.Now)
		if j := m.landed(e.Chunk, e.To); j != nil {
			j.after = m.now + m.cfg.Pause
			m.settle(j)
		}
	case Dropped:
		if j := m.jobs[e.Chunk]; j != nil {
			j.Copies = 0
			m.settle(j)
		}
	case Ended:
		m.end(e.Session)
	case Tick:
		m.now = max(m.now, e.Now)
	default:
		panic(fmt.Sprintf("replica: unknown event %T", e))
	}
	m.start()
	m.leave()
	return m.out
}

func (m *Machine) emit(e Effect) { m.out = append(m.out, e) }

func (m *Machine) lacks(e Lacks) {
	j := m.jobs[e.Chunk]
	if j == nil {
		j = &job{to: map[string]bool{}}
		m.jobs[e.Chunk] = j
		m.order = append(m.order, j)
	}
	j.Lacks = e
	j.On = slices.Clone(e.On)
	m.settle(j)
}

// down forgets a worker. What it fetched somebody else may.
func (m *Machine) down(node string) {
	if m.workers[node] == nil {
		return
	}
	delete(m.workers, node)
	for _, j := range m.order {
		j.On = slices.DeleteFunc(j.On, func(b service.Band) bool { return b.Node == node })
		delete(j.to, node)
	}
	for _, j := range slices.Clone(m.order) {
		m.settle(j)
	}
}

// end forgets the chunks of a session.
func (m *Machine) end(session string) {
	for _, j := range slices.Clone(m.order) {
		if j.Session == session {
			j.Copies = 0
			m.settle(j)
		}
	}
}

// landed ends a copy that was on the way.
func (m *Machine) landed(c Chunk, to service.Band) *job {
	j := m.jobs[c]
	if j == nil || !j.to[to.Node] {
		return j
	}
	delete(j.to, to.Node)
	if w := m.workers[to.Node]; w != nil {
		w.flights--
		w.bytes -= j.Bytes
	}
	return j
}

// count is how many copies of j stay, with those on the way.
func (m *Machine) count(j *job) (n int) {
	for _, b := range j.On {
		if w := m.workers[b.Node]; w != nil && !w.leaves {
			n++
		}
	}
	return n + len(j.to)
}

// start starts copies, each to the worker that fetches fewest bytes.
func (m *Machine) start() {
	room := 0
	for _, w := range m.workers {
		if !w.closed && !w.leaves {
			room += max(0, m.cfg.Flights-w.flights)
		}
	}
	for _, j := range m.order {
		for room > 0 && !j.over && m.count(j) < j.Copies && len(j.On) > 0 && j.after <= m.now {
			w := m.taker(j, m.cfg.Flights)
			if w == nil {
				break
			}
			room--
			w.flights++
			w.bytes += j.Bytes
			j.to[w.band.Node] = true
			m.emit(Copy{Chunk: j.Chunk, Bytes: j.Bytes, From: slices.Clone(j.On), To: w.band})
		}
		if room == 0 {
			break
		}
	}
}

// settle takes a job out that is over. The list is cleaned when half of it is.
func (m *Machine) settle(j *job) {
	if j.over || len(j.to) > 0 || len(j.On) > 0 && m.count(j) < j.Copies {
		return
	}
	j.over = true
	delete(m.jobs, j.Chunk)
	if m.over++; 2*m.over > len(m.order) {
		m.order = slices.DeleteFunc(m.order, func(j *job) bool { return j.over })
		m.over = 0
	}
}

// taker is the worker that should fetch j; nil when there is none that fetches fewer than some others.
func (m *Machine) taker(j *job, flights int) (best *worker) {
	for _, w := range m.workers {
		if w.closed || w.leaves || w.flights >= flights || j.to[w.band.Node] || slices.ContainsFunc(j.On, func(b service.Band) bool { return b.Node == w.band.Node }) {
			continue
		}
		if best == nil || cmp.Or(cmp.Compare(w.bytes, best.bytes), strings.Compare(w.band.Node, best.band.Node)) < 0 {
			best = w
		}
	}
	return best
}

// leave lets workers go that leave, once all is copied or what is left can be made again and nobody can take
// it.
func (m *Machine) leave() {
	var gone []string
	for name, w := range m.workers {
		if w.asked {
			gone = append(gone, name)
		}
	}
	slices.Sort(gone)
	for _, name := range gone {
		stay := 0
		for _, j := range m.order {
			if j.over || j.Copies == 0 || !slices.ContainsFunc(j.On, func(b service.Band) bool { return b.Node == name }) || m.kept(j) {
				continue
			}
			if len(j.to) > 0 || j.Only || m.taker(j, int(^uint(0)>>1)) != nil {
				stay = -1
				break
			}
			stay++
		}
		if stay >= 0 {
			m.workers[name].asked = false
			m.emit(Left{name, stay})
		}
	}
}

// kept reports that some copy of j stays: what it lacks beyond that holds nobody up.
func (m *Machine) kept(j *job) bool {
	return slices.ContainsFunc(j.On, func(b service.Band) bool {
		w := m.workers[b.Node]
		return w != nil && !w.leaves
	})
}
