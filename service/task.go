package service

import (
	"context"

	"github.com/mars-project/mars-go/op"
)

// TaskState is where an execute is in its life.
type TaskState uint8

// States of a task.
const (
	Planning TaskState = iota // nothing is out; the planner is asked
	Running
	Done
	Failed
	Canceled
)

func (s TaskState) String() string {
	return [...]string{"planning", "running", "done", "failed", "canceled"}[min(s, Canceled)]
}

// Over reports that nothing will change any more.
func (s TaskState) Over() bool { return s >= Done }

// A Submission asks for values.
type Submission struct {
	Session string
	Name    string     // for people
	Targets []op.Value // within a process; between processes package graph encodes them
	Options PlanOptions
	Watch   *op.Watch // of the planner, set by the task service
}

// PlanOptions are the choices of one execute. The zero value is good.
type PlanOptions struct {
	// ChunkBytes is the size of chunks where nobody asked for another. The default is 16 MiB.
	ChunkBytes int64
	// NoFuse runs every chunk operand as a subtask of its own.
	NoFuse bool

	// NoRules leaves the graph as it is, but for operators that are only names for others. Tests compare answers with it; it does not cross the wire.
	NoRules bool
}

// TaskInfo describes a task.
type TaskInfo struct {
	ID      TaskID
	Session string
	Name    string
	State   TaskState
	Err     *Failure
	Started Nanos
	Ended   Nanos
	Progress
	Targets []Manifest // once it is done; each has one handle, which the submitter gives back
}

// Progress counts subtasks. Total grows while stages are planned.
type Progress struct {
	Stages   int
	Total    int
	Done     int
	Running  int // out at workers
	Retried  int
	Restored int            // run again because data was lost
	Busy     Nanos          // time on slots of subtasks that are done, all together
	Waiting  string         // what the task waits for: "no worker"
	Nodes    []NodeProgress // in the order of Planner.Nodes
}

// NodeProgress counts the subtasks that help to make one value of the graph.
type NodeProgress struct {
	Name  string // of the operator
	Key   op.Key
	Site  string
	In    []int32 // places of its inputs in the list
	Total int32
	Done  int32

	Chosen string // the physical operator and why; empty where there is one alone
}

// TaskService executes graphs.
type TaskService interface {
	// Submit starts a task and returns at once. Invalid and the like: the graph is wrong. OutOfMemory: its results do not fit into the cluster.
	Submit(ctx context.Context, s Submission) (TaskID, error)
	// Explain is how the values would be made, for people to read. Nothing runs.
	Explain(ctx context.Context, s Submission) (string, error)
	// Wait returns when the task is over or ctx ends, with what is known then. A failed task is no error of Wait.
	Wait(ctx context.Context, t TaskID) (TaskInfo, error)
	// Info is what is known now.
	Info(ctx context.Context, t TaskID) (TaskInfo, error)
	// Cancel ends a task. It returns when nothing of it runs any more.
	Cancel(ctx context.Context, t TaskID) error
	// List lists the tasks of a session, of all with "".
	List(ctx context.Context, session string) ([]TaskInfo, error)
}
