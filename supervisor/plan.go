package supervisor

import (
	"context"
	"fmt"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/beside"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/lifecycle"
	"github.com/mars-project/mars-go/service/task"
)

// Operators are asked beside the actors: one that panics or comes to no end ends its task and nothing else.
// What Go cannot stop is counted, and named in the log.

// asked is a call of what asks operators of a task under its watch.
type asked struct {
	s  *Supervisor
	id service.TaskID
	w  *op.Watch
}

// name says what operator the call is at.
func (a asked) name() string {
	o, site := a.w.Doing()
	return fmt.Sprintf("%s: %s of %s", site, o, a.id)
}

// failed completes the error of a call and logs it where an operator broke.
func (a asked) failed(back bool, err error) error {
	if !back {
		o, site := a.w.Doing()
		err = errs.At(err, site, o)
	}
	if errs.Is(err, errs.Internal) {
		f := service.FailureOf(err)
		a.s.cfg.Log.Error("plan failed", "task", a.id, "op", f.Op, "line", f.Site, "err", f.Msg, "returned", back, "stack", f.Trace)
	}
	return err
}

// caught has errors for panics of f.
func caught[T any](w *op.Watch, f func() (T, error)) func() (T, error) {
	return func() (v T, err error) {
		defer w.Catch(&err)
		return f()
	}
}

// ask waits for f. back is false when it has not returned: what it uses must not be used again.
func ask[T any](ctx context.Context, a asked, f func() (T, error)) (v T, back bool, err error) {
	v, back, err = beside.Run(&a.s.plans, ctx, a.s.cfg.PlanTime, a.name, a.w.Stop, caught(a.w, f))
	return v, back, a.failed(back, err)
}

// plan asks the planner what can run now, and tells the task.
func (a *taskActor) plan() {
	s, e := a.s, a.e
	x := asked{s, e.id, e.watch}
	beside.Go(&s.plans, e.over, s.cfg.PlanTime, x.name, e.watch.Stop, caught(e.watch, a.p.Next), func(stages []service.Stage, back bool, err error) {
		s.toTask(e.id, task.Planned{Stages: stages, Err: service.FailureOf(x.failed(back, err)), Stuck: !back})
	})
}

// planned makes the planner of a submission. Values that it finds have a handle more, listed in e.
func (t *tasks) planned(ctx context.Context, e *entry, sub service.Submission) (service.Planner, error) {
	var mu sync.Mutex // known may still be called when nobody waits any more
	var failed error
	over := false
	known := func(value op.Key) (service.Manifest, bool) {
		l, err := lifeAcquire.Ask(ctx, t.s.sys, t.s.life, lifeKeys{session: sub.Session, keys: []op.Key{value}})
		mu.Lock()
		defer mu.Unlock()
		if err != nil && failed == nil {
			failed = err
		}
		if l.ok && over {
			t.s.toLifecycle(sub.Session, lifecycle.Decref{Values: []op.Key{value}})
			return service.Manifest{}, false
		}
		if l.ok {
			e.known = append(e.known, value)
			for i := range l.m.Chunks {
				if e.chunks == nil {
					e.chunks = map[op.Key]bool{}
				}
				e.chunks[l.m.Chunks[i].Key] = true
			}
		}
		return l.m, l.ok
	}
	p, _, err := ask(ctx, asked{t.s, e.id, e.watch}, func() (service.Planner, error) { return t.s.cfg.Plan(e.id, sub, known) })
	mu.Lock()
	defer mu.Unlock()
	over = true
	if failed != nil {
		err = failed
	}
	return guarded{p, e.watch}, err
}

// A guarded planner has errors for panics.
type guarded struct {
	service.Planner
	w *op.Watch
}

func (g guarded) Build(id service.SubtaskID) (s service.Subtask, err error) {
	defer g.w.Catch(&err)
	return g.Planner.Build(id)
}

func (g guarded) Report(r *service.Result) (err error) {
	defer g.w.Catch(&err)
	return g.Planner.Report(r)
}

func (g guarded) Give(k op.Key, v any) (err error) {
	defer g.w.Catch(&err)
	return g.Planner.Give(k, v)
}
