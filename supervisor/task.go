package supervisor

import (
	"cmp"
	"context"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/reach"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/lifecycle"
	"github.com/mars-project/mars-go/service/rpc"
	"github.com/mars-project/mars-go/service/schedule"
	"github.com/mars-project/mars-go/service/task"
)

// A taskActor is the actor of the machine of one task.
type taskActor struct {
	s *Supervisor
	e *entry
	m *task.Machine
	p service.Planner
	l rpc.Leases

	ended service.Nanos // as the supervisor's clock says; 0 while it runs
}

var taskStep oscar.Method[*taskActor, []task.Event, oscar.None]

func init() { taskStep = oscar.Def("task.step", (*taskActor).step) }

func (a *taskActor) step(_ context.Context, es []task.Event) (oscar.None, error) {
	for _, e := range es {
		for _, x := range a.m.Step(e) {
			a.do(x)
		}
	}
	return oscar.None{}, nil
}

// OnDrain publishes what the task has come to, once for all messages that waited together.
func (a *taskActor) OnDrain(context.Context) { a.publish() }

func (a *taskActor) publish() {
	i := a.m.Info()
	i.Ended = cmp.Or(i.Ended, a.ended)
	a.e.info.Store(&i)
}

func (a *taskActor) do(x task.Effect) {
	s, id, session := a.s, a.e.id, a.e.session
	switch x := x.(type) {
	case task.Plan:
		a.plan()
	case task.Track:
		s.note("task", id, session, x)
		s.toLifecycle(session, lifecycle.Track{Task: id, Subtasks: x.Subtasks})
	case task.Submit:
		s.throughLifecycle(session, schedule.Submit{Session: session, Task: id, Subtasks: x.Subtasks, Known: a.known(x.Subtasks), Parent: a.e.parent})
	case task.Rerun:
		s.note("task", id, session, x)
		s.toSchedule(schedule.Rerun{Session: session, Task: id, Subtasks: x.Subtasks, Known: a.known(x.Subtasks)})
	case task.Send:
		a.send(x.Lease)
	case task.Finished:
		a.finished(x)
	case task.Unhold:
		s.toLifecycle(session, lifecycle.Unhold{Task: id, Keys: x.Keys})
	case task.Fetch:
		s.wg.Go(func() { a.fetch(x) })
	case task.Recover:
		s.toLifecycle(session, lifecycle.Stalled{Run: x.Run, Lost: x.Lost})
	case task.Broken:
		s.toLifecycle(session, lifecycle.Broken{ID: x.ID, Why: x.Why})
	case task.Keep:
		for i := range x.Targets {
			s.meta.Locate(session, x.Targets[i].Chunks)
			s.toLifecycle(session, lifecycle.Value{Manifest: x.Targets[i]})
		}
	case task.StopAll: // behind what was submitted
		s.throughLifecycle(session, schedule.Cancel{Task: id})
	case task.End:
		a.ended = s.now()
		s.note("task", id, session, x)
		s.toSchedule(schedule.Forget{Task: id})
		s.toLifecycle(session, lifecycle.End{Task: id, Failed: x.State != service.Done}, lifecycle.Decref{Values: a.e.known})
		a.publish()
		s.tasks.ends(a.e.info.Load())
		if x.State != service.Done {
			s.tasks.endBelow(a.e)
		}
		s.sess.over(session, id)
		a.end(x.State)
	case task.Drop:
		s.wg.Go(func() {
			_ = s.stopActor(context.Background(), a.e)
			<-a.e.over.Done()
			s.tasks.rest(a.e)
		})
	}
}

// end tells those who wait. What writers left is away by then: nothing of the task runs any more.
func (a *taskActor) end(state service.TaskState) {
	targets := a.e.targets
	a.e.targets = nil
	if state == service.Done {
		a.e.end()
		return
	}
	a.s.wg.Go(func() {
		a.s.sweep(targets)
		a.e.end()
	})
}

// send gives a lease to its band. One that cannot be reached gives it back; a call that cannot travel fails.
func (a *taskActor) send(l service.Lease) {
	if l.Bad != nil {
		a.unsent(l, l.Bad.Err())
		return
	}
	a.s.nodes.post(l.Band.Node, func(ctx context.Context) {
		if err := a.l.Assign(ctx, a.s.sys, l); err != nil {
			a.unsent(l, err)
		}
	})
}

// unsent tells the scheduler that a lease did not come to its band.
func (a *taskActor) unsent(l service.Lease, err error) {
	r := service.Report{Band: l.Band, Epoch: l.Epoch}
	for i := range l.Subtasks {
		if x := l.Subtasks[i].Run(); l.Bad == nil && (errs.Is(err, errs.Unavailable) || errs.Is(err, errs.Canceled)) {
			r.Returned = append(r.Returned, x)
		} else {
			r.Results = append(r.Results, service.Result{ID: x.ID, Attempt: x.Attempt, Lease: l.ID, Err: service.FailureOf(err)})
		}
	}
	a.s.toSchedule(schedule.Reported{Report: r})
}

// known says where the inputs of subtasks are that were made before this task.
func (a *taskActor) known(subs []service.Subtask) []service.ChunkMeta {
	if len(a.e.chunks) == 0 {
		return nil
	}
	var ks []op.Key
	for i := range subs {
		for j := range subs[i].Inputs {
			if k := subs[i].Inputs[j].Key; a.e.chunks[k] {
				ks = append(ks, k)
			}
		}
	}
	ms, _ := a.s.meta.Get(context.Background(), a.e.session, ks) // it answers from memory
	return ms
}

// finished says where results are before anybody may delete them.
func (a *taskActor) finished(x task.Finished) {
	var gone []op.Key
	if !x.Band.IsZero() {
		a.s.meta.Made(a.e.session, x.Band, x.Results)
		gone = a.s.stored(a.e.session, x.Band, x.Epoch, func() (keys []op.Key) {
			for i := range x.Results {
				for j := range x.Results[i].Facts {
					if f := &x.Results[i].Facts[j]; !f.Local {
						keys = append(keys, f.Key)
					}
				}
			}
			return keys
		})
	}
	a.s.toLifecycle(a.e.session, lifecycle.Finished{Task: a.e.id, Results: x.Results})
	a.s.lost(a.e.session, gone)
}

// fetch brings values to the planner. Those that are lost are made again first.
func (a *taskActor) fetch(x task.Fetch) {
	ctx := a.e.over // the end of the task ends it
	var vs []any
	err := reach.Try(ctx, func() (err error) {
		for try := 0; ; try++ {
			var ms []service.ChunkMeta
			if vs, ms, err = a.values(ctx, x.Keys); !errs.Is(err, errs.Lost) || try == service.Recoveries {
				return err
			}
			lost := service.LostKeys(err)
			missed := slices.DeleteFunc(ms, func(m service.ChunkMeta) bool { return len(lost) > 0 && !slices.Contains(lost, m.Key) })
			if err := a.s.Lifecycle().Recover(ctx, a.e.session, missed); err != nil {
				return err
			}
		}
	})
	a.s.toTask(a.e.id, task.Given{Stage: x.Stage, Values: vs, Err: service.FailureOf(err)})
}

func (a *taskActor) values(ctx context.Context, keys []op.Key) ([]any, []service.ChunkMeta, error) {
	ms, err := a.s.meta.Get(ctx, a.e.session, keys)
	if err != nil {
		return nil, nil, err
	}
	vs, err := a.s.cfg.Values(ctx, a.e.session, ms)
	return vs, ms, err
}
