package failover

import (
	"fmt"
	"slices"
	"strings"
)

// Config are the settings of a machine.
type Config struct {
	// Policies are those of the roles.
	Policies map[Role]Policy
	// NodeLost is how long after its grace a pod may be there before it is deleted by force. The default is
	// 1 min.
	NodeLost Nanos
	// First is how long the first new pod waits. The default is 1 s.
	First Nanos
	// Longest is how long a new pod waits at most. The default is 5 min.
	Longest Nanos
	// Reset is the time between two losses after which the later counts as the first. The default is 10 min.
	Reset Nanos
}

// Lost is what is known of the pods of one place that were lost.
type Lost struct {
	Pod   string // its name
	UID   string // of the last one
	Count int32  // in a row
	At    Nanos  // when the last one was
}

// A Machine decides for the pods of one job. It is pure.
type Machine struct {
	cfg  Config
	lost map[string]*Lost
	out  []Effect
}

// New makes a machine that goes on where another has ended.
func New(cfg Config, saved []Lost) *Machine {
	for _, x := range []struct {
		at    *Nanos
		value Nanos
	}{{&cfg.NodeLost, 60e9}, {&cfg.First, 1e9}, {&cfg.Longest, 300e9}, {&cfg.Reset, 600e9}} {
		if *x.at == 0 {
			*x.at = x.value
		}
	}
	m := &Machine{cfg: cfg, lost: map[string]*Lost{}}
	for _, l := range saved {
		m.lost[l.Pod] = &l
	}
	return m
}

// Saved is all that the machine knows at a time, in order of names. What was lost long ago is left out.
func (m *Machine) Saved(now Nanos) []Lost {
	var out []Lost
	for _, l := range m.lost {
		if now-l.At < m.cfg.Reset {
			out = append(out, *l)
		}
	}
	slices.SortFunc(out, func(a, b Lost) int { return strings.Compare(a.Pod, b.Pod) })
	return out
}

// Step takes an event and says what is to be done.
func (m *Machine) Step(e Event) []Effect {
	m.out = nil
	switch e := e.(type) {
	case Ended:
		m.ended(e)
	case Leaving:
		m.leaving(e)
	case Missing:
		m.missing(e)
	default:
		panic(fmt.Sprintf("failover: unknown event %T", e))
	}
	return m.out
}

func (m *Machine) emit(e Effect) { m.out = append(m.out, e) }

func (m *Machine) ended(e Ended) {
	switch {
	case m.again(e):
		m.replace(e)
	case e.Pod.Role == Scheduler && e.Code != 0:
		m.emit(Fail{e.Pod, e.Code, e.Why})
	default:
		m.emit(Keep{e.Pod, e.UID, e.Code})
	}
}

// again says whether another pod helps.
func (m *Machine) again(e Ended) bool {
	if e.Why == Evicted || e.Why == NodeLost || e.Why == Refused {
		return true
	}
	if e.Pod.Role == Scheduler && e.Code == 0 && e.Why == Exited {
		return false
	}
	switch m.cfg.Policies[e.Pod.Role] {
	case Always, OnFailure:
		return true
	case ExitCode:
		return e.Why == OOMKilled || slices.Contains([]int32{130, 137, 138, 143}, e.Code) || e.Code == 0 &&
			e.Pod.Role == Worker
	}
	return false
}

// replace counts a pod that was lost, once, and deletes it.
func (m *Machine) replace(e Ended) {
	l := m.lost[e.Pod.Name]
	if l == nil {
		l = &Lost{Pod: e.Pod.Name}
		m.lost[e.Pod.Name] = l
	}
	first := l.UID != e.UID
	if first {
		if e.Now-l.At >= m.cfg.Reset || e.Now < l.At {
			l.Count = 0
		}
		l.UID, l.At = e.UID, e.Now
		l.Count++
	}
	m.emit(Delete{e.Pod, e.UID, e.Why, e.Code, l.Count, m.delay(l.Count), first})
}

// delay is how long the next pod waits after so many that were lost in a row.
func (m *Machine) delay(count int32) Nanos {
	d := m.cfg.First
	for i := int32(1); i < count && d < m.cfg.Longest; i++ {
		d *= 2
	}
	return min(d, m.cfg.Longest)
}

func (m *Machine) leaving(e Leaving) {
	switch over := e.Until + m.cfg.NodeLost; {
	case e.Forced:
	case e.Now >= over:
		m.emit(ForceDelete{e.Pod, e.UID})
	default:
		m.emit(Wait{e.Pod, over, "it is being deleted"})
	}
}

func (m *Machine) missing(e Missing) {
	l := m.lost[e.Pod.Name]
	if l == nil || e.Now < l.At || e.Now-l.At >= m.cfg.Reset {
		m.emit(Create{e.Pod})
		return
	}
	if due := l.At + m.delay(l.Count); e.Now < due {
		m.emit(Wait{e.Pod, due, "back-off"})
		return
	}
	m.emit(Create{e.Pod})
}
