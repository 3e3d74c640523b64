package supervisor

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/replica"
	"github.com/mars-project/mars-go/service/rpc"
	"github.com/mars-project/mars-go/service/session"
	"github.com/mars-project/mars-go/service/task"
)

// sessions is the session service, and the one place where the life of a session begins and ends: what
// lifecycle, meta, tasks, workers and the API have of it follows.
//
// Invariant: nothing of a session is made for others but under mu while it is open (during, admit), so
// whoever closes it finds all of it.
type sessions struct {
	s     *Supervisor
	mu    sync.Mutex
	m     *session.Machine
	lives map[string]*lifetime // of sessions that are there
}

// A lifetime is that of a session.
type lifetime struct {
	ctx   context.Context
	end   context.CancelFunc // when it begins to close
	ended chan struct{}      // closed when it is closed
}

func newSessions(s *Supervisor) *sessions {
	return &sessions{s: s, m: session.New(s.cfg.Number, s.cfg.SessionTasks), lives: map[string]*lifetime{}}
}

var _ service.SessionService = (*sessions)(nil)

// Create makes a session; see service.SessionService.
func (x *sessions) Create(_ context.Context, id string) (service.SessionInfo, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	i, err := x.m.Create(id, x.s.now())
	if err == nil && x.lives[i.ID] == nil {
		l := &lifetime{ended: make(chan struct{})}
		l.ctx, l.end = context.WithCancel(context.Background())
		x.lives[i.ID] = l
		_ = lifeOpen.Tell(context.Background(), x.s.sys, x.s.life, i.ID) // gone: the supervisor is closing
	}
	return i, err
}

// Life is a context that ends with a session; see service.SessionService.
func (x *sessions) Life(_ context.Context, id string) (context.Context, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if _, err := x.m.Info(id); err != nil {
		return nil, err
	}
	return x.lives[id].ctx, nil
}

// during makes something of a session while it is open. Errors are those of Touch.
func (x *sessions) during(id string, made func() error) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := x.m.Touch(id, x.s.now()); err != nil {
		return err
	}
	return made()
}

// Touch says that a session is in use; see service.SessionService.
func (x *sessions) Touch(_ context.Context, id string) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.m.Touch(id, x.s.now())
}

// admit has a task known, and counted, while its session is open: who closes it finds the task. runs is false
// while it has to wait for others of the session: one that another waits for never does. Errors are those of
// Touch and of known.
func (x *sessions) admit(e *entry, known func() error) (runs bool, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := x.m.Touch(e.session, x.s.now()); err != nil {
		return false, err
	}
	if err := known(); err != nil {
		return false, err
	}
	return x.m.Begin(e.session, e.id, e.depth > 0), nil
}

// over takes a task off that is over, and starts the one whose turn it is.
func (x *sessions) over(id string, t service.TaskID) {
	x.mu.Lock()
	next, ok := x.m.Over(id, t)
	x.mu.Unlock()
	if e := x.s.tasks.find(next); ok && e != nil {
		x.s.toTask(next, task.Start{Now: e.info.Load().Started})
	}
}

// has reports that a session is open.
func (x *sessions) has(id string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.m.Open(id)
}

// Info is one session; see service.SessionService.
func (x *sessions) Info(_ context.Context, id string) (service.SessionInfo, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.m.Info(id)
}

// List lists sessions; see service.SessionService.
func (x *sessions) List(context.Context) ([]service.SessionInfo, error) { return x.list(), nil }

func (x *sessions) list() []service.SessionInfo {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.m.List()
}

// closeTime is how long the end of tasks is waited for that run when their session is closed.
const closeTime = time.Minute

// Close cancels the tasks of a session and drops its data; see service.SessionService. Who closes it a second
// time waits for the first.
func (x *sessions) Close(ctx context.Context, id string) error {
	x.mu.Lock()
	mine := x.m.Closing(id)
	life := x.lives[id]
	x.mu.Unlock()
	if !mine {
		if life != nil {
			select {
			case <-life.ended:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	}
	life.end()
	var ids []service.TaskID
	for _, t := range x.s.tasks.of(id) {
		ids = append(ids, t.id)
	}
	wait, cancel := context.WithTimeout(ctx, closeTime)
	defer cancel()
	err := x.s.tasks.cancelAll(wait, id)
	_, e := lifeClose.Ask(ctx, x.s.sys, x.s.life, id)
	err = errors.Join(err, e, x.s.tasks.forget(ctx, id)) // from here on nobody has anything made again
	_, e = scheduleEnd.Ask(wait, x.s.sys, x.s.sched, ids)
	err = errors.Join(err, e, x.s.meta.Close(ctx, id))
	x.s.toCopier(replica.Ended{Session: id})
	nodes, _ := x.s.nodes.Nodes(ctx)
	var wg sync.WaitGroup
	for _, n := range nodes {
		owe := func(d *debts) { d.session(n.Node, id) }
		if n.Role != "worker" || n.State.Over() || x.s.nodes.owes(n.Node, owe) {
			continue
		}
		wg.Add(1)
		x.s.nodes.behind(n.Node, func(context.Context) {
			defer wg.Done()
			ctx, cancel := x.s.nodes.within(ctx, n.Node)
			defer cancel()
			if rpc.Data(x.s.sys, n.Node).Close(ctx, id) != nil {
				x.s.nodes.owes(n.Node, owe) // it went meanwhile
			}
		})
	}
	wg.Wait()
	x.mu.Lock()
	x.m.Closed(id)
	delete(x.lives, id)
	x.mu.Unlock()
	close(life.ended)
	return err
}
