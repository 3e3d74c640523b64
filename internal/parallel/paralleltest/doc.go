// Package paralleltest runs the calls of a parallel.Func on goroutines, for tests and measurements of what
// takes one.
//
// Floor 0.
package paralleltest
