package host

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	idleAllocs = 1 << 20  // bytes allocated between two looks by a process that does nothing but say that it is there
	worthwhile = 16 << 20 // bytes that are worth a collection
)

// A heap is what the Go heap of this process held at a moment, in bytes.
type heap struct {
	allocs int64 // allocated since the process began
	spare  int64 // garbage, and free memory that the system has not got back
}

func readHeap() heap {
	s := []metrics.Sample{
		{Name: "/gc/heap/allocs:bytes"},
		{Name: "/memory/classes/heap/free:bytes"},
		{Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/gc/heap/live:bytes"},
	}
	metrics.Read(s)
	n := func(i int) int64 { return int64(s[i].Value.Uint64()) }
	return heap{allocs: n(0), spare: n(1) + max(0, n(2)-n(3))}
}

// RelaxHeap gives the garbage and the free memory of the Go heap back to the system whenever the process has done nothing from one look to the next, until
// ctx ends. The collector lets a heap keep what it has once grown to, and with RelaxGC that is several times what lives; who works goes on with a warm heap.
func RelaxHeap(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	before := readHeap()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		now := readHeap()
		if now.allocs-before.allocs <= idleAllocs && now.spare >= worthwhile {
			debug.FreeOSMemory()
		}
		before = now
	}
}
