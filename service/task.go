package service

import (
	"cmp"
	"context"
	"slices"

	"github.com/mars-project/mars-go/op"
)

// MaxDepth is the most tasks that wait one for the other.
const MaxDepth = 16

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
	User    string     // who asks; empty where nobody has a name
	Targets []op.Value // within a process; between processes package graph encodes them
	Options PlanOptions
	Parent  TaskID    // whose function waits for it; 0: nobody's
	Watch   *op.Watch // of the planner, set by the task service
}

// PlanOptions are the choices of one execute. The zero value is good.
type PlanOptions struct {
	// ChunkBytes is the size of chunks where nobody asked for another. The default is 16 MiB.
	ChunkBytes int64
	// NoFuse runs every chunk operand as a subtask of its own.
	NoFuse bool

	// NoRules leaves the graph as it is, but for operators that are only names for others. Tests compare
	// answers with it; it does not cross the wire.
	NoRules bool
}

// TaskInfo describes a task.
type TaskInfo struct {
	ID      TaskID
	Session string
	Name    string
	User    string
	State   TaskState
	Err     *Failure
	Started Nanos
	Ended   Nanos
	Progress
	Targets   []Manifest    // once it is done; each has one handle, which the submitter gives back
	Operators []OperatorUse // of one that has been over for a while, whose Nodes are gone
}

// Mark is the task's place among all, by when they were submitted.
func (i *TaskInfo) Mark() TaskMark { return TaskMark{i.Started, i.ID} }

// Use is what the operators of a task took, that with most time first.
func (i *TaskInfo) Use() []OperatorUse {
	if i.Operators != nil {
		return i.Operators
	}
	at := map[string]int{}
	var out []OperatorUse
	for k := range i.Nodes {
		n := &i.Nodes[k]
		j, ok := at[n.Name]
		if !ok {
			j = len(out)
			at[n.Name] = j
			out = append(out, OperatorUse{Name: n.Name})
		}
		u := &out[j]
		u.Values++
		u.Subtasks += int(n.Total)
		u.Busy += n.Busy
		u.Bytes += n.Bytes
	}
	slices.SortStableFunc(out, func(a, b OperatorUse) int { return cmp.Compare(b.Busy, a.Busy) })
	return out
}

// An OperatorUse is what the values of one operator took in a task.
type OperatorUse struct {
	Name     string
	Values   int   // of the graph, that it made
	Subtasks int   // that helped to make them; one that helps several counts for each
	Busy     Nanos // on slots; that of a subtask which helps several is shared out evenly
	Bytes    int64 // that these subtasks made, shared out likewise
}

// A TaskMark is the place of a task among all, by when they were submitted.
type TaskMark struct {
	Started Nanos
	ID      TaskID
}

// Before reports that a task was submitted before another one.
func (m TaskMark) Before(n TaskMark) bool {
	return m.Started < n.Started || m.Started == n.Started && m.ID < n.ID
}

// A TaskQuery asks for tasks, also those that are gone from memory.
type TaskQuery struct {
	Session string               // "" for all
	Before  TaskMark             // only those before; zero for all
	Since   Nanos                // only those submitted then or later
	Only    func(*TaskInfo) bool // nil for all; it changes nothing
	Limit   int                  // at most so many; 0 for 100
}

// Wants reports that a task is asked for.
func (q *TaskQuery) Wants(i *TaskInfo) bool {
	return (q.Session == "" || i.Session == q.Session) && (q.Before == TaskMark{} || i.Mark().Before(q.Before)) &&
		i.Started >= q.Since && (q.Only == nil || q.Only(i))
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
	Busy  Nanos // of its subtasks, see OperatorUse
	Bytes int64 // likewise

	Chosen string // the physical operator and why; empty where there is one alone
}

// TaskService executes graphs.
type TaskService interface {
	// Submit starts a task and returns at once. Invalid and the like: the graph is wrong. OutOfMemory: its
	// results do not fit into the cluster.
	Submit(ctx context.Context, s Submission) (TaskID, error)
	// Explain is how the values would be made, for people to read. Nothing runs.
	Explain(ctx context.Context, s Submission) (string, error)
	// Wait returns when the task is over or ctx ends, with what is known then. A failed task is no error of
	// Wait.
	Wait(ctx context.Context, t TaskID) (TaskInfo, error)
	// Info is what is known now.
	Info(ctx context.Context, t TaskID) (TaskInfo, error)
	// Cancel ends a task. It returns when nothing of it runs any more.
	Cancel(ctx context.Context, t TaskID) error
	// List lists the tasks of a session, of all with "": those that run, and the last ones that are over.
	List(ctx context.Context, session string) ([]TaskInfo, error)
	// History is tasks as a query asks, the latest first, those too that are kept on disk alone: of sessions
	// that are closed, and of before the supervisor started again; without targets. more says that there are
	// others before the last one.
	History(ctx context.Context, q TaskQuery) (tasks []TaskInfo, more bool, err error)
}
