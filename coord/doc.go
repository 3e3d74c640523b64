// Package coord is what supervisors and workers agree on: who is a member, who leads, and a journal only the
// leader writes.
//
// A driver implements [Coord]; [Memory] serves a cluster with one supervisor. Every driver passes
// coordtest.Run.
//
// Nothing here holds the clock of two machines against each other: a lease is renewed by its holder and ends
// by the driver's clock alone, and who has lost it may not know yet. That is what fences are for: what a
// leader writes or commands carries its [Fence], and whoever obeys refuses a fence older than one it has
// seen.
//
// Floor 3.
package coord
