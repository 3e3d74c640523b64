package runner

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// errMoved is why a fetch was ended that would have gone on waiting.
var errMoved = errors.New("a worker that it was fetching from has been given up")

// lookAgain is how often a fetch asks whether those that it waits for still have what it wants: a worker that
// stands still closes no connection.
const lookAgain = time.Second

// A lookout ends a fetch once a band that it was told of has lost its chunks.
type lookout struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	w      *Work
	keys   []op.Key
	from   []service.Source
	mu     sync.Mutex // of what follows
	timer  *time.Timer
	over   bool
}

// lookOut watches the fetch of keys. Its end must be called; a fetch that is quick costs no question.
func (r *Runner) lookOut(w *Work, keys []op.Key, from []service.Source) *lookout {
	l := &lookout{w: w, keys: keys, from: from}
	l.ctx, l.cancel = context.WithCancelCause(&w.life)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.timer = time.AfterFunc(lookAgain, l.look)
	return l
}

func (l *lookout) look() {
	ctx, cancel := context.WithTimeout(l.ctx, lookAgain)
	ms, err := l.w.Directory.Get(ctx, l.w.Session, l.keys)
	cancel()
	for i := range ms {
		if err == nil && slices.ContainsFunc(l.from[i].Bands, func(b service.Band) bool { return !slices.Contains(ms[i].Bands, b) }) {
			l.cancel(errMoved)
			return
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.over {
		l.timer.Reset(lookAgain)
	}
}

// end reports whether the fetch was ended.
func (l *lookout) end() bool {
	l.mu.Lock()
	l.over = true
	l.timer.Stop()
	l.mu.Unlock()
	moved := errors.Is(context.Cause(l.ctx), errMoved)
	l.cancel(nil)
	return moved
}
