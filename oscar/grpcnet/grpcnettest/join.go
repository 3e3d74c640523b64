package grpcnettest

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/oscar/grpcnet"
)

// A Mesh links systems of one process over the loopback device, each link through a proxy of its own.
type Mesh struct {
	o grpcnet.Options

	mu        sync.Mutex
	listeners map[*oscar.System]*grpcnet.Listener
	wires     []*Wire
}

// NewMesh makes a mesh whose links have the options o.
func NewMesh(o grpcnet.Options) *Mesh {
	return &Mesh{o: o, listeners: map[*oscar.System]*grpcnet.Listener{}}
}

// A Wire is one link of a Mesh.
type Wire struct {
	*Proxy
	Conn   *grpcnet.Conn
	killed atomic.Bool
}

// Kill ends the link as the death of a machine does: connections break, and nobody answers there any more.
func (w *Wire) Kill() {
	w.Close()
	w.killed.Store(true)
}

// Join links a and b, again if they were linked: a dials, b listens.
func (m *Mesh) Join(a, b *oscar.System) (*Wire, error) {
	la, err := m.listener(a)
	if err != nil {
		return nil, err
	}
	lb, err := m.listener(b)
	if err != nil {
		return nil, err
	}
	p, err := NewProxy(lb.Addr())
	if err != nil {
		return nil, err
	}
	o := m.o
	o.Advertise = la.Addr()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	c, err := grpcnet.Dial(ctx, a, p.Addr(), o)
	if err != nil {
		p.Close()
		return nil, err
	}
	w := &Wire{Proxy: p, Conn: c}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wires = slices.DeleteFunc(m.wires, func(w *Wire) bool { // what has ended needs no care
		select {
		case <-w.Conn.Done():
			return w.killed.Load()
		default:
			return false
		}
	})
	m.wires = append(m.wires, w)
	return w, nil
}

// listener is that of s.
func (m *Mesh) listener(s *oscar.System) (*grpcnet.Listener, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	l := m.listeners[s]
	if l == nil {
		var err error
		if l, err = grpcnet.Listen(context.Background(), s, "127.0.0.1:0", m.o); err != nil {
			return nil, err
		}
		m.listeners[s] = l
	}
	return l, nil
}

// Close ends all links.
func (m *Mesh) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, w := range m.wires {
		w.Conn.Close()
		w.Close()
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for _, l := range m.listeners {
		_ = l.Close(ctx)
	}
}
