// Package runner executes the calls of a subtask on a slot: inputs pinned, calls in order, outputs put to the
// store.
//
// A value made inside a subtask lives until its last reader there has run. What it allocates beside its
// outputs ends with its call. Outputs are put when all calls are done, so that a subtask that fails leaves
// nothing behind. Slots is the fixed set of goroutines of a band: runs queue for it, and an operator that can
// use idle cores borrows what is free.
//
// Floor 6.
package runner
