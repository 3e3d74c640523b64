package host

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	idleAllocs = 1 << 20  // bytes allocated between two looks by a process that does nothing but say that it is there
	worthwhile = 16 << 20 // bytes allocated since the last collection here that are worth another
)

// allocated is how many bytes of Go's heap this process has asked for since it began.
func allocated() int64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}

// RelaxHeap gives the garbage and the free memory of the Go heap back to the system whenever the process has
// done nothing from one look to the next, until ctx ends. The collector lets a heap keep what it has once
// grown to, and with RelaxGC that is several times what lives; who works goes on with a warm heap. It counts
// what was allocated, not what is garbage: a collection that met the last job at work took all of that job's
// memory for living.
func RelaxHeap(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	relaxed, before := int64(0), allocated()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		now := allocated()
		if now-before <= idleAllocs && now-relaxed >= worthwhile {
			debug.FreeOSMemory()
			relaxed = now
		}
		before = now
	}
}
