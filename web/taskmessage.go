package web

import (
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// taskMessage is a task as its client sees it.
func (s *Server) taskMessage(x *session, i *service.TaskInfo, nodes bool) *marsv1.Task {
	m := &marsv1.Task{
		TaskId: i.ID.String(), SessionId: i.Session, Name: i.Name, User: i.User, BusySeconds: i.Busy.Duration().Seconds(), Submitted: stamp(i.Started), Ended: stamp(i.Ended), Waiting: i.Waiting,
		Subtasks: uint32(i.Total), SubtasksDone: uint32(i.Done), SubtasksRunning: uint32(s.running(i)), SubtasksRetried: uint32(i.Retried + i.Restored),
	}
	switch i.State {
	case service.Planning, service.Running:
		m.State = marsv1.Task_STATE_RUNNING
		if i.Total == 0 {
			m.State = marsv1.Task_STATE_PENDING
		}
	case service.Done:
		m.State = marsv1.Task_STATE_SUCCEEDED
	case service.Failed:
		m.State = marsv1.Task_STATE_FAILED
	case service.Canceled:
		m.State = marsv1.Task_STATE_CANCELED
	}
	if i.Err != nil {
		m.Problem = problemOf(i.Err)
	}
	var calls []callOn
	if !i.State.Over() && i.Running > 0 {
		calls = s.loads.now(s).calls[i.ID]
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	t := x.tasks[i.ID]
	if t == nil { // of a program in the supervisor's process, whose handles are its own, or forgotten here
		t = &task{held: true}
	}
	m.Tags = t.tags
	m.Progress = t.progress(i, calls)
	m.Calls = callMessages(calls, i.Nodes, t.nodes)
	if t.expired.Load() && i.State == service.Canceled {
		m.Problem = problemOf(errs.New(errs.Canceled, "%s took more than %s", i.ID, t.limit))
	}
	if i.State == service.Done && len(i.Targets) > 0 { // of one that has been over for long nobody may know them any more
		for k := range i.Targets {
			d := &marsv1.Description{Outputs: []*marsv1.Meta{describeManifest(&i.Targets[k])}}
			if k < len(t.targets) {
				d.Node = t.targets[k]
			}
			m.Results = append(m.Results, d)
			if !t.held {
				x.hold(i.Targets[k].Value, d.Outputs[0].Nbytes)
			}
		}
		t.held = true
	}
	if i.State.Over() {
		t.stopTimer()
	}
	if nodes {
		m.Nodes = nodeMessages(i.Nodes, t.nodes)
	}
	return m
}

// running is how many subtasks of a task run: no more than slots are busy. What was given to workers and
// waits there, or waits for a band, does not run.
func (s *Server) running(i *service.TaskInfo) int {
	if i.State.Over() || i.Running == 0 {
		return 0
	}
	return min(i.Running, s.loads.now(s).busy)
}

func nodeMessages(ns []service.NodeProgress, ids map[op.Key]string) (out []*marsv1.NodeProgress) {
	for k := range ns {
		n := &ns[k]
		m := &marsv1.NodeProgress{Node: ids[n.Key], Op: n.Name, Site: n.Site, Subtasks: uint32(n.Total), SubtasksDone: uint32(n.Done), Chosen: n.Chosen}
		for _, in := range n.In {
			m.Inputs = append(m.Inputs, uint32(in))
		}
		out = append(out, m)
	}
	return out
}

// stamp is a moment as a message; nil for none.
func stamp(n service.Nanos) *timestamppb.Timestamp {
	if n == 0 {
		return nil
	}
	return timestamppb.New(n.Time())
}
