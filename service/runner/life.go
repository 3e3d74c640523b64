package runner

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// life is the context of a run: it costs nothing until somebody waits for its end.
type life struct {
	over  atomic.Bool
	mu    sync.Mutex
	done  chan struct{}
	after map[*func()]bool
}

// end ends it, once.
func (l *life) end() {
	l.mu.Lock()
	if l.over.Swap(true) {
		l.mu.Unlock()
		return
	}
	if l.done != nil {
		close(l.done)
	}
	after := l.after
	l.after = nil
	l.mu.Unlock()
	for f := range after {
		go (*f)()
	}
}

// Deadline is that of context.Context: there is none.
func (l *life) Deadline() (time.Time, bool) { return time.Time{}, false }

// Done is that of context.Context.
func (l *life) Done() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done == nil {
		l.done = make(chan struct{})
		if l.over.Load() {
			close(l.done)
		}
	}
	return l.done
}

// Err is that of context.Context.
func (l *life) Err() error {
	if l.over.Load() {
		return context.Canceled
	}
	return nil
}

// Value is that of context.Context: there are none.
func (l *life) Value(any) any { return nil }

// AfterFunc lets package context derive contexts without a goroutine.
func (l *life) AfterFunc(f func()) (stop func() bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over.Load() {
		go f()
		return func() bool { return false }
	}
	if l.after == nil {
		l.after = map[*func()]bool{}
	}
	k := &f
	l.after[k] = true
	return func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		was := l.after[k]
		delete(l.after, k)
		return was
	}
}
