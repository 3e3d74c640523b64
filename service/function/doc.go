// Package function decides which process of a worker runs which call of a user's function.
//
//	         hello          call              wait             resume, slot
//	starting ------> idle <------> running ---------> waiting ---------------> running
//	    |             |    answer     |                  |
//	    +-------------+--- idle for long, spent, killed -+----> doomed ---> gone
//
// A call has a slot from its begin to its end, but for the time that it waits for the cluster. Calls of one
// function that come on one slot follow each other in one process, so that the process never waits for the
// next one. Of those in a process the first has begun, and no other.
//
// Invariants: a process serves one class, and at most one process runs for a slot. A call is in one place:
// in a process, or on its way to a slot. A call that may begin once is never sent twice. Every call ends
// once. At most Config.Waiting processes wait, and at most Config.Idle are idle.
//
// Floor 6.
package function
