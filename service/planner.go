package service

import "github.com/mars-project/mars-go/op"

// A Planner turns one graph of values into stages of subtasks. It is pure: same graph and same facts, same
// stages. It is used by one goroutine at a time.
type Planner interface {
	// Next gives every stage that can be planned now. It is called at the start and whenever a stage is over:
	// its awaited subtasks are reported and its values given. Outcomes: 1. Stages, which run at the same time
	// as those that are out.
	// 2. None while stages are out: it waits for them. 3. None and nothing is out: the targets are made.
	// 4. An error: the task fails.
	Next() ([]Stage, error)
	// Build is a subtask of an earlier Next with its calls, as they are best known now. It is called when the
	// subtask is sent, again for every attempt, and also after the task is done, to make lost data again.
	Build(id SubtaskID) (Subtask, error)
	// Report gives the result of a subtask that is done, once for each run that is new: data made again is
	// reported again, with equal facts unless it is opaque.
	Report(r *Result) error
	// Give gives a value that a stage asked for. v is borrowed until Give returns.
	Give(key op.Key, v any) error
	// Nodes are the values of the graph, inputs first; Done and Total are not filled.
	Nodes() []NodeProgress
	// Targets are the values asked for, in order, once Next has nothing more. Bands are not filled.
	Targets() []Manifest
}

// A Stage is what can run together because all that its tiling needs is known.
type Stage struct {
	Number   int
	Subtasks []Subtask   // skeletons in topological order, numbered on from those of earlier stages
	Await    []SubtaskID // the stage is over when these are done, new or earlier ones; nil means all of Subtasks
	Values   []op.Key    // chunks to be given when they are done
	Drop     []op.Key    // held outputs of earlier stages that the planner needs no more
	Chosen   []Choice    // physical operators that were chosen since the last stage
}

// A Choice is the physical operator by which a value is made, and why, for people.
type Choice struct {
	Node int32 // its place in Planner.Nodes
	What string
}

// PlanFunc makes the planner of a task. known finds values of the session that are already made.
type PlanFunc func(t TaskID, s Submission, known func(value op.Key) (Manifest, bool)) (Planner, error)

// ExplainFunc tells people how values would be made.
type ExplainFunc func(s Submission, known func(value op.Key) (Manifest, bool)) (string, error)
