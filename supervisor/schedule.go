package supervisor

import (
	"context"
	"fmt"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/gang"
	"github.com/mars-project/mars-go/service/lifecycle"
	"github.com/mars-project/mars-go/service/rpc"
	"github.com/mars-project/mars-go/service/schedule"
	"github.com/mars-project/mars-go/service/task"
)

// A scheduler is the actor of the machine of package schedule.
type scheduler struct {
	s     *Supervisor
	m     *schedule.Machine
	batch []taskEvents                         // for tasks, in order
	ends  map[service.TaskID][]chan<- struct{} // who waits until nothing of a task runs
}

type taskEvents struct {
	task   service.TaskID
	events []task.Event
}

// The methods that actors tell each other are set in init functions: their bodies lead back to them.
var (
	scheduleStep oscar.Method[*scheduler, []schedule.Event, oscar.None]
	scheduleEnd  oscar.Method[*scheduler, []service.TaskID, oscar.None]
	scheduleInfo = oscar.Def("schedule.info", func(a *scheduler, _ context.Context, _ oscar.None) (service.ScheduleInfo, error) {
		return a.m.Info(), nil
	})
)

func init() {
	scheduleStep = oscar.Def("schedule.step", (*scheduler).step)
	scheduleEnd = oscar.Def("schedule.end", (*scheduler).end)
}

// toSchedule sends events to the scheduler. When it is gone the supervisor is closing.
func (s *Supervisor) toSchedule(es ...schedule.Event) {
	_ = scheduleStep.Tell(context.Background(), s.sys, s.sched, es)
}

func (a *scheduler) step(_ context.Context, es []schedule.Event) (oscar.None, error) {
	for _, e := range es {
		a.do(a.m.Step(e))
		if x, ok := e.(schedule.Forget); ok {
			a.s.gangs.step(gang.Forgotten{Task: x.Task})
		}
	}
	a.flush()
	return oscar.None{}, nil
}

// Report takes the report of a worker and says that it arrived.
func (a *scheduler) Report(ctx context.Context, r service.Report) error {
	if r.Bad != nil { // what it said is lost, so all that it has is
		return a.s.nodes.Down(ctx, r.Band.Node, r.Epoch, r.Bad.Error())
	}
	a.invalidate(r.Results)
	a.doubt(&r)
	a.do(a.m.Step(schedule.Reported{Report: r}))
	a.flush()
	// A worker that is gone has nothing to forget.
	a.s.nodes.post(r.Band.Node, func(ctx context.Context) { _ = rpc.Subtask(a.s.sys, r.Band).Ack(ctx, a.s.sys.Node(), r.Seq) })
	return nil
}

// invalidate finds out which inputs that runs have missed are lost: others were made again since they looked
// for them.
func (a *scheduler) invalidate(rs []service.Result) {
	for i := range rs {
		x := &rs[i]
		if e := a.s.tasks.find(x.ID.Task()); len(x.Lost) > 0 && len(x.Lost) == len(x.Versions) && e != nil {
			x.Lost = a.s.invalidate(e.session, x.Lost, x.Versions)
			x.Outdated = len(x.Lost) == 0
		}
	}
}

func (a *scheduler) to(t service.TaskID, e task.Event) {
	if n := len(a.batch); n > 0 && a.batch[n-1].task == t {
		a.batch[n-1].events = append(a.batch[n-1].events, e)
		return
	}
	a.batch = append(a.batch, taskEvents{t, []task.Event{e}})
}

func (a *scheduler) flush() {
	for _, b := range a.batch {
		a.s.toTask(b.task, b.events...)
	}
	a.batch = nil
}

func (a *scheduler) do(xs []schedule.Effect) {
	for _, x := range xs {
		switch x := x.(type) {
		case schedule.Assign:
			a.note(x.Task, x)
			a.to(x.Task, task.Assigned{Lease: x.Lease, Band: x.Band, Epoch: x.Epoch, Runs: x.Runs, Local: x.Local, Depth: x.Depth})
		case schedule.Revoke:
			a.note(0, x)
			a.s.nodes.post(x.Band.Node, func(ctx context.Context) { // gone: its end is on the way
				_ = rpc.Subtask(a.s.sys, x.Band).Revoke(ctx, a.s.sys.Node(), x.Runs)
			})
		case schedule.Done:
			a.to(x.Task, task.Done{Band: x.Band, Epoch: x.Epoch, Results: x.Results})
		case schedule.Promoted:
			a.promoted(x)
		case schedule.Failed:
			a.note(x.Run.ID.Task(), x)
			a.to(x.Run.ID.Task(), task.Failed{Run: x.Run, Band: x.Band, Err: x.Err})
		case schedule.Retried:
			a.note(x.Run.ID.Task(), x)
			a.to(x.Run.ID.Task(), task.Retried{Run: x.Run})
		case schedule.Stalled:
			a.note(x.Run.ID.Task(), x)
			a.to(x.Run.ID.Task(), task.Stalled{Run: x.Run, Lost: x.Lost})
		case schedule.Stop:
			a.stop(x)
		case schedule.Canceled:
			a.to(x.Task, task.Stopped{Now: a.s.now()})
			for _, c := range a.ends[x.Task] {
				c <- struct{}{}
			}
			delete(a.ends, x.Task)
		case schedule.GangOver:
			a.note(x.Task, x)
			a.s.gangs.step(gang.Over{Gang: x.Gang, Why: x.Why})
		case schedule.Waiting:
			a.note(x.Task, x)
			a.to(x.Task, task.Waiting{Why: x.Why})
		case schedule.Avoid, schedule.Stuck:
			a.note(0, x)
		}
	}
}

// end takes out what is left of tasks whose actors are gone, as that which was made again after they were
// done, and returns when no worker runs any of it.
func (a *scheduler) end(ctx context.Context, ids []service.TaskID) (oscar.None, error) {
	done := make(chan struct{}, len(ids))
	for _, id := range ids {
		a.ends[id] = append(a.ends[id], done)
		a.do(a.m.Step(schedule.Cancel{Task: id}))
	}
	a.flush()
	err := oscar.Await(ctx, func(ctx context.Context) error {
		for range ids {
			select {
			case <-done:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for _, id := range ids {
		a.do(a.m.Step(schedule.Forget{Task: id}))
		a.s.gangs.step(gang.Forgotten{Task: id})
	}
	a.flush()
	return oscar.None{}, err
}

func (a *scheduler) note(t service.TaskID, x fmt.Stringer) { a.s.note("schedule", t, "", x) }

// kept takes chunks that were local to a lease and are not any more.
func (a *scheduler) promoted(x schedule.Promoted) {
	for _, c := range x.Chunks {
		e := a.s.tasks.find(c.Task)
		if e == nil {
			continue
		}
		_ = a.s.meta.Put(context.Background(), e.session, []service.ChunkMeta{{Facts: c.Facts, Bands: []service.Band{x.Band}}})
		gone := a.s.stored(e.session, x.Band, x.Epoch, func() []op.Key { return []op.Key{c.Key} })
		a.s.toLifecycle(e.session, lifecycle.Promoted{Keys: []op.Key{c.Key}})
		a.s.lost(e.session, gone)
	}
}

// stop asks a band to end a task; a band that is gone has ended it.
func (a *scheduler) stop(x schedule.Stop) {
	s := a.s
	s.nodes.behind(x.Band.Node, func(ctx context.Context) { // leases that come later would run
		_ = rpc.Subtask(s.sys, x.Band).Cancel(ctx, x.Task)
		s.toSchedule(schedule.Stopped{Task: x.Task, Band: x.Band})
	})
}

// scheduleClient is the ScheduleService of others.
type scheduleClient struct{ s *Supervisor }

func (c scheduleClient) Info(ctx context.Context) (service.ScheduleInfo, error) {
	return scheduleInfo.Ask(ctx, c.s.sys, c.s.sched, oscar.None{})
}
