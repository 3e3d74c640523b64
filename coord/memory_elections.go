package coord

import (
	"context"
	"slices"
	"time"

	"github.com/mars-project/mars-go/errs"
)

type office struct {
	term  *term // nil: vacant
	queue []*candidate
}

type candidate struct {
	name string
	ttl  time.Duration
	won  *term
}

type term struct {
	hold
	leader Leader
}

func (m *Memory) office(name string) *office {
	o := m.offices[name]
	if o == nil {
		o = &office{}
		m.offices[name] = o
	}
	if o.term != nil {
		o.term.live()
	}
	return o
}

// elect fills a vacant office.
func (m *Memory) elect(name string, o *office) {
	if o.term != nil || len(o.queue) == 0 {
		return
	}
	c := o.queue[0]
	o.queue = o.queue[1:]
	m.token++
	t := &term{leader: Leader{c.name, Fence{name, m.token}}}
	o.term, c.won = t, t
	m.grant(&t.hold, c.ttl, func() {
		o.term = nil
		m.elect(name, o)
	})
	m.broadcast()
}

// Campaign is that of Elections.
func (m *Memory) Campaign(ctx context.Context, name, who string, ttl time.Duration) (Term, error) {
	if err := checkTTL(ttl); err != nil {
		return nil, err
	}
	if name == "" || who == "" {
		return nil, errs.New(errs.Invalid, "coord: candidate %q for office %q", who, name)
	}
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	o := m.office(name)
	c := &candidate{name: who, ttl: ttl}
	o.queue = append(o.queue, c)
	m.elect(name, o)
	m.mu.Unlock()
	err := m.await(ctx, func() bool {
		m.office(name) // ends a term whose time has come
		return c.won != nil
	})
	if err == nil {
		return c.won, nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if c.won != nil && !m.closed {
		c.won.finish() // elected while giving up
	}
	if i := slices.Index(o.queue, c); i >= 0 {
		o.queue = slices.Delete(o.queue, i, i+1)
	}
	return nil, err
}

// Leader is that of Elections.
func (m *Memory) Leader(ctx context.Context, name string) (Leader, error) {
	if err := m.enter(ctx); err != nil {
		return Leader{}, err
	}
	defer m.mu.Unlock()
	if o := m.office(name); o.term != nil {
		return o.term.leader, nil
	}
	return Leader{}, errs.New(errs.NotFound, "office %s has no leader", name)
}

// NextLeader is that of Elections.
func (m *Memory) NextLeader(ctx context.Context, name string, after uint64) (l Leader, err error) {
	err = m.await(ctx, func() bool {
		o := m.office(name)
		if o.term == nil || o.term.leader.Fence.Token <= after {
			return false
		}
		l = o.term.leader
		return true
	})
	return l, err
}

func (t *term) Fence() Fence { return t.leader.Fence }

func (t *term) Renew(ctx context.Context) error { return t.renew(ctx, "term "+t.leader.Fence.String()) }

func (t *term) Resign(ctx context.Context) error { return t.release(ctx) }

// check refuses a fence whose term has ended. The lock is held.
func (m *Memory) check(f Fence) error {
	if o := m.office(f.Office); o.term == nil || o.term.leader.Fence != f {
		return errs.New(errs.Denied, "term %v has ended", f)
	}
	return nil
}
