package supervisor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/task"
)

// A function may execute values, in a task that its own waits for. When that fails or is canceled nobody
// wants the other any more.

// below says how deep a task is. tasks.mu is held. Errors: Canceled, what waits for it has ended; Invalid,
// too many wait for each other.
func (t *tasks) below(e *entry) error {
	if e.parent == 0 {
		return nil
	}
	p := t.all[e.parent]
	switch {
	case p == nil || p.session != e.session || p.failed:
		return errs.New(errs.Canceled, "task %s, whose function asks for this one, has ended", e.parent)
	case p.depth >= service.MaxDepth:
		return errs.New(errs.Invalid, "%d functions wait for each other already, which is as many as may", p.depth)
	}
	e.depth = p.depth + 1
	return nil
}

// children are tasks that another one waits for, or did.
func (t *tasks) children(id service.TaskID) (out []service.TaskID) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, e := range t.all {
		if e.parent == id && e.over.Err() == nil {
			out = append(out, e.id)
		}
	}
	return out
}

// cancelBelow cancels what a task waits for.
func (t *tasks) cancelBelow(id service.TaskID) {
	for _, c := range t.children(id) {
		t.s.toTask(c, task.Cancel{})
		t.cancelBelow(c)
	}
}

// endBelow is the end of a task that is not done: it has nothing below it from here on.
func (t *tasks) endBelow(e *entry) {
	t.mu.Lock()
	e.failed = true
	t.mu.Unlock()
	t.cancelBelow(e.id)
}
