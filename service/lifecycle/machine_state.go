package lifecycle

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

type flag uint8

const (
	made    flag = 1 << iota // its data is somewhere
	local                    // a worker frees it with its lease
	alias                    // the output of an exchange: no data of its own
	partial                  // only some parts were made again
	away                     // its data is with dead workers
)

// A chunk is the record of a chunk, found by its id.
type chunk struct {
	key    op.Key
	data   int32 // readers that are not done, holds, values with a handle
	users  int32 // recipes that read it
	recipe int32 // that makes it; -1 when there is none
	flags  flag
}

// A recipe is a subtask that was tracked, found by its id.
type recipe struct {
	id      service.SubtaskID
	attempt int32
	alive   int32 // outputs with data or users, and one while it is not done
	stage   int32
	traits  service.Trait
	done    bool
	reading bool  // it counts in the data of its inputs
	free    bool  // the place is not in use
	in      []ref // inputs; of one of which several parts are read there are several
	out     []int32
}

// A ref is a chunk, or one part of it.
type ref struct{ chunk, part int32 }

const whole = -1

type value struct {
	refs   int32
	chunks []int32
	m      service.Manifest
}

type task struct {
	recipes int32          // that are left
	at      []int32        // by number of the subtask: the place of its recipe, plus one; 0 when there is none
	held    map[int32]bool // chunks that its planner holds
	ended   bool
}
