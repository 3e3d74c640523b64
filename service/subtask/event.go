package subtask

import (
	"fmt"
	"strings"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// An Event is something that happened, for Step.
type Event interface{ String() string }

// Events.
type (
	// Leased is a lease that was assigned. Far are the bytes of inputs that are not here, by subtask; nil
	// means none.
	Leased struct {
		Lease service.Lease
		Far   []int64
	}
	// Granted answers Reserve: the memory is booked.
	Granted struct{ Run service.Run }
	// Refused answers Reserve: not now.
	Refused struct{ Run service.Run }
	// Fetched answers Fetch. After a failure pins and memory are given up already.
	Fetched struct {
		Run      service.Run
		Err      *service.Failure
		Lost     []op.Key
		Versions []uint64
	}
	// Ended says that runs have ended; their pins and memory are given up already.
	Ended struct{ Results []service.Result }
	// Unbegun says that a run, which was started ahead of a slot, has ended before its function has begun:
	// those before it are long. Its pins and memory are given up already.
	Unbegun struct{ Run service.Run }
	// Unready says that a run, which was started, has ended before its function has begun: what that needs is
	// being made, until Prepared. Its pins and memory are given up already.
	Unready struct{ Run service.Run }
	// Prepared says that a run that was unready can begin, or will know why it cannot.
	Prepared struct{ Run service.Run }
	// Waits says that a run waits for other tasks: its slot is for others until Go.
	Waits struct{ Run service.Run }
	// Resumes says that what a run waited for is there. It is answered by Go, unless the run ends before.
	Resumes struct{ Run service.Run }
	// Freed says that memory was given back by somebody else.
	Freed struct{}
	// Starved says that the reservation for a run still waits, and that nothing can be spilled for it.
	Starved struct{ Run service.Run }
	// Revoke asks for runs back.
	Revoke struct {
		Owner string
		Runs  []service.Run
	}
	// Cancel stops a task.
	Cancel struct{ Task service.TaskID }
	// Leave forgets what an owner was to be told: it does not know this worker any more. Its tasks are
	// canceled before.
	Leave struct{ Owner string }
	// Acked says that an owner has the reports up to Seq.
	Acked struct {
		Owner string
		Seq   uint64
	}
	// Flush ends a Wake.
	Flush struct{}
	// Looked answers Look.
	Looked struct{}
	// Drain gives back all that has not started; nothing new is taken.
	Drain struct{}
)

// An Effect is something to be done, from Step.
type Effect interface{ String() string }

// Effects.
type (
	// Reserve books memory for outputs and scratch, and for the inputs that are missing on top. It is
	// answered by Granted or Refused. A run that is alone gets all there is, and is always granted.
	Reserve struct {
		Run   service.Run
		Mem   int64
		Alone bool
	}
	// Fetch brings the missing inputs of a run and pins all of them. It is answered by Fetched. A run all of
	// whose inputs were here when it was leased is started without.
	Fetch struct{ Run service.Run }
	// Start starts a run on a slot. It is answered by Ended.
	Start struct {
		Run    service.Run
		Beside bool // ahead of a free slot: it waits in a process
	}
	// Go lets a run go on that has waited: it has a slot again.
	Go struct{ Run service.Run }
	// Abort ends what goes on for a run: its answer comes soon, whatever it is.
	Abort struct{ Run service.Run }
	// Withdraw ends a reservation that waits. It is answered by Refused, or by Granted if that was first.
	Withdraw struct{ Run service.Run }
	// Displace ends a run that waits for other tasks for want of memory. It is answered by Ended.
	Displace struct{ Run service.Run }
	// Release gives up the pins and the memory of a run that was not started.
	Release struct{ Run service.Run }
	// Free deletes local chunks.
	Free struct {
		Session string
		Keys    []op.Key
	}
	// Report tells an owner.
	Report struct {
		Owner string
		service.Report
	}
	// Canceled says that nothing of a task is here any more.
	Canceled struct{ Task service.TaskID }
	// Wake asks for a Flush after a while.
	Wake struct{ After service.Nanos }
	// Look asks for Looked after a while: nothing runs, and what could is held back.
	Look struct{ After service.Nanos }
)

func (e Leased) String() string {
	return fmt.Sprintf("lease %s: %d subtasks of %s from %s", e.Lease.ID, len(e.Lease.Subtasks), e.Lease.Task, e.Lease.Owner)
}
func (e Granted) String() string { return fmt.Sprintf("granted %s", e.Run) }
func (e Refused) String() string { return fmt.Sprintf("refused %s", e.Run) }
func (e Fetched) String() string {
	if e.Err != nil {
		return fmt.Sprintf("fetch for %s failed: %s", e.Run, e.Err.Error())
	}
	return fmt.Sprintf("fetched for %s", e.Run)
}

func (e Ended) String() string {
	var b strings.Builder
	b.WriteString("ended")
	for i := range e.Results {
		fmt.Fprintf(&b, " %s", e.Results[i].Run())
		if err := e.Results[i].Err; err != nil {
			fmt.Fprintf(&b, " (%s)", err.Kind)
		}
	}
	return b.String()
}
func (e Unbegun) String() string { return fmt.Sprintf("%s has not begun", e.Run) }
func (e Unready) String() string { return fmt.Sprintf("%s lacks what is being made", e.Run) }
func (e Prepared) String() string {
	return fmt.Sprintf("%s lacks nothing any more", e.Run)
}
func (e Waits) String() string   { return fmt.Sprintf("%s waits for others", e.Run) }
func (e Resumes) String() string { return fmt.Sprintf("%s wants to go on", e.Run) }
func (e Freed) String() string   { return "memory freed" }
func (e Starved) String() string {
	return fmt.Sprintf("%s still waits for memory, and nothing can be spilled", e.Run)
}
func (e Revoke) String() string { return fmt.Sprintf("revoke %s for %s", list(e.Runs), e.Owner) }
func (e Cancel) String() string { return fmt.Sprintf("cancel %s", e.Task) }
func (e Leave) String() string  { return fmt.Sprintf("leave %s", e.Owner) }
func (e Acked) String() string  { return fmt.Sprintf("%s has reports up to %d", e.Owner, e.Seq) }
func (e Flush) String() string  { return "flush" }
func (e Looked) String() string { return "looked" }
func (e Drain) String() string  { return "drain" }

func (e Reserve) String() string {
	if e.Alone {
		return fmt.Sprintf("reserve all for %s alone", e.Run)
	}
	return fmt.Sprintf("reserve %s for %s", service.Bytes(e.Mem), e.Run)
}
func (e Fetch) String() string { return fmt.Sprintf("fetch for %s", e.Run) }
func (e Start) String() string {
	if e.Beside {
		return fmt.Sprintf("start %s beside", e.Run)
	}
	return fmt.Sprintf("start %s", e.Run)
}
func (e Go) String() string       { return fmt.Sprintf("go on with %s", e.Run) }
func (e Abort) String() string    { return fmt.Sprintf("abort %s", e.Run) }
func (e Withdraw) String() string { return fmt.Sprintf("withdraw the reservation for %s", e.Run) }
func (e Displace) String() string { return fmt.Sprintf("displace %s", e.Run) }
func (e Release) String() string  { return fmt.Sprintf("release %s", e.Run) }
func (e Free) String() string {
	ks := make([]string, len(e.Keys))
	for i, k := range e.Keys {
		ks[i] = k.Short()
	}
	return "free " + strings.Join(ks, ",")
}

func (e Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "report %d to %s:", e.Seq, e.Owner)
	if e.Answer {
		b.WriteString(" answer")
	}
	for i := range e.Results {
		r := &e.Results[i]
		if r.Err == nil {
			fmt.Fprintf(&b, " done %s", r.Run())
			for _, f := range r.Facts {
				if f.Local {
					fmt.Fprintf(&b, " (%s local)", f.Key.Short())
				}
			}
		} else {
			fmt.Fprintf(&b, " failed %s (%s)", r.Run(), r.Err.Error())
		}
	}
	if e.Away > 0 {
		fmt.Fprintf(&b, " away %d", e.Away)
	}
	if len(e.Returned) > 0 {
		fmt.Fprintf(&b, " returned %s", list(e.Returned))
	}
	for _, k := range e.Promoted {
		fmt.Fprintf(&b, " promoted %s", k.Key.Short())
	}
	return b.String()
}
func (e Canceled) String() string { return fmt.Sprintf("canceled %s", e.Task) }
func (e Wake) String() string     { return fmt.Sprintf("wake after %s", e.After) }
func (e Look) String() string     { return fmt.Sprintf("look after %s", e.After) }

func list(rs []service.Run) string {
	s := make([]string, len(rs))
	for i, r := range rs {
		s[i] = r.String()
	}
	return strings.Join(s, ",")
}
