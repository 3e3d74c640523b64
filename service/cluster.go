package service

import (
	"context"
	"fmt"
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

// States of a node, in the order of a normal life. One that starts gets nothing yet, a degraded one runs on but gets nothing new while there is
// another: it says itself that its disks fail, or it has been silent for a while.
const (
	Starting NodeState = iota
	Ready
	Degraded
	Stopping
	Stopped
)

func (s NodeState) String() string {
	return [...]string{"starting", "ready", "degraded", "stopping", "stopped"}[min(s, Stopped)]
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
}

// Usage is what a node takes of its machine.
type Usage struct {
	Cores   float64 // that its process kept busy, on average over the last seconds
	Memory  int64   // resident bytes of its process
	Stored  int64   // bytes of chunks in memory
	Spilled int64   // bytes of chunks on disk
	Disks   []Disk  // where more may go
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
	// Register adds a node, or adds it again: what an earlier registration of the name had is lost then. Outcomes: 1. nil. 2. Invalid: another
	// version; both are named. 3. Denied: a later registration of the name is there.
	Register(ctx context.Context, n NodeInfo) (Welcome, error)
	// Heartbeat keeps a node alive. NotFound: it is taken for dead, or not known. It drops what it has of this supervisor and registers again, as of a
	// later epoch.
	Heartbeat(ctx context.Context, b Beat) error
	// Down says that the link to a node broke: it is stopped at once, without waiting for heartbeats.
	Down(ctx context.Context, node string, epoch uint64, why string) error
	// Nodes lists all nodes in order of their names.
	Nodes(ctx context.Context) ([]NodeInfo, error)
}
