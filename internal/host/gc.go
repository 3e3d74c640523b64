package host

import (
	"os"
	"runtime/debug"
)

// heapPercent is how much the Go heap of an engine process may grow between two collections, in percent of
// what lives. Chunks are not in it: it is small beside the memory of a node, whose limit holds all the same,
// and with 400 in place of 100 many small subtasks take a fifth less processor time.
const heapPercent = 400

// RelaxGC sets the collector of a process that is an engine and nothing else, unless its user has set GOGC.
func RelaxGC() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapPercent)
	}
}
