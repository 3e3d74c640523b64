// Package service names all services of Mars and the plain data that passes between them: reading it is
// reading the system.
//
// A supervisor runs Cluster, Session, Meta, Lifecycle, Task and Schedule; a worker runs Data and Subtask.
// Every implementation with decisions is a pure machine in service/NAME, owned by one actor. The way of one
// execute:
//
//	Task.Submit        a graph of values becomes a Planner, which gives stages of subtasks
//	schedule.Submit    subtasks wait for their inputs, then for a band; a batch of them is a lease
//	Subtask.Assign     a worker admits, fetches inputs, runs the calls, puts outputs
//	schedule.Reported  results with facts come back; the planner reads the facts and gives the next stage
//	Lifecycle          counts who still needs a chunk, deletes it, and knows how to make it again
//	Task.Wait          manifests: where the chunks of the result are
//
// All types are plain data that CBOR can carry, with one exception: the operands in Subtask.Calls are Go
// values. Within a process they travel by pointer; between processes package graph encodes them by their
// registered names.
//
// Floor 4.
package service
