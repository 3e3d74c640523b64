package task

import (
	"fmt"
	"strings"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// An Event is something that happened, for Step.
type Event interface{ String() string }

// Events.
type (
	// Queued is the submission of a task that has to wait for others of its session, of which Most run at a
	// time. Start comes later, or came meanwhile.
	Queued struct {
		Now  service.Nanos
		Most int
	}
	// Start asks the planner for the first time. Now is when the task was submitted.
	Start struct{ Now service.Nanos }
	// Assigned is a lease that schedule has decided.
	Assigned struct {
		Lease service.LeaseID
		Band  service.Band
		Epoch uint64 // of the registration of its node
		Runs  []service.Run
		Local []op.Key
		Depth int32 // how many tasks wait for it, one for the other
	}
	// Done says that subtasks are done. Exchanges are done on no band.
	Done struct {
		Band    service.Band
		Epoch   uint64 // that it came up with
		Results []service.Result
	}
	// Failed is a subtask that is not tried again.
	Failed struct {
		Run  service.Run
		Band service.Band
		Err  *service.Failure
	}
	// Retried counts a subtask that is run again elsewhere.
	Retried struct{ Run service.Run }
	// Waiting says why nothing of the task goes on; empty when it does.
	Waiting struct{ Why string }
	// Stalled is a subtask whose inputs are lost.
	Stalled struct {
		Run  service.Run
		Lost []op.Key
	}
	// Again are subtasks that lifecycle wants to run again, in topological order.
	Again struct{ Items []service.Again }
	// Unrecoverable says that a chunk is lost for good that a run wanted, or that is part of a target.
	Unrecoverable struct {
		Run service.Run
		Key op.Key
		Why string
	}
	// Planned answers Plan. Stuck: the planner has not come back, and nobody may use it any more.
	Planned struct {
		Stages []service.Stage
		Err    *service.Failure
		Stuck  bool
	}
	// Given are values that a stage asked for, in the order of its keys, or why they could not be had.
	Given struct {
		Stage  int
		Values []any
		Err    *service.Failure
	}
	// Cancel ends the task.
	Cancel struct{}
	// Stopped says that nothing of the task runs any more, after StopAll.
	Stopped struct{ Now service.Nanos }
	// Forgotten says that lifecycle has no recipes of the task any more.
	Forgotten struct{}
)

// An Effect is something to be done, from Step.
type Effect interface{ String() string }

// Effects.
type (
	// Plan asks the planner what can run now. It is answered by Planned.
	Plan struct{}
	// Track counts skeletons, at lifecycle, before they are submitted.
	Track struct{ Subtasks []service.Subtask }
	// Submit gives skeletons to schedule.
	Submit struct{ Subtasks []service.Subtask }
	// Rerun gives skeletons to schedule that run again.
	Rerun struct{ Subtasks []service.Subtask }
	// Send gives a lease to its band. One that is Bad fails.
	Send struct{ Lease service.Lease }
	// Finished tells lifecycle of results, and meta where the chunks are.
	Finished struct {
		Band    service.Band
		Epoch   uint64
		Results []service.Result
	}
	// Unhold tells lifecycle what the planner needs no more.
	Unhold struct{ Keys []op.Key }
	// Fetch gets chunks for the planner. It is answered by Given.
	Fetch struct {
		Stage int
		Keys  []op.Key
	}
	// Recover asks lifecycle to make the inputs of a run again.
	Recover struct {
		Run  service.Run
		Lost []op.Key
	}
	// Broken tells lifecycle that a subtask failed when it ran again after the end of the task.
	Broken struct {
		ID  service.SubtaskID
		Why string
	}
	// Keep gives the targets to lifecycle, with one handle each.
	Keep struct{ Targets []service.Manifest }
	// StopAll cancels the task at schedule. It is answered by Stopped.
	StopAll struct{}
	// End says that the task is over: lifecycle releases what it holds, schedule forgets it, waiters are
	// told.
	End struct {
		State service.TaskState
		Err   *service.Failure
	}
	// Drop says that nobody will ask for the task's planner any more.
	Drop struct{}
)

func (e Queued) String() string {
	return fmt.Sprintf("queued behind %d tasks of the session, which is as many as run at a time (quota.session_tasks)", e.Most)
}
func (e Start) String() string { return "start" }
func (e Assigned) String() string {
	return fmt.Sprintf("assigned %s: %d subtasks on %s", e.Lease, len(e.Runs), e.Band)
}

func (e Done) String() string {
	var b strings.Builder
	b.WriteString("done")
	for i := range e.Results {
		fmt.Fprintf(&b, " %s", e.Results[i].Run())
	}
	return b.String()
}
func (e Failed) String() string  { return fmt.Sprintf("failed %s: %s", e.Run, e.Err.Error()) }
func (e Retried) String() string { return fmt.Sprintf("retried %s", e.Run) }
func (e Waiting) String() string { return "waiting: " + e.Why }
func (e Stalled) String() string {
	return fmt.Sprintf("stalled %s: lost %s", e.Run, service.KeyList(e.Lost))
}
func (e Again) String() string { return fmt.Sprintf("%d subtasks again", len(e.Items)) }
func (e Unrecoverable) String() string {
	return fmt.Sprintf("lost for good: %s: %s", e.Key.Short(), e.Why)
}

func (e Planned) String() string {
	if e.Err != nil {
		return "not planned: " + e.Err.Error()
	}
	return fmt.Sprintf("planned %d stages", len(e.Stages))
}

func (e Given) String() string {
	if e.Err != nil {
		return fmt.Sprintf("no values for stage %d: %s", e.Stage, e.Err.Error())
	}
	return fmt.Sprintf("given %d values for stage %d", len(e.Values), e.Stage)
}
func (e Cancel) String() string    { return "cancel" }
func (e Stopped) String() string   { return "stopped" }
func (e Forgotten) String() string { return "forgotten" }

func (e Plan) String() string   { return "plan" }
func (e Track) String() string  { return "track " + subtasks(e.Subtasks) }
func (e Submit) String() string { return "submit " + subtasks(e.Subtasks) }
func (e Rerun) String() string {
	var b strings.Builder
	b.WriteString("rerun")
	for i := range e.Subtasks {
		s := &e.Subtasks[i]
		fmt.Fprintf(&b, " %s", s.Run())
		for _, o := range s.Outputs {
			if o.Parts != nil {
				fmt.Fprintf(&b, "%v", o.Parts)
			}
		}
	}
	return b.String()
}

func (e Send) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "send %s -> %s:", e.Lease.ID, e.Lease.Band)
	if e.Lease.Bad != nil {
		fmt.Fprintf(&b, " bad: %s", e.Lease.Bad.Error())
		return b.String()
	}
	for i := range e.Lease.Subtasks {
		s := &e.Lease.Subtasks[i]
		fmt.Fprintf(&b, " %s (%d calls", s.Run(), len(s.Calls))
		for _, o := range s.Outputs {
			if o.Local {
				b.WriteString(", local")
			}
			if o.Parts != nil {
				fmt.Fprintf(&b, ", parts %v", o.Parts)
			}
		}
		b.WriteByte(')')
	}
	return b.String()
}

func (e Finished) String() string {
	n := make([]string, len(e.Results))
	for i := range e.Results {
		n[i] = fmt.Sprintf("s%d", e.Results[i].ID.N())
	}
	return fmt.Sprintf("finished %s on %s", strings.Join(n, ","), e.Band)
}
func (e Unhold) String() string { return "unhold " + service.KeyList(e.Keys) }
func (e Fetch) String() string {
	return fmt.Sprintf("fetch for stage %d: %s", e.Stage, service.KeyList(e.Keys))
}

func (e Recover) String() string {
	return fmt.Sprintf("recover %s: lost %s", e.Run, service.KeyList(e.Lost))
}
func (e Broken) String() string { return fmt.Sprintf("broken %s: %s", e.ID, e.Why) }
func (e Keep) String() string {
	n := 0
	for _, t := range e.Targets {
		n += len(t.Chunks)
	}
	return fmt.Sprintf("keep %d targets of %d chunks", len(e.Targets), n)
}
func (e StopAll) String() string { return "stop all" }
func (e End) String() string {
	if e.Err != nil {
		return fmt.Sprintf("end: %s: %s", e.State, e.Err.Error())
	}
	return "end: " + e.State.String()
}
func (e Drop) String() string { return "drop" }

func subtasks(ss []service.Subtask) string {
	if len(ss) == 0 {
		return "nothing"
	}
	first, last := ss[0].ID, ss[len(ss)-1].ID
	if len(ss) == 1 {
		return first.String()
	}
	return fmt.Sprintf("%s..s%d", first, last.N())
}
