// Package replica decides which workers copy chunks, so that each has as many copies as it should.
//
//	           a worker can take it           as many as wanted
//	wanted ---------------------------> copied -----------------> nothing
//	  ^                                   |
//	  +--- failed, or a copy is gone -----+
//
// It knows only chunks that lack copies. Copies on workers that leave do not count, but are read from. A
// chunk that is the only one of its kind waits for a worker that can take it; what can be made again is not
// waited for.
//
// Invariants: no worker copies a chunk that it has; at most Config.Flights copies are on the way to a worker.
//
// Floor 6.
package replica
