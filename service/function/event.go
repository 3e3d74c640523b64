package function

import (
	"fmt"

	"github.com/mars-project/mars-go/service"
)

// A Class says which processes may take a call.
type Class struct {
	Session string
	Env     string // the environment, by its hash
	Slots   int    // how many threads libraries use
}

// A Func names a function by the hash of its bytes.
type Func [16]byte

// A Proc names a process. Numbers are not used again.
type Proc uint64

// A Call names a call. Numbers are not used again.
type Call uint64

// An Event is something that happened, for Step.
type Event interface{ String() string }

// Events.
type (
	// Called is a call that is admitted on a slot.
	Called struct {
		Call
		Class
		Func
		Slot   int           // of its own; of one that may follow others, negative: behind those that wait least
		Limit  service.Nanos // how long it may run, without the time that it waits; 0: as long as it likes
		Once   bool          // it may begin once
		Repeat bool          // it is tried three times
		Behind bool          // it may follow others, and is given back where they keep it
		Now    service.Nanos
	}
	// Ready says that a process takes calls.
	Ready struct{ Proc }
	// Failed says that a process could not be started.
	Failed struct {
		Proc
		Why string
	}
	// Answered is the answer of a call, the first of its process.
	// Spent says that the process shall end: it has grown, keeps what others want, or has left threads.
	Answered struct {
		Proc
		Call
		Spent bool
		Now   service.Nanos
	}
	// Retracted answers Retract: what the process has not begun, and will not.
	Retracted struct {
		Proc
		Calls []Call
	}
	// Passed says that a process has read all that was taken back from it.
	Passed struct{ Proc }
	// Died is the end of a process.
	Died struct {
		Proc
		Why string
		Now service.Nanos
	}
	// Waits says that the first call of a process waits for the cluster.
	Waits struct {
		Proc
		Now service.Nanos
	}
	// Resumes says that what it waited for is there.
	Resumes struct{ Proc }
	// Granted answers Claim.
	Granted struct {
		Call
		Slot int
		Now  service.Nanos
	}
	// Canceled says that nobody wants a call any more.
	Canceled struct {
		Call
		Now service.Nanos
	}
	// Wanted says that somebody wants memory that a process keeps.
	Wanted struct{ Proc }
	// Closed is the end of a session.
	Closed struct{ Session string }
	// Tick is the time.
	Tick struct{ Now service.Nanos }
)

func (p Proc) String() string { return fmt.Sprintf("p%d", uint64(p)) }
func (c Call) String() string { return fmt.Sprintf("c%d", uint64(c)) }
func (f Func) String() string { return fmt.Sprintf("%x", f[:4]) }
func (c Class) String() string {
	return fmt.Sprintf("%s/%s/%d", c.Session, c.Env, c.Slots)
}

func (e Called) String() string { return fmt.Sprintf("%s of %s on slot %d", e.Call, e.Class, e.Slot) }
func (e Ready) String() string  { return fmt.Sprintf("%s is ready", e.Proc) }
func (e Failed) String() string { return fmt.Sprintf("%s does not start: %s", e.Proc, e.Why) }
func (e Answered) String() string {
	return fmt.Sprintf("%s has answered %s, spent=%t", e.Proc, e.Call, e.Spent)
}

func (e Retracted) String() string {
	return fmt.Sprintf("%v come back from %s", e.Calls, e.Proc)
}
func (e Passed) String() string   { return fmt.Sprintf("%s has read what was taken back", e.Proc) }
func (e Died) String() string     { return fmt.Sprintf("%s has ended: %s", e.Proc, e.Why) }
func (e Waits) String() string    { return fmt.Sprintf("%s waits for the cluster", e.Proc) }
func (e Resumes) String() string  { return fmt.Sprintf("%s wants to go on", e.Proc) }
func (e Granted) String() string  { return fmt.Sprintf("%s has slot %d", e.Call, e.Slot) }
func (e Canceled) String() string { return fmt.Sprintf("%s is canceled", e.Call) }
func (e Wanted) String() string   { return fmt.Sprintf("what %s keeps is wanted", e.Proc) }
func (e Closed) String() string   { return fmt.Sprintf("session %s is over", e.Session) }
func (e Tick) String() string     { return fmt.Sprintf("tick %s", e.Now) }
