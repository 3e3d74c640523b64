package oscar

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/mars-project/mars-go/errs"
)

// A System is one node: the actors that live on it and the links to other nodes. It opens no port and has no
// goroutine of its own.
type System struct {
	node   string
	opt    Options
	ctx    context.Context // ends with Close
	cancel context.CancelFunc
	cells  sync.Map // uid -> *cell
	ports  sync.Map // node -> *Port
	ids    atomic.Uint64
	chans  sync.Pool // of chan struct{}, see signal

	mu     sync.Mutex
	closed bool
	seq    uint64            // of the last actor spawned
	epochs map[string]uint64 // newest seen of each node
}

// New makes a node. Its name must be unique among the nodes it will be linked to. Close it.
func New(node string, o ...Options) (*System, error) {
	if node == "" || len(node) > maxName {
		return nil, errs.New(errs.Invalid, "oscar: node name of %d bytes", len(node))
	}
	var opt Options
	if len(o) > 0 {
		opt = o[0]
	}
	if err := opt.check(); err != nil {
		return nil, err
	}
	s := &System{node: node, opt: opt, epochs: map[string]uint64{}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s, nil
}

// Node is the name of s.
func (s *System) Node() string { return s.node }

// Spawn starts an actor under a name of its own on this node; make gives its first instance now and another
// one after a panic. make runs before Spawn returns; its panic is Spawn's error. A taken name is Invalid, a
// closed system Unavailable.
func Spawn[A any](s *System, uid string, make func() A, p ...Policy) (Ref[A], error) {
	ref := Ref[A]{s.node, uid}
	if uid == "" || len(uid) > maxName {
		return ref, errs.New(errs.Invalid, "oscar: actor name of %d bytes", len(uid))
	}
	policy := s.opt.Policy
	if len(p) > 0 {
		policy = p[0]
		if err := policy.check(s.opt.Policy); err != nil {
			return ref, err
		}
	}
	return ref, s.spawn(uid, func() any { return make() }, policy)
}

func (s *System) spawn(uid string, mk func() any, p Policy) error {
	c := &cell{sys: s, addr: Addr{s.node, uid}, policy: p, make: mk, ended: make(chan struct{}), wake: make(chan struct{}, 1)}
	a, err := c.build()
	if err != nil {
		return err
	}
	c.a = a
	c.drains, _ = a.(Drainer)
	c.ctx, c.cancel = context.WithCancel(s.ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		c.cancel()
		return errs.New(errs.Unavailable, "node %s is closed", s.node)
	}
	s.seq++
	c.seq = s.seq
	if _, taken := s.cells.LoadOrStore(uid, c); taken {
		c.cancel()
		return errs.New(errs.Invalid, "actor %s exists", c.addr)
	}
	return nil
}

func (s *System) find(uid string) *cell {
	c, _ := s.cells.Load(uid)
	cell, _ := c.(*cell)
	return cell
}

// Stop ends an actor of this node and waits until it has ended or ctx is done. Messages that wait are refused
// as [Gone], the method that runs and those in Await finish, with their contexts ended; then OnStop. An actor
// may stop itself: then Stop does not wait. An actor that does not exist is gone.
func (s *System) Stop(ctx context.Context, a Addr) error {
	if a.Node != s.node {
		return errs.New(errs.Invalid, "actor %s is not on node %s", a, s.node)
	}
	c := s.find(a.UID)
	if c == nil {
		return gone(a, "")
	}
	return c.stop(ctx)
}

func (c *cell) stop(ctx context.Context) error {
	c.urge(control{stop: &stopping{}})
	c.cancel() // now, not in its turn: the method that has the turn may be waiting for it
	if c.mine(ctx) {
		return nil
	}
	select {
	case <-c.ended:
		return nil
	case <-ctx.Done():
		return errs.Wrap(errs.Canceled, ctx.Err(), "actor %s still runs", c.addr)
	}
}

// Close stops the actors, the last one spawned first, and closes the links. When ctx ends first, actors may
// still run: the error names the first of them, and the links are closed all the same.
func (s *System) Close(ctx context.Context) (err error) {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	var cells []*cell
	s.cells.Range(func(_, c any) bool {
		cells = append(cells, c.(*cell))
		return true
	})
	slices.SortFunc(cells, func(a, b *cell) int { return int(b.seq) - int(a.seq) })
	for _, c := range cells {
		if e := c.stop(ctx); e != nil && err == nil {
			err = e
		}
	}
	s.ports.Range(func(_, p any) bool {
		p.(*Port).Down(errs.New(errs.Unavailable, "node %s is closed", s.node))
		return true
	})
	s.cancel()
	return err
}

// signal gives a channel for one token. Only a channel whose token was received may go back by reuse: one
// that was given up could still get its token, and would wake the wrong asker.
func (s *System) signal() chan struct{} {
	if c, ok := s.chans.Get().(chan struct{}); ok {
		return c
	}
	return make(chan struct{}, 1)
}

func (s *System) reuse(c chan struct{}) { s.chans.Put(c) }
