package oscar

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/mars-project/mars-go/errs"
)

// answer is an ask that waits for a peer. Exactly one call ends it, by whoever took it out of Port.asks.
type answer interface {
	deliver(f Frame)
	fail(err error)
}

// A Port is one end of a link while it lasts: what this node waits for from the peer, and what it does for
// it. A transport feeds it by Receive and ends it by Down.
type Port struct {
	sys    *System
	peer   Hello
	link   Link
	ctx    context.Context // ends with the link
	cancel context.CancelFunc

	mu      sync.Mutex
	err     error                         // why it is down
	asks    map[uint64]answer             // ours
	watches map[uint64]watching           // ours
	serving map[uint64]context.CancelFunc // asks of the peer
	early   early                         // cancels of the peer that overtook their ask
	watched map[uint64]func()             // watches of the peer: how to end them
}

type watching struct {
	target Addr
	f      func(Down)
}

// Attach makes l the link to the peer that said hello. The older link to the same peer, if there is one, goes
// down. A peer of another version, an older incarnation of a node, or a node of our own name is refused as
// Invalid.
func (s *System) Attach(peer Hello, l Link) (*Port, error) {
	p := &Port{
		sys: s, peer: peer, link: l,
		asks: map[uint64]answer{}, watches: map[uint64]watching{},
		serving: map[uint64]context.CancelFunc{}, watched: map[uint64]func(){},
	}
	old, err := s.attach(p)
	if err != nil {
		return nil, err
	}
	if old != nil {
		old.Down(errs.New(errs.Unavailable, "node %s was linked again", peer.Node))
	}
	return p, nil
}

// attach makes p the port of its peer and gives the one it replaces.
func (s *System) attach(p *Port) (old *Port, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	peer := p.peer
	switch {
	case s.closed:
		return nil, errs.New(errs.Unavailable, "node %s is closed", s.node)
	case peer.Node == "" || peer.Node == s.node:
		return nil, errs.New(errs.Invalid, "node %s: link to a node of name %q", s.node, peer.Node)
	case peer.Version != s.opt.Version:
		return nil, errs.New(errs.Invalid, "node %s is version %q, node %s is version %q", s.node, s.opt.Version, peer.Node, peer.Version)
	case peer.Epoch < s.epochs[peer.Node]:
		return nil, errs.New(errs.Invalid, "node %s: incarnation %d of %s is over, %d was seen", s.node, peer.Epoch, peer.Node, s.epochs[peer.Node])
	}
	s.epochs[peer.Node] = peer.Epoch
	s.forgetEpochs()
	p.ctx, p.cancel = context.WithCancel(s.ctx)
	if o, ok := s.ports.Swap(peer.Node, p); ok {
		old = o.(*Port)
	}
	return old, nil
}

// maxEpochs is of how many nodes that are not linked the epoch is known.
const maxEpochs = 1024

// forgetEpochs drops the older half of the epochs of nodes that are not linked, when they are too many: names
// may be new ones for ever. s.mu is held.
func (s *System) forgetEpochs() {
	if len(s.epochs) <= 2*maxEpochs {
		return
	}
	var away []string
	for n := range s.epochs {
		if _, linked := s.ports.Load(n); !linked {
			away = append(away, n)
		}
	}
	slices.SortFunc(away, func(a, b string) int { return cmp.Compare(s.epochs[a], s.epochs[b]) })
	for _, n := range away[:max(0, len(away)-maxEpochs)] {
		delete(s.epochs, n)
	}
}

// Linked is the names of the nodes that are linked now, in no order.
func (s *System) Linked() (nodes []string) {
	s.ports.Range(func(n, _ any) bool {
		nodes = append(nodes, n.(string))
		return true
	})
	return nodes
}

func (s *System) port(node string) *Port {
	p, _ := s.ports.Load(node)
	port, _ := p.(*Port)
	return port
}

// Down ends the port and closes its link: asks that wait fail as Unavailable, watches are told, what runs for
// the peer sees its context end. Only the first call does anything.
func (p *Port) Down(why error) {
	p.mu.Lock()
	if p.err != nil {
		p.mu.Unlock()
		return
	}
	p.err = errs.Wrap(errs.Unavailable, why, "link to %s is down", p.peer.Node)
	asks, watches, watched := p.asks, p.watches, p.watched
	p.asks, p.watches, p.watched = nil, nil, nil
	p.mu.Unlock()
	p.sys.ports.CompareAndDelete(p.peer.Node, p)
	p.link.Close() // first: no answer caused by what follows may leave
	p.cancel()     // with it the contexts in serving
	for _, a := range asks {
		a.fail(p.err)
	}
	for _, stop := range watched {
		if stop != nil {
			stop()
		}
	}
	for _, w := range watches {
		w.f(Down{Addr: w.target, Unreachable: true, Reason: p.err.Error()})
	}
}

// add registers an ask before it is sent.
func (p *Port) add(id uint64, a answer) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return p.err
	}
	p.asks[id] = a
	return nil
}

// take gives the ask to whoever will end it, once.
func (p *Port) take(id uint64) answer {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.asks[id]
	delete(p.asks, id)
	return a
}

func (p *Port) watch(target Addr, f func(Down)) (cancel func()) {
	id := p.sys.ids.Add(1)
	p.mu.Lock()
	if p.err != nil {
		p.mu.Unlock()
		f(Down{Addr: target, Unreachable: true, Reason: p.err.Error()})
		return func() {}
	}
	p.watches[id] = watching{target, f}
	p.mu.Unlock()
	if target.UID != "" {
		p.control(Frame{Kind: FrameWatch, ID: id, UID: target.UID})
	}
	return func() {
		p.mu.Lock()
		_, on := p.watches[id]
		delete(p.watches, id)
		p.mu.Unlock()
		if on && target.UID != "" {
			p.control(Frame{Kind: FrameUnwatch, ID: id})
		}
	}
}

// control sends a frame of the control lane. A failure needs no answer: the link says itself when it is down.
func (p *Port) control(f Frame) { _ = p.link.Send(p.ctx, f) }
