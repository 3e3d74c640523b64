package storage

import (
	"context"
	"slices"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// Reserve books n bytes of the pool for one subtask: missing inputs, outputs and scratch in one step. It
// spills what it must and waits for what others hold. Requests are served in the order in which they came, so
// a large one never starves: it stands at the head and later ones wait behind it. Who calls it must hold no
// pin and no grant.
//
// Outcomes: 1. A grant, which the caller must Close. 2. OutOfMemory: n is more than the pool's limit. 3.
// Pressure: what is stored fills the pool, nothing of it can be spilled, and nobody holds anything that could
// come back. 4. Canceled.
func (s *Store) Reserve(ctx context.Context, n int64) (*mem.Grant, error) {
	t := s.line.join()
	defer s.line.leave(t)
	select {
	case <-t.head:
	case <-ctx.Done():
		return nil, canceled(ctx, "wait for memory")
	case <-s.quit:
		return nil, errClosed
	}
	for {
		select {
		case <-s.quit:
			return nil, errClosed
		default:
		}
		g, err := s.pool.Reserve(n)
		if err == nil {
			s.took()
			return g, nil
		}
		news := s.news.next() // a write that fails is no news to wait for
		if !errs.Is(err, errs.Pressure) {
			return nil, err
		}
		switch s.hope(n) {
		case full:
			return nil, err
		case evict:
			continue
		}
		select {
		case <-news:
		case <-ctx.Done():
			return nil, canceled(ctx, "wait for memory")
		case <-s.quit:
			return nil, errClosed
		}
	}
}

// hope says what to do after n bytes were refused: evict means try again, there is room or somebody who can
// go; wait means that what others hold may come back; full that it will not.
func (s *Store) hope(n int64) verdict {
	s.mu.Lock()
	defer s.mu.Unlock()
	booked := s.pool.Stats().Booked
	if n <= s.pool.Limit()-booked {
		return evict
	}
	v, _ := s.policy.relief()
	if v == evict && s.failed == nil {
		return evict
	}
	if s.policy.alone(booked) && v != wait {
		return full
	}
	return wait
}

// Starved reports that somebody waits for memory, and that no stored value can be spilled for it, nor is on
// its way to a disk: what lacks is in use.
func (s *Store) Starved() bool {
	if s.line.len() == 0 {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	v, _ := s.policy.relief()
	return v == full
}

// A line is a queue of those who wait, first come first served.
type line struct {
	mu sync.Mutex
	q  []*ticket
}

type ticket struct{ head chan struct{} } // closed when it is at the head

func (l *line) join() *ticket {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := &ticket{make(chan struct{})}
	if l.q = append(l.q, t); len(l.q) == 1 {
		close(t.head)
	}
	return t
}

func (l *line) leave(t *ticket) {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.Index(l.q, t)
	l.q = slices.Delete(l.q, i, i+1)
	if i == 0 && len(l.q) > 0 {
		close(l.q[0].head)
	}
}

func (l *line) len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.q)
}
