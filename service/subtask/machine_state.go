package subtask

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

type state uint8

const (
	blocked   state = iota // by subtasks of its lease, or until what its function needs is there
	queued                 // for memory, and a slot unless inputs are elsewhere
	reserving              // Reserve is out
	fetching               // Fetch is out
	able                   // waits for a slot
	running
	away      // it waits for other tasks, without a slot
	returning // what it waited for is there; it waits for a slot
)

// A run is what the machine knows of an attempt at a subtask.
type run struct {
	id             service.Run
	lease          *lease
	state          state
	aborted        bool // its task is canceled; its next answer ends it
	alone          bool
	far            bool // inputs are elsewhere
	fetch          bool // inputs were elsewhere when it was leased
	small          bool // it may be started ahead of a free slot
	process        bool // it calls a function in a process, and does little else
	member         bool // of a gang: its slot is its own, and others have theirs and wait for it
	once           bool // it may begin once
	displaced      bool // Displace is out
	passed         bool // Withdraw is out
	lacks          bool // what its function needs is being made
	shy            bool // it gave way to those that are away, and begins after them
	displacedAlone int  // how often it was displaced though no other was away
	looks          int  // how often it was starved while it waited for memory
	deps           int32
	slots          int32
	depth          int32 // how many tasks wait for its own, one for the other
	prio           int64
	serial         int64
	mem            int64
	in             []*local
	out            []service.Output
	made           []*local // by place in out; nil when not local
	succ           []*run
}

type lease struct {
	id      service.LeaseID
	owner   *owner
	session string
	task    *task
}

// A task is what the band has of one.
type task struct {
	id   service.TaskID
	runs int
	mean service.Nanos // of what its last runs took; 0 when none has ended
}

// A local is a chunk that only runs of the lease read.
type local struct {
	key      op.Key
	readers  int32
	made     bool
	promoted bool // not local any more
	facts    service.Facts
}

type owner struct {
	name     string
	seq      uint64
	sent     []service.Report // not acknowledged
	results  []service.Result // to be reported
	back     []service.Run
	promoted []service.Promotion
	answer   bool
	urgent   bool
	away     int32 // of its runs, those that lack something among them, and what it was told
	told     int32
}

// has reports that a run has ended and its report was not acknowledged.
func (o *owner) has(id service.Run) bool {
	for i := range o.results {
		if o.results[i].Run() == id {
			return true
		}
	}
	for _, r := range o.sent {
		for i := range r.Results {
			if r.Results[i].Run() == id {
				return true
			}
		}
	}
	return false
}
