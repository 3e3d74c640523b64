package supervisor

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/lifecycle"
	"github.com/mars-project/mars-go/service/task"
)

// tasks is the task service: who knows the actors of tasks.
type tasks struct {
	s    *Supervisor
	mu   sync.RWMutex
	last uint32
	all  map[service.TaskID]*entry

	resting map[string][]*entry // of all, by session: over, and without an actor; oldest first
}

// An entry is a task for others than its actor.
type entry struct {
	id       service.TaskID
	session  string
	ref      oscar.Ref[*taskActor]
	known    []op.Key        // values it was planned with, which have a handle until it is over
	chunks   map[op.Key]bool // of these
	targets  []op.Value      // whose writers' parts go when the task does not come to its end; none once it is over
	watch    *op.Watch       // of its planner
	info     atomic.Pointer[service.TaskInfo]
	parent   service.TaskID  // whose function waits for it, 0: none
	depth    int32           // how many wait for it, one for the other
	failed   bool            // it ended, not well, under tasks.mu
	over     context.Context // ends with the task
	end      context.CancelFunc
	gone     bool        // its actor is stopped, under tasks.mu
	rests    bool        // under tasks.mu: it is over, and info has no values, and of targets the keys alone
	reported atomic.Bool // somebody was told of its end
	dead     sync.Once   // ended without its actor
}

func newTasks(s *Supervisor) *tasks {
	t := &tasks{s: s, all: map[service.TaskID]*entry{}, resting: map[string][]*entry{}}
	if h := s.cfg.History; h != nil { // no id comes back
		t.last = h.Last(s.cfg.Number)
	}
	return t
}

// next is an id that no task in memory has. tasks.mu is held.
func (t *tasks) next() service.TaskID {
	for {
		t.last++
		if id := service.MakeTaskID(t.s.cfg.Number, t.last); id.N() != 0 && t.all[id] == nil {
			return id
		}
	}
}

var _ service.TaskService = (*tasks)(nil)

func (t *tasks) find(id service.TaskID) *entry {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.all[id]
}

// Submit starts a task; see service.TaskService.
func (t *tasks) Submit(ctx context.Context, sub service.Submission) (service.TaskID, error) {
	if err := errors.Join(t.s.Health(), t.s.sess.Touch(ctx, sub.Session)); err != nil {
		return 0, err
	}
	t.mu.Lock()
	e := &entry{id: t.next(), session: sub.Session, parent: sub.Parent, targets: sub.Targets, watch: new(op.Watch)}
	e.over, e.end = context.WithCancel(context.Background())
	err := t.below(e)
	t.mu.Unlock()
	if err != nil {
		e.end()
		return 0, err
	}
	sub.Watch = e.watch
	p, err := t.planned(ctx, e, sub)
	if err == nil {
		err = t.s.room(sub.Targets, e.known)
	}
	if err == nil {
		err = t.start(e, sub, p)
	}
	if err != nil {
		e.end()
		t.s.toLifecycle(sub.Session, lifecycle.Decref{Values: e.known})
		return 0, err
	}
	return e.id, nil
}

func (t *tasks) start(e *entry, sub service.Submission, p service.Planner) error {
	m, err := task.New(task.Config{ID: e.id, Session: sub.Session, Name: sub.Name, User: sub.User, Owner: t.s.sys.Node(), Planner: p})
	if err != nil {
		return err
	}
	a := &taskActor{s: t.s, e: e, m: m, p: p}
	info := m.Info()
	info.Started = t.s.now()
	e.info.Store(&info)
	if e.ref, err = oscar.Spawn(t.s.sys, "task/"+e.id.String(), func() *taskActor { return a }, forever); err != nil {
		return err
	}
	runs, err := t.s.sess.admit(e, func() error { // planning may have taken seconds: the session may be closed by now, and what waits for the task at an end
		t.mu.Lock()
		defer t.mu.Unlock()
		if err := t.below(e); err != nil {
			return err
		}
		t.all[e.id] = e
		return nil
	})
	if err != nil {
		return errors.Join(err, t.s.stopActor(context.Background(), e))
	}
	t.s.watched(e)
	t.begins(&info)
	if runs {
		t.s.toTask(e.id, task.Start{Now: info.Started})
	} else {
		t.s.toTask(e.id, task.Queued{Now: info.Started, Most: t.s.cfg.SessionTasks})
	}
	if err := t.s.Health(); err != nil { // it broke meanwhile, and may have passed over this task
		t.s.died(e, err)
	}
	return nil
}

// toTask sends events to the actor of a task. One that is gone needs none.
func (s *Supervisor) toTask(id service.TaskID, es ...task.Event) {
	if e := s.tasks.find(id); e != nil {
		_ = taskStep.Tell(context.Background(), s.sys, e.ref, es)
	}
}

// Wait returns when the task is over or ctx ends; see service.TaskService.
func (t *tasks) Wait(ctx context.Context, id service.TaskID) (service.TaskInfo, error) {
	e := t.find(id)
	if e == nil {
		return t.past(ctx, id)
	}
	select {
	case <-e.over.Done():
		i := t.now(ctx, e)
		e.reported.Store(true)
		return i, nil
	case <-ctx.Done():
		return *e.info.Load(), ctx.Err()
	}
}

// Info is what is known now; see service.TaskService.
func (t *tasks) Info(ctx context.Context, id service.TaskID) (service.TaskInfo, error) {
	if e := t.find(id); e != nil {
		return t.now(ctx, e), nil
	}
	return t.past(ctx, id)
}

// Cancel ends a task; see service.TaskService.
func (t *tasks) Cancel(ctx context.Context, id service.TaskID) error {
	e := t.find(id)
	if e == nil {
		_, err := t.past(ctx, id)
		return err
	}
	t.s.toTask(id, task.Cancel{})
	t.cancelBelow(id)
	select {
	case <-e.over.Done():
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// List lists the tasks of a session; see service.TaskService.
func (t *tasks) List(ctx context.Context, session string) ([]service.TaskInfo, error) {
	var out []service.TaskInfo
	for _, e := range t.of(session) {
		out = append(out, t.now(ctx, e))
	}
	return out, nil
}

// of are the tasks of a session, of all with "", in order.
func (t *tasks) of(session string) (es []*entry) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, e := range t.all {
		if session == "" || e.session == session {
			es = append(es, e)
		}
	}
	slices.SortFunc(es, func(a, b *entry) int { return cmp.Compare(a.id, b.id) })
	return es
}

// cancelAll ends the tasks of a session.
func (t *tasks) cancelAll(ctx context.Context, session string) (err error) {
	es := t.of(session)
	for _, e := range es {
		t.s.toTask(e.id, task.Cancel{})
	}
	for _, e := range es {
		select {
		case <-e.over.Done():
		case <-ctx.Done():
			err = errs.Wrap(errs.Canceled, ctx.Err(), "wait for the end of task %s", e.id)
		}
	}
	return err
}

// forget drops what is known of the tasks of a session that was closed.
func (t *tasks) forget(ctx context.Context, session string) (err error) {
	for _, e := range t.of(session) {
		err = errors.Join(err, t.s.stopActor(ctx, e))
		t.mu.Lock()
		delete(t.all, e.id)
		t.mu.Unlock()
	}
	t.mu.Lock()
	delete(t.resting, session)
	t.mu.Unlock()
	return err
}

// stopActor ends the actor of a task, once.
func (s *Supervisor) stopActor(ctx context.Context, e *entry) error {
	s.tasks.mu.Lock()
	gone := e.gone
	e.gone = true
	s.tasks.mu.Unlock()
	if gone {
		return nil
	}
	err := s.sys.Stop(ctx, e.ref.Addr())
	if _, gone := oscar.Gone(err); gone {
		return nil
	}
	return err
}
