package host

import (
	"os"
	"runtime/debug"
)

// heapPercent is how much the Go heap of an engine process may grow between two collections, in percent of what lives. Chunks are not in it: it is
// small beside the memory of a node, and with 200 in place of 100 the collector takes a third less of the time of many small subtasks.
const heapPercent = 200

// RelaxGC sets the collector of a process that is an engine and nothing else, unless its user has set GOGC.
func RelaxGC() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapPercent)
	}
}
