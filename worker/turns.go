package worker

import (
	"context"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/subtask"
)

// turns are runs that wait for a slot, to go on.
type turns struct {
	mu  sync.Mutex
	all map[service.Run]chan struct{}
}

// come is the turn of a run, unless it has ended.
func (t *turns) come(r service.Run) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c := t.all[r]; c != nil {
		close(c)
		delete(t.all, r)
	}
}

// Leave gives the slot of a run to others; see runner.Turns.
func (b *band) Leave(r service.Run) { b.post(subtask.Waits{Run: r}) }

// Return waits for a slot; see runner.Turns.
func (b *band) Return(ctx context.Context, r service.Run) error {
	c := make(chan struct{})
	b.turns.mu.Lock()
	if b.turns.all == nil {
		b.turns.all = map[service.Run]chan struct{}{}
	}
	b.turns.all[r] = c
	b.turns.mu.Unlock()
	b.post(subtask.Resumes{Run: r})
	select {
	case <-c:
		return nil
	case <-ctx.Done():
		b.turns.come(r)
		return errs.Wrap(errs.Canceled, ctx.Err(), "wait for a slot")
	}
}
