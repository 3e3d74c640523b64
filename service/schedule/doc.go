// Package schedule decides which band runs which subtask, and when.
//
// The life of a subtask:
//
//	           inputs made            a band has room           done
//	waiting ----------------> ready ------------------> leased ------> finished
//	   ^                        ^                          |
//	   |                        +---- returned, retried ---+---> failed: too often, or its own fault
//	   +---- made again ---- stalled <---- inputs lost ----+
//
// A ready subtask queues at the band that holds most bytes of its inputs, or in the common queue when no band
// is better than another. Queues are depth first by the planner's priority within a task and fair between
// tasks. A band that has room takes from its own queue and from the common one; with both empty it takes what
// waits longest for another band, if moving its inputs is quicker than waiting, and at last asks that leases
// be given back. What a band takes at once is a lease: it also holds successors all of whose inputs will be
// on the band.
//
// Invariants: a run is leased at most once; a subtask is in at most one lease; what is ready stands in
// exactly one queue; a subtask is ready only when all that it depends on is done; counts kept equal counts
// made from scratch.
//
// Floor 6.
package schedule
