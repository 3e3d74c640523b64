package supervisor

import (
	"sync"

	"github.com/mars-project/mars-go/service"
)

// totals count tasks that are over, since the supervisor started.
type totals struct {
	mu sync.Mutex
	n  service.TaskTotals
}

func (t *totals) add(i *service.TaskInfo) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n.Add(i)
}

// Totals are the counts of now.
func (s *Supervisor) Totals() service.TaskTotals {
	s.totals.mu.Lock()
	n := s.totals.n.Clone()
	s.totals.mu.Unlock()
	if s.cfg.History != nil {
		n.Kept = s.cfg.History.Stats()
	}
	return n
}
