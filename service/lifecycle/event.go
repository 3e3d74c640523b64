package lifecycle

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
	// Track counts skeletons of a task that will run: readers of their inputs, makers of their outputs.
	Track struct {
		Task     service.TaskID
		Subtasks []service.Subtask
	}
	// Finished says that subtasks are done.
	Finished struct {
		Task    service.TaskID
		Results []service.Result
	}
	// Promoted says that chunks which were local are kept by their worker.
	Promoted struct{ Keys []op.Key }
	// Unhold says that a planner needs chunks no more.
	Unhold struct {
		Task service.TaskID
		Keys []op.Key
	}
	// Value is a value that was made, with one handle.
	Value struct{ Manifest service.Manifest }
	// Adopt is a value that no task made, with one handle: its chunks are stored, and cannot be made again.
	Adopt struct{ Manifest service.Manifest }
	// Incref adds a handle to each of some values, Decref removes one.
	Incref struct{ Values []op.Key }
	// Decref is the opposite of Incref.
	Decref struct{ Values []op.Key }
	// End says that a task is over. What it holds is released. Failed: nothing of it runs any more, also of
	// what was being made again; what others need of that is begun anew. Else that goes on.
	End struct {
		Task   service.TaskID
		Failed bool
	}
	// Lost says that no copy of chunks is left, nor comes back. Those that somebody needs are made again.
	Lost struct{ Keys []op.Key }
	// Away says that the copies of chunks are with dead workers, which may come back. Those that somebody
	// needs are made again or, if that cannot be, waited for.
	Away struct{ Keys []op.Key }
	// Back says that chunks which were away are there again.
	Back struct{ Keys []op.Key }
	// Fewer says that copies of chunks are gone or away, and others left.
	Fewer struct{ Keys []op.Key }
	// Recover makes chunks again that are not there.
	Recover struct{ Keys []op.Key }
	// Stalled makes the inputs of a run again, of which some are lost, and then lets it run.
	Stalled struct {
		Run  service.Run
		Lost []op.Key
	}
	// Broken says that a subtask of a task that has ended failed when it ran again.
	Broken struct {
		ID  service.SubtaskID
		Why string
	}
	// Close ends the session.
	Close struct{}
)

// An Effect is something to be done, from Step.
type Effect interface{ String() string }

// Effects.
type (
	// Delete drops the data of chunks everywhere. Local ones go with their lease: only what is known of them
	// is dropped.
	Delete struct {
		Keys  []op.Key
		Local []op.Key
	}
	// Rerun runs subtasks of a task again, in topological order and before all others.
	Rerun struct {
		Task  service.TaskID
		Items []service.Again
	}
	// Unrecoverable says that a chunk is gone for good. Run is the subtask that wanted it, or zero; then For
	// is the chunk that cannot be made without it.
	Unrecoverable struct {
		Key op.Key
		For op.Key
		Run service.Run
		Why string
	}
	// Replicate says that a chunk should have a number of copies, and may have fewer.
	Replicate struct {
		Key    op.Key
		Copies int
	}
	// Waits says that a chunk cannot be made again before a dead worker comes back. Run is the subtask that
	// wants it, or zero.
	Waits struct {
		Key op.Key
		Run service.Run
	}
	// Forget says that the recipes of a task that has ended are gone: its planner is needed no more.
	Forget struct{ Task service.TaskID }
)

func (e Track) String() string {
	return fmt.Sprintf("track %d subtasks of %s", len(e.Subtasks), e.Task)
}

func (e Finished) String() string { return fmt.Sprintf("finished %d of %s", len(e.Results), e.Task) }
func (e Promoted) String() string { return "promoted " + service.KeyList(e.Keys) }
func (e Unhold) String() string {
	return fmt.Sprintf("%s lets go of %s", e.Task, service.KeyList(e.Keys))
}

func (e Value) String() string {
	return fmt.Sprintf("value %s of %d chunks", e.Manifest.Value.Short(), len(e.Manifest.Chunks))
}

func (e Adopt) String() string {
	return fmt.Sprintf("adopt %s of %d chunks", e.Manifest.Value.Short(), len(e.Manifest.Chunks))
}
func (e Incref) String() string { return "incref " + service.KeyList(e.Values) }
func (e Decref) String() string { return "decref " + service.KeyList(e.Values) }

func (e End) String() string {
	if e.Failed {
		return fmt.Sprintf("end of %s, which failed", e.Task)
	}
	return fmt.Sprintf("end of %s", e.Task)
}

func (e Lost) String() string  { return "lost " + service.KeyList(e.Keys) }
func (e Away) String() string  { return "away " + service.KeyList(e.Keys) }
func (e Back) String() string  { return "back " + service.KeyList(e.Keys) }
func (e Fewer) String() string { return "fewer copies of " + service.KeyList(e.Keys) }
func (e Recover) String() string {
	return "recover " + service.KeyList(e.Keys)
}

func (e Stalled) String() string {
	return fmt.Sprintf("stalled %s: lost %s", e.Run, service.KeyList(e.Lost))
}
func (e Broken) String() string { return fmt.Sprintf("broken %s: %s", e.ID, e.Why) }
func (e Close) String() string  { return "close" }

func (e Delete) String() string {
	switch {
	case len(e.Local) == 0:
		return "delete " + service.KeyList(e.Keys)
	case len(e.Keys) == 0:
		return "forget local " + service.KeyList(e.Local)
	}
	return fmt.Sprintf("delete %s, forget local %s", service.KeyList(e.Keys), service.KeyList(e.Local))
}

func (e Rerun) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "rerun %s", e.Task)
	for i, it := range e.Items {
		if i == 8 {
			fmt.Fprintf(&b, " ... (%d)", len(e.Items))
			break
		}
		fmt.Fprintf(&b, " s%d", it.ID.N())
		if it.Attempt > 0 {
			fmt.Fprintf(&b, "#%d", it.Attempt)
		}
		for _, p := range it.Parts {
			if p != nil {
				fmt.Fprintf(&b, "%v", p)
			}
		}
		for j, d := range it.Deps {
			fmt.Fprintf(&b, "%c%s", "(,"[min(j, 1)], strings.TrimPrefix(d.String(), e.Task.String()+"/"))
		}
		if len(it.Deps) > 0 {
			b.WriteByte(')')
		}
	}
	return b.String()
}

func (e Unrecoverable) String() string {
	s := fmt.Sprintf("lost for good: %s: %s", e.Key.Short(), e.Why)
	if e.Run != (service.Run{}) {
		s += fmt.Sprintf(" (wanted by %s)", e.Run)
	}
	return s
}

func (e Replicate) String() string { return fmt.Sprintf("%d copies of %s", e.Copies, e.Key.Short()) }

func (e Waits) String() string {
	s := fmt.Sprintf("waits for a dead worker: %s", e.Key.Short())
	if e.Run != (service.Run{}) {
		s += fmt.Sprintf(" (wanted by %s)", e.Run)
	}
	return s
}
func (e Forget) String() string { return fmt.Sprintf("forget %s", e.Task) }
