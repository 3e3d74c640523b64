// Package one has a function that only amd64 has.
package one

func Double(x int) int { return twice(x) }
