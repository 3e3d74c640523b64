// Package subtask runs the subtasks of a band: it admits them, has inputs fetched, starts them on slots, and
// reports.
//
// The life of a run:
//
//	         lease deps done          memory granted              inputs here            a slot free
//	blocked ---------------> queued ----------------> fetching ----------------> able ----------------> running
//	                           ^    <-- reserving --                                                      |
//	                           +------------------- refused more memory: twice the grant ----------------+
//
// Admission is all or nothing: memory for missing inputs, outputs and scratch is granted in one step, and who
// waits for it holds no pin and no slot. The first that was refused stays first and nobody passes it. A run
// whose grant would be the whole budget runs alone, and fails as OutOfMemory when that is not enough. Runs
// with inputs elsewhere are admitted ahead of a free slot, a few at a time. Runs that are short and small are
// started ahead of one, and wait at the slots. Outputs that only the lease reads are freed here after the
// last reader. A run that waits for other tasks, without a slot, may be displaced for want of memory, and
// begins again; see machine_starved.go.
//
// Invariants: but for small runs, slots in use never pass those of the band; a run that is alone is the only
// one; a local chunk is freed only after its last reader and never kept; reports are numbered without gaps
// and kept until acknowledged.
//
// Floor 6.
package subtask
