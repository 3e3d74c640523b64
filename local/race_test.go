//go:build race

package local_test

// raced says that the race detector looks on: what it sees in some cases it sees in all, ten times as slow.
const raced = true
