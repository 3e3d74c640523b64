package runner

import (
	"context"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
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
	close []func() error // of scratches and spools
}

// Alloc takes from the grant of the subtask. That a grant would be more than the budget is Pressure too: an
// operator that can do with less is to try, and who cannot ends as OutOfMemory once it ran alone.
func (t *world) Alloc(n int) (*mem.Block, error) {
	b, err := t.scope.Alloc(n)
	if errs.Is(err, errs.OutOfMemory) {
		err = &errs.Error{Kind: errs.Pressure, Msg: err.Error(), Err: err}
	}
	return b, err
}

// Free takes a block back before the subtask ends.
func (t *world) Free(b *mem.Block) bool { return t.scope.Free(b) }

// Hold keeps a block that other chunks have until the call ends.
func (t *world) Hold(b *mem.Block) bool { return t.scope.Hold(b) }

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
	s, end, err := t.r.opts.Store.Scratch(t.w.Session, what, t.w.Grant)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.close = append(t.close, end)
	return s, nil
}

// FS is where files are. What is asked of other machines ends with the task, and what is copied of their
// files counts for its session.
func (t *world) FS() op.FS {
	if e, ok := t.r.opts.FS.(op.Ending); ok {
		return e.Until(t.Context(), t.spool)
	}
	return t.r.opts.FS
}

// spool is a temporary file that ends with the call at the latest.
func (t *world) spool(bytes int64) (op.Spool, error) {
	s, err := t.r.opts.Store.Spool(t.w.Session, "copy for "+t.call.Name+" in "+t.w.Subtask.Run().String(), bytes)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.close = append(t.close, s.Close)
	return s, nil
}

// Programs are those of the runner: all calls of a band share them.
func (t *world) Programs() *op.Programs { return &t.r.programs }

// Lexicons are those of the runner: the chunks of a column share dictionaries across calls.
func (t *world) Lexicons() *frame.Lexicons { return &t.r.lexicons }

// end closes scratches. A file that cannot be deleted is no reason to lose a result: the store deletes its
// directory.
func (t *world) end() {
	for _, f := range t.close {
		_ = f()
	}
	t.close = nil
}

var _ op.World = (*world)(nil)
