package client

import (
	"context"
	"sync"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// Progress counts the subtasks of a running task.
type Progress = service.Progress

// A Future is an execute that goes on while the caller does something else.
type Future struct {
	s    *Session
	id   service.TaskID
	hs   []op.Handle
	done chan struct{}
	once sync.Once
	err  error
}

// Done is closed when the task is over.
func (f *Future) Done() <-chan struct{} { return f.done }

// Wait returns when the task is over, with its error, or when ctx ends; the task goes on then.
func (f *Future) Wait(ctx context.Context) error {
	select {
	case <-f.done:
		return f.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Result waits and fetches the first value.
func (f *Future) Result(ctx context.Context) (any, error) {
	if err := f.Wait(ctx); err != nil {
		return nil, err
	}
	return f.s.Fetch(ctx, f.hs[0])
}

// Cancel ends the task. It returns when nothing of it runs any more.
func (f *Future) Cancel(ctx context.Context) error { return f.s.b.cancel(ctx, f.id) }

// Progress counts the subtasks now.
func (f *Future) Progress(ctx context.Context) (Progress, error) {
	i, err := f.s.b.info(ctx, f.id)
	return i.Progress, err
}

func (f *Future) finish(err error) {
	f.once.Do(func() { f.err = err; close(f.done) })
}
