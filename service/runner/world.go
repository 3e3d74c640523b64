package runner

import (
	"context"
	"sync"

	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// world is what a call may use.
type world struct {
	r     *Runner
	w     *Work
	call  *op.Call
	scope mem.Scope

	mu    sync.Mutex
	close []func() error // of scratches
}

// Alloc takes from the grant of the subtask.
func (t *world) Alloc(n int) (*mem.Block, error) { return t.scope.Alloc(n) }

// Free takes a block back before the subtask ends.
func (t *world) Free(b *mem.Block) bool { return t.scope.Free(b) }

// Context ends when the task is canceled.
func (t *world) Context() context.Context { return &t.w.life }

// Parallel borrows free slots of the band. A canceled task takes no further index.
func (t *world) Parallel(n int, f func(i int) error) error {
	return t.r.opts.Slots.Parallel(n, func(i int) error {
		if t.w.life.over.Load() {
			return context.Canceled
		}
		return f(i)
	})
}

// Scratch is spill space that ends with the call.
func (t *world) Scratch() (op.Scratch, error) {
	what := t.call.Name + " in " + t.w.Subtask.Run().String()
	s, end, err := t.r.opts.Store.Scratch(what, t.w.Grant)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.close = append(t.close, end)
	return s, nil
}

// FS is where files are.
func (t *world) FS() op.FS { return t.r.opts.FS }

// Programs are those of the runner: all calls of a band share them.
func (t *world) Programs() *op.Programs { return &t.r.programs }

// end closes scratches. A file that cannot be deleted is no reason to lose a result: the store deletes its directory.
func (t *world) end() {
	for _, f := range t.close {
		_ = f()
	}
	t.close = nil
}

var _ op.World = (*world)(nil)
