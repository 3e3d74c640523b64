package runner

import "github.com/mars-project/mars-go/internal/host"

// lingering is how many goroutines beside the slots wait for what comes next.
const lingering = 32

// Beside runs f at once, on a goroutine that has no slot. After Close it does nothing.
func (s *Slots) Beside(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	select {
	case s.next <- f: // its stack has grown already
	default:
		s.wg.Go(func() { s.linger(f) })
	}
}

// linger runs f, and what comes next while few others wait for it.
func (s *Slots) linger(f func()) {
	for f != nil {
		host.GrowStack()
		f()
		f = nil // what it holds may go
		if s.lingers.Add(1) <= lingering {
			f = <-s.next
		}
		s.lingers.Add(-1)
	}
}
