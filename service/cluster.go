package service

import (
	"context"
	"fmt"

	"github.com/mars-project/mars-go/op"
)

// A Band is a part of a node that runs subtasks: "numa-0", "gpu-0".
type Band struct {
	Node string
	Name string
}

// String is "w2/numa-0".
func (b Band) String() string { return b.Node + "/" + b.Name }

// IsZero reports that b names nothing.
func (b Band) IsZero() bool { return b == Band{} }

// NodeState is where a node is in its life.
type NodeState uint8

// States of a node, in the order of a normal life. One that starts gets nothing yet. A degraded one says
// itself that its disks fail: it runs on but gets nothing new while there is another. A suspect one is silent
// and gets nothing new, but what it has counts as there. What a dead one was given is run elsewhere, and what
// only it has is waited for. One that has stopped, by its own word, has nothing any more, nor has a lost one,
// which was dead for too long.
const (
	Starting NodeState = iota
	Ready
	Degraded
	Suspect
	Stopping
	Dead
	Stopped
	LostNode
)

// Over reports that a node of the state has nothing any more, and does not come back but by registering anew.
func (s NodeState) Over() bool { return s >= Stopped }

// Lives reports that a node of the state may be heard again without registering.
func (s NodeState) Lives() bool { return s < Dead }

func (s NodeState) String() string {
	return [...]string{"starting", "ready", "degraded", "suspect", "stopping", "dead", "stopped", "lost"}[min(s, LostNode)]
}

// BandInfo is what a band has.
type BandInfo struct {
	Name  string
	Slots int32
	Mem   int64 // budget in bytes: stored and granted together never pass it
}

func (b BandInfo) String() string {
	return fmt.Sprintf("%s (slots %d, mem %s)", b.Name, b.Slots, Bytes(b.Mem))
}

// NodeInfo describes a worker or a supervisor.
type NodeInfo struct {
	Node    string // its name on the links
	Address string // where others reach it; empty within a process
	Role    string // "supervisor" or "worker"
	Version string
	Epoch   uint64 // of this registration; larger than that of an earlier one of the name
	Bands   []BandInfo
	State   NodeState
	Labels  map[string]string
	Cores   float64 // that it may keep busy; 0: unknown
	Memory  int64   // bytes that it may take; 0: unknown
	Started Nanos
	Seen    Nanos  // last heartbeat
	Loads   []Load // of the bands, as of then
	Usage   Usage  // as of then
	// Held is what it still has of an earlier registration. Only Register reads it.
	Held []Holding
}

// A Holding is what a node has of a session.
type Holding struct {
	Session string
	// Own says that the session is one of the supervisor that is told: one that it does not know is over.
	Own   bool
	Keys  []op.Key // of whole values, in order
	Given []op.Key // those of them that a client has stored: nobody else may know of them yet
}

// Usage is what a node takes of its machine.
type Usage struct {
	Cores   float64 // that its process kept busy, on average over the last seconds
	Memory  int64   // resident bytes of its process
	Stored  int64   // bytes of chunks in memory
	Spilled int64   // bytes of chunks on disk
	Written int64   // bytes written to disk since it started, for want of memory
	Fetched int64   // bytes of chunks got from other workers since then
	Disks   []Disk  // where more may go
	Calls   []Call  // of users' functions that have run for a while, the longest first
}

// A Call is a call of a user's function that runs.
type Call struct {
	Task TaskID
	Log  string  // under which name what it writes is kept: the id of a node
	Took Nanos   // since its begin
	Done float64 // how far it says it is, from 0 to 1
}

// A Disk is where a node may put chunks. Nodes of one machine may share it.
type Disk struct {
	ID   string // of the machine and the disk
	Free int64  // bytes that may still be used
}

// Welcome is what a supervisor tells who registers.
type Welcome struct {
	Epoch  uint64 // of this incarnation of the supervisor
	Number uint8  // in its task ids; no two supervisors of a cluster have the same
}

// A Beat is a sign of life.
type Beat struct {
	Node  string
	Epoch uint64
	State NodeState
	Loads []Load // in the order of NodeInfo.Bands
	Usage Usage
}

// ClusterService knows the nodes.
type ClusterService interface {
	// Register adds a node, or adds it again: what an earlier registration of the name was given to run is
	// over then, and of what it had only that is lost which it does not hold any more. What nobody needs it
	// is told to drop. Outcomes: 1. nil. 2. Invalid: another version; both are named. 3. Denied: a later
	// registration of the name is there.
	Register(ctx context.Context, n NodeInfo) (Welcome, error)
	// Heartbeat keeps a node alive. NotFound: it is taken for dead, or not known. It ends what it runs for
	// this supervisor and registers again, as of a later epoch, with what it holds.
	Heartbeat(ctx context.Context, b Beat) error
	// Down says that the link to a node broke: it is dead at once, without waiting for heartbeats, or suspect
	// where it was this supervisor that was away.
	Down(ctx context.Context, node string, epoch uint64, why string) error
	// Leave says that a node, which takes nothing new and runs nothing any more, is about to leave. It
	// returns when what only it has is elsewhere, or nobody can take it and it can be made again; what cannot
	// is waited for as long as ctx. NotFound: it is not registered as of that epoch.
	Leave(ctx context.Context, node string, epoch uint64) error
	// Logs is what functions of a session have written on workers that are there, in order of workers.
	Logs(ctx context.Context, q LogQuery) ([]Log, error)
	// Drain asks a worker to take nothing new, to end what runs, to hand over what only it has, and to leave.
	// It returns when the worker knows. Errors: NotFound: there is no such worker. Unavailable: it cannot be
	// reached.
	Drain(ctx context.Context, node string) error
	// Forget says that a node will not come back: what only it had is lost. NotFound: there is no such node.
	Forget(ctx context.Context, node string) error
	// Nodes lists all nodes in order of their names.
	Nodes(ctx context.Context) ([]NodeInfo, error)
}
