package node

import (
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/host"
	"github.com/mars-project/mars-go/internal/size"
	"github.com/mars-project/mars-go/internal/vfs"
	"github.com/mars-project/mars-go/storage"
	"github.com/mars-project/mars-go/worker"
)

// Limits say what a worker may take of its machine.
type Limits struct {
	// CPUs is how many cores it may keep busy and how many subtasks run at a time. The default is all that
	// the process may use.
	CPUs int
	// Memory is what it may take in all, or a share of the machine's. The default is all of it.
	Memory size.Size
	// Cache is for chunks before they spill, or a share of Memory. The default is half of what is free of
	// Memory.
	Cache size.Size
	// Min refuses to start when less is free, or a share of Memory. The default is to start always.
	Min size.Size
	// SessionMemory is how much of Cache the chunks of one session may take before they spill, or a share of
	// it. The default is no bound.
	SessionMemory size.Size
	// SessionDisk is what one session may have in the spill directories, or a share of what is free there at
	// the start. The default is no bound.
	SessionDisk size.Size
}

// A Budget is what Limits come to on a machine, in bytes.
type Budget struct {
	Memory int64 // in all
	Soft   int64 // stored and granted above it: background spilling
	Hard   int64 // stored and granted never pass it
	Cache  int64 // stored chunks above it spill
	Heap   int64 // for the Go heap: everything but chunks
}

// minHeap is what a worker needs besides its chunks, as a soft limit for the garbage collector.
const minHeap = 256 << 20

// budget applies the limits to a machine that has total bytes, of which some are free. Notes say what was
// asked for and is not given.
func (l *Limits) budget(total, free int64) (b Budget, notes []string, err error) {
	b.Memory = total
	if !l.Memory.IsZero() {
		if b.Memory = l.Memory.Of(total); b.Memory > total {
			notes = append(notes, fmt.Sprintf("%s of memory are asked for; the machine has %s, which is what counts", size.Text(b.Memory), size.Text(total)))
			b.Memory = total
		}
	}
	if b.Memory < worker.MinMemory {
		return b, nil, errs.New(errs.Invalid, "a worker needs at least %s of memory, not %s", size.Text(worker.MinMemory), size.Text(b.Memory))
	}
	if need := l.Min.Of(b.Memory); free < need {
		return b, nil, errs.New(errs.OutOfMemory, "%s of memory are free, and the worker is not to start with less than %s (--min-mem)", size.Text(free), size.Text(need))
	}
	b.Hard = b.Memory / 10 * 9
	b.Soft = b.Memory / 4 * 3
	b.Cache = min(free, b.Memory) / 2
	if !l.Cache.IsZero() {
		if b.Cache = l.Cache.Of(b.Memory); b.Cache > b.Hard {
			notes = append(notes, fmt.Sprintf("%s for chunks are asked for; the hard limit, 90 %% of the worker's memory, is %s, which is what counts", size.Text(b.Cache), size.Text(b.Hard)))
			b.Cache = b.Hard
		}
	}
	b.Cache = max(b.Cache, worker.MinMemory/2)
	b.Heap = max(b.Memory-b.Hard, minHeap)
	return b, notes, nil
}

// quota is what one session may take of a worker with a budget and spill directories.
func (l *Limits) quota(b *Budget, dirs []string) storage.Quota {
	free := map[string]int64{}
	for _, d := range dirs {
		id := host.Disk(d)
		if id == "" {
			id = d
		}
		if n, err := vfs.OS.Free(d); err == nil {
			free[id] = n
		}
	}
	var all int64
	for _, n := range free {
		all += n
	}
	return storage.Quota{Memory: l.SessionMemory.Of(b.Cache), Disk: l.SessionDisk.Of(all)}
}

// apply finds the budget on this machine and holds the process to it: the scheduler of Go runs on as many
// cores as CPUs says, which counts for kernels and for the garbage collector too, and the heap is collected
// before it passes its part. Chunks are no part of the heap.
func (l *Limits) apply(log *slog.Logger) (Budget, error) {
	total, err := host.Memory()
	if err != nil {
		return Budget{}, err
	}
	free, err := host.Available()
	if err != nil {
		free = total // nobody says
	}
	b, notes, err := l.budget(total, free)
	if err != nil {
		return b, err
	}
	for _, n := range notes {
		log.Warn("memory", "note", n)
	}
	l.CPUs = keepBusy(l.CPUs)
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(b.Heap)
	}
	return b, nil
}

// keepBusy holds the process to so many cores, 0: all that it may use, and says how many these are.
func keepBusy(cores int) int {
	if cores == 0 {
		cores = host.Cores()
	}
	if cores != runtime.GOMAXPROCS(0) { // what is set does not follow changes of a quota
		runtime.GOMAXPROCS(cores)
	}
	return cores
}
