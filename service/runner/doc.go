// Package runner executes the calls of a subtask: inputs pinned, calls in order, outputs put to the store.
//
// Floor 6.
package runner
