package oscar

import (
	"context"
	"sync"
	"time"
)

// laneRoom is how many requests may be on the way in one direction before the sender waits.
const laneRoom = 256

// lane delivers frames late and in order. Its goroutine lives while there are frames on the way.
type lane struct {
	deliver func(context.Context, Frame) error
	down    <-chan struct{}
	room    chan struct{} // one token per frame; nil: no limit

	mu      sync.Mutex
	queue   []late
	running bool
}

type late struct {
	f   Frame
	due time.Time
}

// newLane has room for n frames, or without limit for 0.
func newLane(n int, deliver func(context.Context, Frame) error, down <-chan struct{}) *lane {
	l := &lane{deliver: deliver, down: down}
	if n > 0 {
		l.room = make(chan struct{}, n)
	}
	return l
}

func (l *lane) put(ctx context.Context, f Frame, delay time.Duration) error {
	if l.room != nil {
		select {
		case l.room <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		case <-l.down:
			return nil // lost on the way
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.queue = append(l.queue, late{f, time.Now().Add(delay)})
	if !l.running {
		l.running = true
		go l.run()
	}
	return nil
}

func (l *lane) run() {
	for {
		l.mu.Lock()
		if len(l.queue) == 0 {
			l.running = false
			l.mu.Unlock()
			return
		}
		x := l.queue[0]
		l.queue[0] = late{}
		l.queue = l.queue[1:]
		l.mu.Unlock()
		if d := time.Until(x.due); d > 0 {
			select {
			case <-time.After(d):
			case <-l.down:
			}
		}
		_ = l.deliver(context.Background(), x.f) // which drops it when the link is down
		if l.room != nil {
			<-l.room
		}
	}
}
