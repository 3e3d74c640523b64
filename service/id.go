package service

import (
	"fmt"
	"strconv"
	"strings"
)

// A TaskID names one execute in a cluster: the number of the supervisor in the top 8 bits, a count in the
// rest.
type TaskID uint32

// MakeTaskID is the n-th task of a supervisor.
func MakeTaskID(supervisor uint8, n uint32) TaskID {
	return TaskID(uint32(supervisor)<<24 | n&(1<<24-1))
}

// Supervisor is the number of the supervisor that runs the task.
func (t TaskID) Supervisor() uint8 { return uint8(t >> 24) }

// N is its number at that supervisor.
func (t TaskID) N() uint32 { return uint32(t & (1<<24 - 1)) }

// String is "t3" for the third task of supervisor 0, "t3@2" for that of supervisor 2.
func (t TaskID) String() string {
	s := "t" + strconv.Itoa(int(t&(1<<24-1)))
	if n := t.Supervisor(); n > 0 {
		s += "@" + strconv.Itoa(int(n))
	}
	return s
}

// ParseTaskID is the inverse of String.
func ParseTaskID(s string) (TaskID, error) {
	num, sup, at := strings.Cut(strings.TrimPrefix(s, "t"), "@")
	n, err := strconv.ParseUint(num, 10, 24)
	if err != nil || !strings.HasPrefix(s, "t") {
		return 0, fmt.Errorf("%q is not a task id", s)
	}
	var v uint64
	if at {
		if v, err = strconv.ParseUint(sup, 10, 8); err != nil {
			return 0, fmt.Errorf("%q is not a task id", s)
		}
	}
	return MakeTaskID(uint8(v), uint32(n)), nil
}

// Subtask is the n-th subtask of the task.
func (t TaskID) Subtask(n int) SubtaskID { return SubtaskID(uint64(t)<<32 | uint64(uint32(n))) }

// A SubtaskID names a subtask in a cluster: its task, and its number in the task, counted from 0 without
// gaps.
type SubtaskID uint64

// Task is the task it belongs to, N its number there.
func (s SubtaskID) Task() TaskID { return TaskID(s >> 32) }
func (s SubtaskID) N() int       { return int(uint32(s)) }

// String is "t3/s17".
func (s SubtaskID) String() string { return s.Task().String() + "/s" + strconv.Itoa(s.N()) }

// A Run is one attempt at a subtask: what submit and finish are idempotent by.
type Run struct {
	ID      SubtaskID
	Attempt int32
}

// String is "t3/s17", with "#1" added from the second attempt on.
func (r Run) String() string {
	if r.Attempt == 0 {
		return r.ID.String()
	}
	return r.ID.String() + "#" + strconv.Itoa(int(r.Attempt))
}

// A LeaseID names a lease of a supervisor.
type LeaseID uint64

func (l LeaseID) String() string { return "l" + strconv.FormatUint(uint64(l), 10) }
