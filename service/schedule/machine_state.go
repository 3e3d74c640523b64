package schedule

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

type state uint8

const (
	waiting  state = iota // for subtasks that make its inputs
	ready                 // in a queue
	leased                // given to a band
	finished              // done
	stalled               // inputs lost, waits for a Rerun
	failed
)

// A sub is what the scheduler knows of a subtask.
type sub struct {
	id         service.SubtaskID
	task       *task
	state      state
	exchange   bool // nothing to run: it is done when its inputs are
	once       bool // it is not run again where it may have begun
	revoking   bool
	remade     bool  // by a Rerun: who waits for its outputs, in other tasks, may not be known yet
	wanted     bool  // it was done, and is made again for others
	announced  bool  // waits for its Rerun, which counts in deps
	gen        int32 // which edges are those of now: one for each Submit or Rerun
	attempt    int32
	deps       int32 // not done
	failures   int32
	recoveries int32
	slots      int32
	gang       *gang // whose member it is
	prio       int64
	mem        int64
	minMem     int64    // a band of less has failed for want of memory
	least      int64    // of memory that its band has to have
	where      []string // labels that its worker has to have
	bad        *band    // where it failed last
	in         []*chunk
	out        []*chunk
	succ       []edge
	band       *band // of its lease
	lease      service.LeaseID
	deep       int32 // its depth there
	prev       *sub  // neighbours in the band's list of leased subtasks
	next       *sub
	queue      *queue // where it is while ready
	need       int32  // deps that the lease being made has, valid for
	needOf     service.LeaseID
}

type edge struct {
	to  *sub
	gen int32
}

func (s *sub) run() service.Run { return service.Run{ID: s.id, Attempt: s.attempt} }

// A chunk is a value that subtasks make or read.
type chunk struct {
	key     op.Key
	bytes   int64
	at      *band   // where it is, or one of the places
	more    []*band // the others
	readers int32   // subtasks that read it and are not done
	hold    bool
	made    bool
	gone    bool // nobody will read it
	inLease int32
	leaseOf service.LeaseID
	alias   *alias // of the output of an exchange
}

// An alias stands for parts of all inputs of an exchange.
type alias struct {
	of     *sub
	shares []share // where its bytes are
	total  int64
	losses int // m.losses when lost was made
	lost   []*chunk
}

type share struct {
	band  *band
	bytes int64
}

func (c *chunk) on(b *band) bool {
	if c.at == b {
		return b != nil
	}
	for _, x := range c.more {
		if x == b {
			return true
		}
	}
	return false
}

type task struct {
	id       service.TaskID
	session  string
	subs     []*sub // by number
	open     int    // not finished and not failed
	root     *task  // the first of those that wait for it, or itself
	depth    int32  // how many wait for it, one for the other
	parent   *task  // that waits for it
	gangs    []*gang
	pass     int64 // of a root: what it and all that it waits for have used, for fairness
	busy     int64 // nanoseconds and number of its subtasks that are done
	busyN    int64
	parked   int  // of its subtasks, those that no band fits
	said     bool // that it waits
	short    bool // that there are too few slots for a gang of it
	canceled bool
	stopping map[*band]bool
}

// cost is what one subtask of t is charged for.
func (t *task) cost(s *sub) int64 {
	c := int64(1000)
	if t.busyN > 0 {
		c = max(c, t.busy/t.busyN)
	}
	return c * int64(s.slots)
}

// urgent is what the priority of a rerun is ahead of all others.
const urgent = 1 << 40

// put gives s its place.
func (t *task) put(s *sub) {
	for len(t.subs) <= s.id.N() {
		t.subs = append(t.subs, nil)
	}
	t.subs[s.id.N()] = s
}
