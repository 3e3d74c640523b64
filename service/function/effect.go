package function

import "fmt"

// An Effect is something to be done, from Step.
type Effect interface{ String() string }

// Effects.
type (
	// Start starts a process. It is answered by Ready, Failed or Died.
	Start struct {
		Proc
		Class
	}
	// Load brings a function to a process.
	Load struct {
		Proc
		Func
	}
	// Send sends a call to a process.
	Send struct {
		Proc
		Call
	}
	// Retract takes the last calls of a process back, those of them that it has not begun. It is answered by
	// Retracted before anything else is told, and by Passed after a while.
	Retract struct {
		Proc
		Calls []Call
	}
	// Free gives a slot back: no call runs on it.
	Free struct{ Slot int }
	// Claim asks for a slot for a call that has begun before, ahead of those that have not. It is answered by
	// Granted.
	Claim struct{ Call }
	// Wait tells a process that it may wait: its slot is given to others.
	Wait struct {
		Proc
		Call
	}
	// Go has a process that waited go on.
	Go struct {
		Proc
		Call
	}
	// Refuse tells a process that it must not wait, and why.
	Refuse struct {
		Proc
		Why string
	}
	// Interrupt asks the first call of a process to end.
	Interrupt struct{ Proc }
	// Kill ends a process and all that it has started. It is answered by Died.
	Kill struct{ Proc }
	// End asks an idle process to end. It is answered by Died.
	End struct{ Proc }
	// Ended is the end of a call.
	Ended struct {
		Call
		Outcome
		Why string // with Crashed and Unstarted
	}
)

// An Outcome is how a call ended.
type Outcome uint8

// Outcomes.
const (
	Done      Outcome = iota // its process has answered
	Crashed                  // its process ended in it, and it is not tried again
	TimedOut                 // it ran for longer than its limit
	Dropped                  // it was canceled, or its session closed
	Unstarted                // no process could be started for it
	Unbegun                  // it was behind others for long: it has not begun
)

func (o Outcome) String() string {
	return [...]string{"done", "crashed", "timed out", "dropped", "unstarted", "not begun"}[o]
}

func (e Start) String() string     { return fmt.Sprintf("start %s of %s", e.Proc, e.Class) }
func (e Load) String() string      { return fmt.Sprintf("load %s into %s", e.Func, e.Proc) }
func (e Send) String() string      { return fmt.Sprintf("send %s to %s", e.Call, e.Proc) }
func (e Retract) String() string   { return fmt.Sprintf("take %v back from %s", e.Calls, e.Proc) }
func (e Free) String() string      { return fmt.Sprintf("free slot %d", e.Slot) }
func (e Claim) String() string     { return fmt.Sprintf("claim a slot for %s", e.Call) }
func (e Wait) String() string      { return fmt.Sprintf("let %s wait in %s", e.Proc, e.Call) }
func (e Go) String() string        { return fmt.Sprintf("let %s go on with %s", e.Proc, e.Call) }
func (e Refuse) String() string    { return fmt.Sprintf("refuse %s to wait: %s", e.Proc, e.Why) }
func (e Interrupt) String() string { return fmt.Sprintf("interrupt %s", e.Proc) }
func (e Kill) String() string      { return fmt.Sprintf("kill %s", e.Proc) }
func (e End) String() string       { return fmt.Sprintf("end %s", e.Proc) }
func (e Ended) String() string {
	if e.Why != "" {
		return fmt.Sprintf("%s ends, %s: %s", e.Call, e.Outcome, e.Why)
	}
	return fmt.Sprintf("%s ends, %s", e.Call, e.Outcome)
}
