package failover

import (
	"fmt"
	"time"
)

// Nanos is a time, since 1970, or a duration.
type Nanos int64

func (n Nanos) String() string { return time.Duration(n).String() }

// A Role is what a pod is for, in lower case: scheduler, webservice, worker.
type Role string

// Roles.
const (
	Scheduler  Role = "scheduler"
	WebService Role = "webservice"
	Worker     Role = "worker"
)

// A Policy says what the end of a process means.
type Policy string

// Policies.
const (
	Always    Policy = "Always"
	OnFailure Policy = "OnFailure"
	Never     Policy = "Never"
	ExitCode  Policy = "ExitCode"
)

// A Cause is why a pod has ended.
type Cause string

// Causes.
const (
	Exited    Cause = "exited"        // by itself or by a signal: the exit code says more
	OOMKilled Cause = "out of memory" // the kernel has killed it
	Evicted   Cause = "evicted"       // the node needs its room
	NodeLost  Cause = "node lost"     // nobody hears of it
	Refused   Cause = "refused"       // the node did not take it
)

// A Pod is one place of a role.
type Pod struct {
	Name string
	Role Role
}

// An Event is something that was seen, for Step.
type Event interface{ String() string }

// Events.
type (
	// Ended is a pod whose process has ended, and that nobody deletes yet.
	Ended struct {
		Pod  Pod
		UID  string
		Why  Cause
		Code int32
		Now  Nanos
	}
	// Leaving is a pod that is being deleted. Until is when it should be gone at the latest. Forced: it was
	// deleted by force already.
	Leaving struct {
		Pod    Pod
		UID    string
		Until  Nanos
		Forced bool
		Now    Nanos
	}
	// Missing is a place without a pod.
	Missing struct {
		Pod Pod
		Now Nanos
	}
)

// An Effect is something to be done, from Step.
type Effect interface{ String() string }

// Effects.
type (
	// Delete takes a pod away so that another can be made. Count says the how many-th in a row it is; the
	// next one comes after Delay. First is set when the pod was not counted before.
	Delete struct {
		Pod   Pod
		UID   string
		Why   Cause
		Code  int32
		Count int32
		Delay Nanos
		First bool
	}
	// ForceDelete takes away a pod whose node does not answer.
	ForceDelete struct {
		Pod Pod
		UID string
	}
	// Create makes a pod.
	Create struct{ Pod Pod }
	// Wait asks for another look.
	Wait struct {
		Pod   Pod
		Until Nanos
		What  string
	}
	// Keep leaves a pod that has ended, and its place empty.
	Keep struct {
		Pod  Pod
		UID  string
		Code int32
	}
	// Fail ends the job.
	Fail struct {
		Pod  Pod
		Code int32
		Why  Cause
	}
)

func (e Ended) String() string   { return fmt.Sprintf("%s ended: %s", e.Pod.Name, end(e.Why, e.Code)) }
func (e Leaving) String() string { return e.Pod.Name + " is being deleted" }
func (e Missing) String() string { return e.Pod.Name + " is missing" }

func (e Delete) String() string {
	s := fmt.Sprintf("delete %s: %s; lost %d in a row, the next comes after %s", e.Pod.Name,
		end(e.Why, e.Code), e.Count, e.Delay)
	if !e.First {
		s += ", as said before"
	}
	return s
}
func (e ForceDelete) String() string { return "delete by force " + e.Pod.Name }
func (e Create) String() string      { return "create " + e.Pod.Name }
func (e Wait) String() string {
	return fmt.Sprintf("wait for %s until %s: %s", e.Pod.Name, e.Until, e.What)
}
func (e Keep) String() string { return fmt.Sprintf("keep %s: exit code %d", e.Pod.Name, e.Code) }
func (e Fail) String() string {
	return fmt.Sprintf("fail: %s ended: %s", e.Pod.Name, end(e.Why, e.Code))
}

func end(why Cause, code int32) string {
	if why == Exited {
		return fmt.Sprintf("exit code %d", code)
	}
	return string(why)
}
