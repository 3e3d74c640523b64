package gang

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/service"
)

// Config are the settings of a Machine. The zero value is good.
type Config struct {
	// Patience is how long members wait for the others. The default is one minute.
	Patience service.Nanos
}

// A Machine knows the gangs of a supervisor. It is pure.
type Machine struct {
	cfg   Config
	gangs map[id]*gang
	now   service.Nanos
	out   []Effect
}

// An id is a gang, whatever the attempt.
type id struct {
	task service.TaskID
	n    int32
}

// A gang is the last attempt of one.
type gang struct {
	service.Gang
	size  int
	since service.Nanos // when the first came
	came  map[int]service.Place
	met   bool
	over  bool
	why   string
	ended service.Nanos
}

// New makes a machine without gangs.
func New(cfg Config) *Machine {
	cfg.Patience = cmp.Or(cfg.Patience, 60e9)
	return &Machine{cfg: cfg, gangs: map[id]*gang{}}
}

// Step takes an event and says what is to be done. What is of an earlier attempt than the last is over.
func (m *Machine) Step(e Event) []Effect {
	m.out = nil
	switch e := e.(type) {
	case Joined:
		m.now = max(m.now, e.Now)
		m.joined(e)
	case Over:
		if g := m.attempt(e.Gang); g != nil {
			m.end(g, e.Why)
		}
	case Forgotten:
		m.forget(e.Task)
	case Tick:
		m.now = max(m.now, e.Now)
		m.tick()
	default:
		panic(fmt.Sprintf("gang: unknown event %T", e))
	}
	return m.out
}

// Ended says why an attempt is over, if it is.
func (m *Machine) Ended(n service.Gang) (why string, over bool) {
	g := m.gangs[id{n.Task, n.N}]
	switch {
	case g == nil || n.Attempt > g.Attempt:
		return "", false
	case n.Attempt < g.Attempt:
		return late, true
	}
	return g.why, g.over
}

// late is why an attempt is over that is not the last one.
const late = "a later attempt has begun"

func (m *Machine) emit(e Effect) { m.out = append(m.out, e) }

// attempt is a gang whose last attempt is of a name; a later one than is known ends what was before. Of an
// earlier one it is nil.
func (m *Machine) attempt(n service.Gang) *gang {
	k := id{n.Task, n.N}
	g := m.gangs[k]
	switch {
	case g != nil && n.Attempt < g.Attempt:
		return nil
	case g == nil || n.Attempt > g.Attempt:
		if g != nil {
			m.end(g, late)
		}
		g = &gang{Gang: n, came: map[int]service.Place{}}
		m.gangs[k] = g
	}
	return g
}

// joined notes where a member is. The last one that comes has all of them told.
func (m *Machine) joined(e Joined) {
	g := m.attempt(e.Gang)
	switch {
	case g == nil:
		m.emit(End{e.Gang, late})
		return
	case g.over:
		m.emit(End{g.Gang, g.why})
		return
	case g.size == 0:
		g.size, g.since = e.Size, m.now
	}
	if e.Size != g.size || e.Rank < 0 || e.Rank >= g.size {
		m.end(g, fmt.Sprintf("%s of %d came to a gang of %d", rank(e.Rank), e.Size, g.size))
		return
	}
	if g.met {
		m.emit(Meet{g.Gang, []int{e.Rank}, g.places()}) // it says so again
		return
	}
	g.came[e.Rank] = e.Place
	if len(g.came) < g.size {
		return
	}
	g.met = true
	all := make([]int, g.size)
	for r := range all {
		all[r] = r
	}
	m.emit(Meet{g.Gang, all, g.places()})
}

// places are those of all members, in order of ranks.
func (g *gang) places() []service.Place {
	out := make([]service.Place, g.size)
	for r, p := range g.came {
		out[r] = p
	}
	return out
}

// end ends an attempt, once.
func (m *Machine) end(g *gang, why string) {
	if !g.over {
		g.over, g.why, g.ended = true, why, m.now
		m.emit(End{g.Gang, why})
	}
}

// forget ends the gangs of a task and drops what is known of them.
func (m *Machine) forget(t service.TaskID) {
	for _, g := range m.all() {
		if g.Task == t {
			m.end(g, "its task has ended")
			delete(m.gangs, id{g.Task, g.N})
		}
	}
}

// remember is how many times Patience an end is known to those who come too late.
const remember = 10

// tick ends attempts whose members have waited for others long enough.
func (m *Machine) tick() {
	for _, g := range m.all() {
		if !g.met && !g.over && g.size > 0 && m.now-g.since >= m.cfg.Patience {
			m.end(g, fmt.Sprintf("%s did not come within %s", g.missing(), m.cfg.Patience))
		}
		if g.over && m.now-g.ended >= remember*m.cfg.Patience {
			delete(m.gangs, id{g.Task, g.N})
		}
	}
}

// missing are those who did not come, for people.
func (g *gang) missing() string {
	var out []string
	for r := range g.size {
		if _, ok := g.came[r]; !ok {
			out = append(out, rank(r))
		}
	}
	if n := len(out); n > 4 {
		out = append(out[:4], fmt.Sprintf("%d more", n-4))
	}
	return strings.Join(out, ", ")
}

// all are the gangs in order.
func (m *Machine) all() []*gang {
	out := make([]*gang, 0, len(m.gangs))
	for _, g := range m.gangs {
		out = append(out, g)
	}
	slices.SortFunc(out, func(a, b *gang) int { return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(a.N, b.N)) })
	return out
}
