package oscar

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mars-project/mars-go/internal/host"
)

type phase uint8

const (
	live    phase = iota
	closing       // takes no messages; waits for methods that are in Await
	dead
)

// cell is one actor: its mailbox, its turn and its current instance.
//
// The turn is the right to run the instance. Whoever makes busy true has it: the loop goroutine, or a method
// that comes back from Await to an idle actor. It is passed on with busy left true. An actor has no goroutine
// before its first message, and then one that parks when idle; Await adds one while it needs it.
type cell struct {
	sys    *System
	addr   Addr
	seq    uint64 // order of spawning
	policy Policy
	make   func() any
	ctx    context.Context // ends when the actor stops
	cancel context.CancelFunc
	ended  chan struct{} // closed when the actor is dead
	wake   chan struct{} // gives the turn to the parked goroutine
	urgent atomic.Bool   // ctl is not empty

	mu       sync.Mutex
	phase    phase
	busy     bool
	parked   bool
	in       []message
	ctl      []control
	senders  []*sender
	awaiting int // methods in Await
	watchers map[uint64]func(Down)
	watchID  uint64

	// Owned by the turn. phase and down are written with the turn and under mu, so that either is enough to
	// read.
	cur    []message // the batch being handled
	at     int       // the next of cur
	a      any       // the instance; nil while down
	drains Drainer   // a, if it is one
	gen    int       // counts instances
	down   bool      // waits for its restart
	dirty  bool      // handled something since OnDrain
	panics []time.Time
	why    error // why it ended
}

// start gives the turn to a loop goroutine. c.mu is held; busy is false, or true and the caller's.
func (c *cell) start() {
	c.busy = true
	if c.parked {
		c.parked = false
		c.wake <- struct{}{}
		return
	}
	go c.run()
}

func (c *cell) startIfIdle() {
	if !c.busy && !c.down {
		c.start()
	}
}

// release gives up the turn for Await.
func (c *cell) release() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.awaiting++
	if len(c.ctl) > 0 || !c.down && (c.dirty || c.at < len(c.cur) || len(c.in) > 0) {
		c.start()
		return
	}
	c.busy = false
}

// acquire takes the turn again, before messages that wait.
func (c *cell) acquire() {
	c.mu.Lock()
	c.awaiting--
	if !c.busy {
		c.busy = true
		c.mu.Unlock()
		return
	}
	ch := make(chan struct{}, 1)
	c.ctl = append(c.ctl, control{resume: ch})
	c.urgent.Store(true)
	c.mu.Unlock()
	<-ch
}

// park lets the goroutine wait for its next turn; false means that it is not needed any more. c.mu is held,
// and is released.
func (c *cell) park() bool {
	if c.parked || c.phase == dead {
		c.mu.Unlock()
		return false
	}
	c.parked = true
	c.mu.Unlock()
	<-c.wake
	host.GrowStack()
	return c.phase != dead
}
