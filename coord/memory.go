package coord

import (
	"context"
	"sync"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/clock"
)

// Memory is the driver for one process: nothing outlives it. It has no goroutine.
type Memory struct {
	clock clock.Clock

	mu      sync.Mutex
	closed  bool
	token   uint64        // the last one given
	changed chan struct{} // closed, and made anew, when members or leaders change
	members map[string]*lease
	offices map[string]*office
	logs    map[string][]Record
}

// NewMemory makes a driver that counts leases by c; nil is the real clock.
func NewMemory(c clock.Clock) *Memory {
	if c == nil {
		c = clock.Real{}
	}
	return &Memory{
		clock: c, changed: make(chan struct{}),
		members: map[string]*lease{}, offices: map[string]*office{}, logs: map[string][]Record{},
	}
}

// Close makes every call fail as Unavailable, also those that wait.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return nil
	}
	m.closed = true
	for _, l := range m.members {
		l.stop()
	}
	for _, o := range m.offices {
		if o.term != nil {
			o.term.stop()
		}
	}
	m.broadcast()
	return nil
}

// enter takes the lock for a call; leave by m.mu.Unlock if there is no error.
func (m *Memory) enter(ctx context.Context) error {
	if ctx.Err() != nil {
		return errs.Wrap(errs.Canceled, ctx.Err(), "coord")
	}
	m.mu.Lock()
	if m.closed {
		m.mu.Unlock()
		return errs.New(errs.Unavailable, "coord: the driver is closed")
	}
	return nil
}

func (m *Memory) broadcast() {
	close(m.changed)
	m.changed = make(chan struct{})
}

// await calls f, with the lock, after every change until it returns true.
func (m *Memory) await(ctx context.Context, f func() bool) error {
	for {
		if err := m.enter(ctx); err != nil {
			return err
		}
		done, changed := f(), m.changed
		m.mu.Unlock()
		if done {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
}

// hold is something that is kept until a time.
type hold struct {
	m     *Memory
	ttl   time.Duration
	until time.Time
	stop  func() bool // the call of expired
	over  bool
	end   func() // with the lock, once, when it is over
}

func (m *Memory) grant(h *hold, ttl time.Duration, end func()) {
	h.m, h.ttl, h.end = m, ttl, end
	h.extend()
}

func (h *hold) extend() {
	h.until = h.m.clock.Now().Add(h.ttl)
	h.stop = h.m.clock.AfterFunc(h.ttl, func() {
		h.m.mu.Lock()
		defer h.m.mu.Unlock()
		if !h.m.closed {
			h.live()
		}
	})
}

// live ends h when its time has come, and reports whether it is still held.
func (h *hold) live() bool {
	if !h.over && !h.m.clock.Now().Before(h.until) {
		h.finish()
	}
	return !h.over
}

func (h *hold) finish() {
	if h.over {
		return
	}
	h.over = true
	h.stop()
	h.end()
	h.m.broadcast()
}

func (h *hold) renew(ctx context.Context, what string) error {
	if err := h.m.enter(ctx); err != nil {
		return err
	}
	defer h.m.mu.Unlock()
	if !h.live() {
		return errs.New(errs.Denied, "%s has ended", what)
	}
	h.stop()
	h.extend()
	return nil
}

func (h *hold) release(ctx context.Context) error {
	if err := h.m.enter(ctx); err != nil {
		return err
	}
	defer h.m.mu.Unlock()
	h.finish()
	return nil
}

func checkTTL(ttl time.Duration) error {
	if ttl <= 0 {
		return errs.New(errs.Invalid, "coord: time to live of %v", ttl)
	}
	return nil
}
