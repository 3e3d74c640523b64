package service

import (
	"context"

	"github.com/mars-project/mars-go/op"
)

// A Subtask is a piece of work that runs on one band in one go: calls in order, from stored inputs to stored
// outputs. Without Calls it is a skeleton, which is all that scheduling and counting need.
type Subtask struct {
	ID       SubtaskID
	Attempt  int32
	Priority int64 // smaller runs first: the place in the planner's depth-first order
	Inputs   []Input
	Outputs  []Output
	Deps     []SubtaskID // subtasks that make its inputs and may not be done; of this task
	Slots    int32       // 0 means 1
	Mem      int64       // bytes of outputs and scratch together, an estimate; inputs that must be fetched are added
	Least    int64       // bytes that its band has at least; only a skeleton says so
	Where    []string    // labels that its worker has, see op.Placement; only a skeleton says so
	Traits   Trait
	Member   Member // of a gang
	Stage    int32
	Nodes    []int32   // places in Planner.Nodes of the values that it helps to make
	Calls    []op.Call // in order; nil in a skeleton
}

// Run is the attempt that s describes.
func (s *Subtask) Run() Run { return Run{s.ID, s.Attempt} }

// An Input is a stored value that a subtask reads.
type Input struct {
	Key   op.Key
	Parts []int32 // of a partitioned value; nil means all of it
	Bytes int64   // of what is read; an estimate until its facts are known
}

// An Output is a value that a subtask puts to the store.
type Output struct {
	Key   op.Key
	Call  int32 // its call, and which output of that
	Out   int32
	Bytes int64 // an estimate
	Hold  bool  // the planner or a handle counts as a reader, until it is dropped
	Local bool  // set by the scheduler: all readers are in the lease, and the worker frees it after the last one
	// Parts are those that anybody needs when a partitioned value is made again; nil means all.
	Parts []int32
}

// A Trait is what decides whether a subtask may run again.
type Trait uint8

// Traits of the operands of a subtask.
const (
	Effect   Trait = 1 << iota // it writes to the world: never raced, and not run again after it was done
	Opaque                     // user code: another run may give another value
	External                   // it reads the world: the value is Lost when the world has changed
	// Exchange is the one node between the M mappers and N reducers of a shuffle, so that there are M + N
	// edges and not M x N. It has no calls and runs nowhere: it is done as soon as its Deps are, on the
	// supervisor. Its one output is an alias of all its inputs, in order: a reducer's Input{Key: exchange,
	// Parts: {j}} means part j of every mapper, and op.Arg.Keys of the reducer's call lists the mappers. The
	// mappers' data is needed as long as the exchange's is; recovering part j of an exchange recovers part j
	// of those mappers that are lost.
	Exchange
	Once    // user code that never begins twice: where it may have begun it is Lost
	Process // user code in a process of its own
)

// Again is a subtask that runs once more because what it made is lost.
type Again struct {
	ID      SubtaskID
	Attempt int32       // at least
	Deps    []SubtaskID // in place of those of the plan
	Parts   [][]int32   // wanted of each output, in their order; nil means all of all
}

// A Lease is a batch of subtasks of one task that a worker has been given. It runs them when their inputs are
// there, and starts successors inside the lease without asking.
type Lease struct {
	ID       LeaseID
	Owner    string // node of the supervisor, to which results go
	Session  string
	Task     TaskID
	Band     Band
	Epoch    uint64    // of the registration of the worker that it was given to; one for an earlier registration is dropped
	Subtasks []Subtask // in topological order
	Depth    int32     // how many tasks wait for its task, one for the other
	Bad      *Failure  // its calls cannot be built or, when it has come, not be read: all of it fails with this
}

// A Result is the end of one attempt at a subtask.
type Result struct {
	ID       SubtaskID
	Attempt  int32
	Lease    LeaseID
	Err      *Failure // nil: done
	Lost     []op.Key // inputs that could not be had; then Err is Lost
	Versions []uint64 // the ChunkMeta.Version of each that was known then
	Outdated bool     // set by the supervisor: all of them are there by now
	Facts    []Facts  // of the outputs, in their order
	Started  Nanos
	Ended    Nanos
	Peak     int64 // bytes of memory
}

// Run is the attempt that r ends.
func (r *Result) Run() Run { return Run{r.ID, r.Attempt} }

// A Report is what a worker tells the owner of leases, in order and without gaps. It is repeated until it is
// acknowledged.
type Report struct {
	Band     Band
	Epoch    uint64 // of the worker's registration with the owner; one from an earlier registration is ignored
	Seq      uint64
	Results  []Result
	Returned []Run       // given back: a revoke's answer, or successors of what failed
	Promoted []Promotion // outputs that were local and are not any more, because a reader was given back
	Answer   bool        // it answers a revoke
	Away     int32       // runs of the owner that wait for other tasks, without a slot
	Load     Load
	Bad      *Failure // it came and cannot be read: the worker is given up
}

// A Promotion is an output that its worker would have freed, and now does not.
type Promotion struct {
	Task TaskID
	Facts
}

// A Load is how busy a band is.
type Load struct {
	Queued   int32 // subtasks that wait for inputs, memory or a slot
	Running  int32
	Slots    int32
	MemFree  int64 // bytes that may still be granted
	MemLimit int64
}

// SubtaskService runs subtasks on a band.
type SubtaskService interface {
	// Assign gives a lease. Subtasks that the band has already, by run, are left out. Outcomes: 1. nil: it is
	// queued.
	// 2. Unavailable: the worker is stopping.
	Assign(ctx context.Context, l Lease) error
	// Drop deletes values of a session here. What a lease that was given before it has made is deleted too,
	// what one that is given after it makes is not.
	Drop(ctx context.Context, session string, keys []op.Key) error
	// Revoke asks for subtasks that have not started. The answer is a Report that returns those that the
	// worker gives up.
	Revoke(ctx context.Context, owner string, runs []Run) error
	// Cancel stops a task: what is queued is forgotten, what runs has its context ended. It returns when all
	// has ended.
	Cancel(ctx context.Context, task TaskID) error
	// Ack says that the owner has reports up to seq; they are forgotten.
	Ack(ctx context.Context, owner string, seq uint64) error
}
