// Package parallel is how a computation that starts no goroutines is handed helpers by its caller.
//
// Floor 0.
package parallel
