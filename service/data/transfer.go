package data

import (
	"context"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/storage"
)

// An Item is what is asked of another worker: a value, or with Part >= 0 that part of a partitioned one.
type Item struct {
	Key  op.Key
	Part int32
}

// A Transfer brings values from other workers.
type Transfer interface {
	// Fetch copies items of one node into blocks of into, which the caller frees, and calls got with each as
	// it comes, one at a time; f is empty for parts. An item that the node does not have is left out. An
	// error of got ends the fetch.
	// Outcomes: 1. nil: all that the node has came. 2. Unavailable: the node cannot be reached. 3. Pressure
	// and the like: no memory for a copy. 4. Canceled.
	Fetch(ctx context.Context, node, session string, items []Item, into mem.Allocator, got func(i int, v any, f op.Facts) error) error
}

// Peers is the Transfer between workers of one process: a value is pinned where it is and copied to the
// memory of the one who asked.
type Peers struct {
	mu    sync.RWMutex
	nodes map[string]*peer
}

type peer struct {
	*Service
	users sync.WaitGroup
}

// Add makes a worker known, in place of one of the same name.
func (p *Peers) Add(s *Service) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.nodes == nil {
		p.nodes = map[string]*peer{}
	}
	p.nodes[s.opts.Node] = &peer{Service: s}
}

// Remove makes a worker unreachable and returns when nobody reads from it any more: its store can be closed
// then.
func (p *Peers) Remove(s *Service) {
	p.mu.Lock()
	x := p.nodes[s.opts.Node]
	if x == nil || x.Service != s {
		p.mu.Unlock()
		return
	}
	delete(p.nodes, s.opts.Node)
	p.mu.Unlock()
	x.users.Wait()
}

// Node is the service of a node, nil when there is none. It may be removed at any time.
func (p *Peers) Node(node string) *Service {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if x := p.nodes[node]; x != nil {
		return x.Service
	}
	return nil
}

// Use calls f with the service of a node, which is not removed meanwhile. Unavailable: there is none.
func (p *Peers) Use(node string, f func(*Service) error) error {
	p.mu.RLock()
	x := p.nodes[node]
	if x == nil {
		p.mu.RUnlock()
		return errs.New(errs.Unavailable, "worker %s cannot be reached", node)
	}
	x.users.Add(1)
	p.mu.RUnlock()
	defer x.users.Done()
	return f(x.Service)
}

// Fetch is that of Transfer.
func (p *Peers) Fetch(ctx context.Context, node, session string, items []Item, into mem.Allocator, got func(i int, v any, f op.Facts) error) error {
	for i, it := range items {
		if ctx.Err() != nil {
			return errs.Wrap(errs.Canceled, context.Cause(ctx), "fetch from %s", node)
		}
		var v any
		var f op.Facts
		err := p.Use(node, func(from *Service) (err error) {
			v, f, err = from.send(ctx, session, it, into)
			return err
		})
		switch {
		case errs.Is(err, errs.NotFound) || errs.Is(err, errs.Lost):
			continue
		case err != nil:
			return err
		}
		if err := got(i, v, f); err != nil {
			return err
		}
	}
	return nil
}

// send copies an item into blocks of into.
func (s *Service) send(ctx context.Context, session string, it Item, into mem.Allocator) (any, op.Facts, error) {
	p, err := s.lend(ctx, session, it)
	if err != nil {
		return nil, op.Facts{}, err
	}
	defer p.Release()
	v, err := clone(p.Value(), into)
	if err == nil {
		op.Blocks(v, func(b *mem.Block) { s.sent.Add(int64(b.Len())) })
	}
	return v, s.factsOf(session, it, p.Value()), err
}

// factsOf are the facts of an item that travel with its value v.
func (s *Service) factsOf(session string, it Item, v any) op.Facts {
	if it.Part >= 0 {
		return op.Facts{}
	}
	if k := s.known(session, it.Key); k != nil {
		return k.facts.Facts
	}
	return op.Observe(v)
}

// Stream opens an item that is on disk alone, to be sent without being loaded, with the facts that travel
// with it. ok is false for everything else: Lend it. The caller must release it. Its header and segments are
// those of Pack.
func (s *Service) Stream(session string, it Item) (x *storage.Stream, f op.Facts, ok bool) {
	at, part, facts := s.place(session, it)
	if at == nil || at.odd != nil {
		return nil, f, false
	}
	x, ok = s.opts.Store.Open(&at.ref, int(part))
	return x, facts, ok
}

// place is where an item is, nil when it is not here, the part of it that is wanted there, and its facts.
func (s *Service) place(session string, it Item) (at *place, part int32, f op.Facts) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.sessions[session]
	if x == nil {
		return nil, 0, f
	}
	part = it.Part
	if k := x.chunks[it.Key]; k != nil {
		at = &k.at
		if part < 0 {
			f = k.facts.Facts
		}
	}
	if l := x.lent[piece{it.Key, it.Part}]; l != nil && part >= 0 {
		at, part = l.at, -1
	}
	return at, part, f
}

// Lend pins an item to be sent, with the facts that travel with it. The caller must release it. Outcomes: 1.
// The value. 2. NotFound: it is not here. 3. Lost: it is damaged. 4. Unavailable: there is no room here to
// load it just now, which is no want of memory of whoever asks.
func (s *Service) Lend(ctx context.Context, session string, it Item) (service.Pinned, op.Facts, error) {
	p, err := s.lend(ctx, session, it)
	if err != nil {
		return nil, op.Facts{}, err
	}
	return p, s.factsOf(session, it, p.Value()), nil
}

func (s *Service) lend(ctx context.Context, session string, it Item) (service.Pinned, error) {
	p, err := s.Pin(ctx, session, it.Key, it.Part, s.opts.Store.Pool())
	if errs.Is(err, errs.Pressure) || errs.Is(err, errs.OutOfMemory) {
		return nil, errs.Wrap(errs.Unavailable, err, "worker %s has no room to send chunk %s from just now", s.opts.Node, it.Key.Short())
	}
	return p, err
}
