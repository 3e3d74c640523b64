package supervisor

import (
	"context"
	"sync"
)

// An outbox is what is to be sent to a node, in order. Whoever decides posts and goes on: no machine waits
// for a worker's link.
type outbox struct {
	mu    sync.Mutex
	queue []func(context.Context)
	busy  bool // somebody sends
}

// post sends behind all that was posted to the node before. The context of send is over once the node's life
// is: then it fails at once.
func (n *nodes) post(node string, send func(context.Context)) {
	x, ok := n.alive.Load(node)
	if !ok {
		send(over)
		return
	}
	l := x.(*life)
	l.out.mu.Lock()
	defer l.out.mu.Unlock()
	l.out.queue = append(l.out.queue, send)
	if !l.out.busy {
		l.out.busy = true
		n.s.wg.Go(l.send)
	}
}

// behind runs what waits for an answer of a node once all that was posted to it before has been sent. It
// holds up nothing that is posted later.
func (n *nodes) behind(node string, ask func(context.Context)) {
	n.post(node, func(ctx context.Context) { n.s.wg.Go(func() { ask(ctx) }) })
}

// send empties the outbox.
func (l *life) send() {
	for {
		l.out.mu.Lock()
		queue := l.out.queue
		l.out.queue = nil
		l.out.busy = len(queue) > 0
		l.out.mu.Unlock()
		if len(queue) == 0 {
			return
		}
		for _, f := range queue {
			f(l.ctx)
		}
	}
}
