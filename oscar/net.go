package oscar

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// Mode says what travels over the links of a Net.
type Mode uint8

const (
	Values Mode = iota // messages as the Go values they are
	Bytes              // frames encoded as a network would carry them
)

// Faults are what a Net does wrong, for tests. The functions are called concurrently.
type Faults struct {
	Drop  func(from, to string, f Frame) bool          // lose this frame
	Delay func(from, to string, f Frame) time.Duration // deliver it so much later; its lane keeps its order
}

// A Net links systems of one process. Without a Delay a frame is delivered by its sender and the net has no
// goroutine.
type Net struct {
	mode   Mode
	faults Faults
	mu     sync.Mutex
	wires  map[[2]string]*wire
}

// NewNet makes a net that links nobody yet.
func NewNet(m Mode, f ...Faults) *Net {
	n := &Net{mode: m, wires: map[[2]string]*wire{}}
	if len(f) > 0 {
		n.faults = f[0]
	}
	return n
}

// wire is one link of two systems, seen from both ends.
type wire struct {
	halves [2]*half
	ready  chan struct{} // closed when both ends have their port
	cut    chan struct{} // closed when it is down
	once   sync.Once
	mu     sync.Mutex
	ports  []*Port // attached so far
}

// half is the direction from one system to the other. It is the Link of from's port.
type half struct {
	net      *Net
	wire     *wire
	from, to *System
	peer     atomic.Pointer[Port] // of to, where frames go; nil until ready
	lanes    [2]*lane             // by Lane; nil without a Delay
}

// Join links a and b, again if they were linked. The errors are those of [System.Attach].
func (n *Net) Join(a, b *System) error {
	w := &wire{ready: make(chan struct{}), cut: make(chan struct{})}
	for i, p := range [2][2]*System{{a, b}, {b, a}} {
		h := &half{net: n, wire: w, from: p[0], to: p[1]}
		w.halves[i] = h
		if n.faults.Delay != nil {
			h.lanes[Requests] = newLane(laneRoom, h.receive, w.cut)
			h.lanes[Control] = newLane(0, h.receive, w.cut)
		}
	}
	for i, h := range w.halves {
		p, err := h.from.Attach(h.to.Hello(), h)
		if err != nil {
			w.close(err)
			return err
		}
		w.halves[1-i].peer.Store(p)
		w.mu.Lock()
		w.ports = append(w.ports, p)
		w.mu.Unlock()
	}
	close(w.ready)
	if w.down() { // a system was closed meanwhile
		w.close(unlinked(b.node))
		return unlinked(b.node)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.wires[pair(a, b)] = w
	return nil
}

func pair(a, b *System) [2]string {
	return [2]string{min(a.node, b.node), max(a.node, b.node)}
}

// Cut breaks the link of a and b: frames on the way are lost. Systems that are not linked stay so.
func (n *Net) Cut(a, b *System) {
	n.mu.Lock()
	w := n.wires[pair(a, b)]
	delete(n.wires, pair(a, b))
	n.mu.Unlock()
	if w != nil {
		w.close(errs.New(errs.Unavailable, "the link of %s and %s was cut", a.node, b.node))
	}
}

func (w *wire) close(why error) {
	w.once.Do(func() { close(w.cut) })
	w.mu.Lock()
	ports := append([]*Port(nil), w.ports...)
	w.mu.Unlock()
	for _, p := range ports {
		p.Down(why)
	}
}

func (w *wire) down() bool {
	select {
	case <-w.cut:
		return true
	default:
		return false
	}
}

// Send is that of Link.
func (h *half) Send(ctx context.Context, f Frame) error {
	if h.peer.Load() == nil {
		select {
		case <-h.wire.ready:
		case <-h.wire.cut:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if h.wire.down() {
		return unlinked(h.to.node)
	}
	if h.net.faults.Drop != nil && h.net.faults.Drop(h.from.node, h.to.node, f) {
		return nil
	}
	if h.net.mode == Bytes {
		b, err := AppendFrame(nil, f)
		if err != nil {
			return err
		}
		if f, err = ParseFrame(b); err != nil {
			return err
		}
	}
	if l := h.lanes[f.Lane()]; l != nil {
		return l.put(ctx, f, h.net.faults.Delay(h.from.node, h.to.node, f))
	}
	return h.receive(ctx, f)
}

func (h *half) receive(ctx context.Context, f Frame) error {
	if h.wire.down() {
		return nil // lost on the way
	}
	err := h.peer.Load().Receive(ctx, f)
	if errs.Is(err, errs.Invalid) {
		h.wire.close(err)
	}
	return err
}

// Values is that of Link.
func (h *half) Values() bool { return h.net.mode == Values }

// Close is that of Link.
func (h *half) Close() error {
	h.wire.close(errs.New(errs.Unavailable, "node %s closed the link", h.from.node))
	return nil
}
