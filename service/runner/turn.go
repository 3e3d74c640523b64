package runner

import (
	"context"
	"sync"

	"github.com/mars-project/mars-go/service"
)

// Turns is who gives slots to runs; see worker, whose band it is.
type Turns interface {
	// Leave gives the slot of a run to others.
	Leave(service.Run)
	// Return waits until the run has one again. Canceled: ctx has ended, and it has none.
	Return(ctx context.Context, r service.Run) error
}

// A Turn is the slot of a run, which its function gives up while it waits for other tasks. Memory of its
// grant that nothing lies in goes with it. A Turn is safe for concurrent use.
type Turn struct {
	r    *Runner
	w    *Work
	mu   sync.Mutex
	away bool
}

// Leave gives the slot to others; without effect on one that was given away.
func (t *Turn) Leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.away || t.r.opts.Turns == nil {
		return
	}
	t.away = true
	if t.w.Grant != nil {
		t.w.Grant.Shrink()
	}
	t.r.opts.Slots.Hold(-t.w.more())
	if !t.w.beside {
		t.r.opts.Slots.Lend()
	}
	t.r.opts.Turns.Leave(t.w.Subtask.Run())
}

// Return waits for a slot, where it was given away. Canceled: ctx has ended.
func (t *Turn) Return(ctx context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.away {
		return nil
	}
	if err := t.r.opts.Turns.Return(ctx, t.w.Subtask.Run()); err != nil {
		return err
	}
	t.away = false
	t.retake()
	return nil
}

// end is the end of a run, which may be away.
func (t *Turn) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.away {
		t.away = false
		t.retake()
	}
}

// retake ends the goroutine that was lent, and holds what was lent beside it. A run beside the slots has lent
// none.
func (t *Turn) retake() {
	t.r.opts.Slots.Hold(t.w.more())
	if !t.w.beside {
		t.r.opts.Slots.Retake()
	}
}
