package schedule

import (
	"fmt"
	"strings"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// A subtask may say which bands it can run on: those of so many slots and so much memory, on workers of some
// labels. It stands in the queue of one of them; where there is none it is parked until one comes.

// choosy reports that not every band will do.
func (s *sub) choosy() bool { return s.slots > 1 || s.least > 0 || len(s.where) > 0 }

// fits reports that s may run on b.
func (s *sub) fits(b *band) bool {
	return b.mem >= max(s.minMem, s.least) && b.slots >= s.slots && (len(s.where) == 0 || op.HasLabels(b.labels, s.where))
}

// park keeps s until a band comes that fits. One that is only avoided has to do.
func (m *Machine) park(s *sub) {
	if s.minMem > 0 && !m.larger(s) { // it is tried with what there is
		s.minMem = 0
		m.enqueue(s)
		return
	}
	m.parked.push(s)
	if s.task.parked++; s.task.parked == 1 {
		m.emit(Waiting{s.task.id, "no worker has " + s.wants()})
	}
	var best *node
	for _, b := range m.bands {
		if n := b.node; !b.closed && n.until > m.now && s.fits(b) && (best == nil || n.until < best.until || n.until == best.until && n.name < best.name) {
			best = n
		}
	}
	if best != nil {
		m.pardon(best)
	}
}

// unpark looks again where those can go that no band fitted.
func (m *Machine) unpark() {
	if m.parked.n == 0 {
		return
	}
	for _, s := range m.parked.drain() {
		s.state = ready
		if m.other(s) == nil && (s.minMem == 0 || m.larger(s)) {
			m.parked.push(s)
			continue
		}
		m.leavePark(s.task)
		m.enqueue(s)
	}
}

// leavePark says that a task goes on of which nothing is parked any more.
func (m *Machine) leavePark(t *task) {
	if t.parked--; t.parked == 0 && !t.canceled && !t.said {
		m.emit(Waiting{Task: t.id})
	}
}

// wants is what s asks of a band, for people.
func (s *sub) wants() string {
	var w []string
	if s.slots > 1 {
		w = append(w, fmt.Sprintf("%d slots", s.slots))
	}
	if n := max(s.minMem, s.least); n > 0 {
		w = append(w, fmt.Sprintf("%s of memory", service.Bytes(n)))
	}
	if len(s.where) > 0 {
		w = append(w, "labels "+strings.Join(s.where, ", "))
	}
	return strings.Join(w, " and ")
}
