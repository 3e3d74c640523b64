package autoscale

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/service"
)

// Horizon is within how long what can be run should have begun.
const Horizon service.Nanos = 10e9

// A Look is what is seen of a cluster at a moment.
type Look struct {
	Now     service.Nanos
	Ready   int           // subtasks that wait for a band
	Waiting int           // subtasks whose inputs are not made
	Each    service.Nanos // that a subtask takes on a slot; 0: none has ended yet
	Workers []Worker      // that live and take what is new
}

// A Worker is one of them.
type Worker struct {
	Node   string
	Slots  int
	Out    int   // subtasks that it has been given and that have not ended
	Stored int64 // bytes of chunks, in memory and on disk
	Mem    int64 // bytes that it may store in memory; 0: unknown
}

// Advice is how many workers there should be.
type Advice struct {
	Workers int      `json:"workers"` // that there are, without those that are leaving
	Want    int      `json:"want"`    // that there should be
	Retire  []string `json:"retire"`  // that may leave, best first; Workers - Want of them should
	Why     string   `json:"why"`
}

// A Machine remembers who is idle since when. It is pure.
type Machine struct {
	idle  map[string]service.Nanos // since when workers have been given nothing
	slots float64                  // of a worker, when there was one
}

// New makes a machine that has seen nothing.
func New() *Machine { return &Machine{idle: map[string]service.Nanos{}, slots: 1} }

// See remembers what there is.
func (m *Machine) See(l *Look) {
	idle := make(map[string]service.Nanos, len(l.Workers))
	slots := 0
	for _, w := range l.Workers {
		slots += w.Slots
		if w.Out > 0 {
			continue
		}
		idle[w.Node] = l.Now
		if since, ok := m.idle[w.Node]; ok {
			idle[w.Node] = min(since, l.Now)
		}
	}
	m.idle = idle
	if slots > 0 {
		m.slots = float64(slots) / float64(len(l.Workers))
	}
}

// Advise looks and says what is wanted. Workers may leave that have been idle for so long.
func (m *Machine) Advise(l *Look, idle service.Nanos) Advice {
	m.See(l)
	out := 0
	for _, w := range l.Workers {
		out += w.Out
	}
	a := Advice{Workers: len(l.Workers), Want: len(l.Workers)}
	if n := m.wanted(out+l.Ready, l.Each); n > a.Workers {
		if a.Workers == 0 { // what one has and how long things take is learned from the first
			n = 1
		}
		a.Want, a.Why = n, fmt.Sprintf("%s given out and %d ready, %s, for %d slots", many(out, "subtask"), l.Ready, usual(l.Each), m.all(l))
		return a
	}
	if a.Workers == 0 {
		if l.Waiting > 0 {
			a.Want, a.Why = 1, many(l.Waiting, "subtask")+" to be run and no worker"
		} else {
			a.Why = "nothing to be run"
		}
		return a
	}
	kept, why := m.kept(l, out)
	var free []Worker
	for _, w := range l.Workers {
		if since, ok := m.idle[w.Node]; ok && l.Now-since >= idle {
			free = append(free, w)
		}
	}
	slices.SortFunc(free, func(a, b Worker) int {
		return cmp.Or(cmp.Compare(a.Stored, b.Stored), cmp.Compare(m.idle[a.Node], m.idle[b.Node]), -strings.Compare(a.Node, b.Node))
	})
	switch goes := min(len(free), a.Workers-kept); {
	case len(free) == 0:
		a.Why = fmt.Sprintf("none of %s has been idle for %s", many(a.Workers, "worker"), idle)
	case goes <= 0:
		a.Why = fmt.Sprintf("%d idle for %s, but all are kept %s", len(free), idle, why)
	default:
		a.Want -= goes
		for _, w := range free {
			a.Retire = append(a.Retire, w.Node)
		}
		a.Why = fmt.Sprintf("%d idle for %s", len(free), idle)
		if a.Want > 0 && goes < len(free) {
			a.Why += fmt.Sprintf(", %d kept %s", len(free)-goes, why)
		}
	}
	return a
}

// wanted is how many workers begin n subtasks within the horizon.
func (m *Machine) wanted(n int, each service.Nanos) int {
	if each <= 0 || each > Horizon {
		each = Horizon // a slot runs no more than one of them
	}
	slots := math.Ceil(float64(n) * float64(each) / float64(Horizon))
	return int(math.Ceil(slots / m.slots))
}

// kept is how many workers stay for what is to come and for what is stored, and for which of them.
func (m *Machine) kept(l *Look, out int) (int, string) {
	n, why := m.wanted(out+l.Ready+l.Waiting, l.Each), "for what is to be run"
	stored, mem := int64(0), int64(0)
	for _, w := range l.Workers {
		stored, mem = stored+w.Stored, mem+w.Mem
	}
	if stored == 0 {
		return n, why
	}
	hold := 1
	if mem > 0 { // half of the memory stays free for work
		hold = int(math.Ceil(float64(stored) / (float64(mem) / float64(len(l.Workers)) / 2)))
	}
	if hold > n {
		n, why = hold, fmt.Sprintf("for the %s that are stored", service.Bytes(stored))
	}
	return n, why
}

// all are the slots of all workers.
func (m *Machine) all(l *Look) (n int) {
	for _, w := range l.Workers {
		n += w.Slots
	}
	return n
}

func usual(each service.Nanos) string {
	if each <= 0 {
		return "of which none has ended yet"
	}
	return "of " + each.String() + " each"
}

func many(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
