package worker

import (
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/host"
	"github.com/mars-project/mars-go/internal/vfs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service/data"
	"github.com/mars-project/mars-go/storage"
)

// Config are the settings of a worker.
type Config struct {
	// Supervisor is the node to register with at the start; it must be linked. The default is none: see Join.
	Supervisor string
	// Version is that of the program.
	Version string
	// Address is where others reach the worker; empty within a process.
	Address string
	// Functions says where functions of users run. The default is nowhere.
	Functions Functions
	// Labels describe the worker, for other nodes and for people.
	Labels map[string]string
	// Slots is how many subtasks run at a time. It must be given.
	Slots int
	// Memory is the budget in bytes. It must be given: 90 % of it is the hard limit of what is stored and
	// granted.
	Memory int64
	// Cache is how much of it chunks may take before they spill. The default is 60 % of the budget.
	Cache int64
	// SpillDirs are where chunks go that do not fit, in turn. The default is a directory of the system's
	// temporary one. What the worker makes in them is deleted when it closes.
	SpillDirs []string
	// SpillFS holds the spill directories. The default is the file system of the machine.
	SpillFS vfs.FS
	// Reserve is how many bytes of each disk stay free. The default is 1 GiB, or a twentieth of what is free
	// at the start where that is less.
	Reserve int64
	// Quota bounds what each session may take of cache and spill directories. The default is no bound.
	Quota storage.Quota
	// Files is where operators read and write. The default is the file system of the machine.
	Files op.FS
	// Transfer brings chunks from other workers. Nil: there are none.
	Transfer data.Transfer
	// Heartbeat is the time between two signs of life. The default is 500 ms.
	Heartbeat time.Duration
	// Patience is how long a supervisor may be silent before what belongs to it is dropped. The default is 10
	// min.
	Patience time.Duration
	// Broken is called when a part of the worker has panicked that it cannot be without: it sends no sign of
	// life any more. The default does nothing.
	Broken func(error)
	// Log gets what happens between the worker and its supervisors. The default is slog.Default().
	Log *slog.Logger
	// Usage is what the worker takes of cores and memory. The default measures this process.
	Usage func() (cores float64, memory int64)
	// Poison fills memory that is free with a pattern, for tests.
	Poison bool
}

// Functions says where functions of users run.
type Functions struct {
	// Off: not even WebAssembly runs, and Why says why.
	Off bool
	// Python is the interpreter, which has what functions need. Empty: the worker calls none of Python, and
	// Why says why.
	Python, Why string
	// Version is that of the interpreter, "3.11".
	Version string
	// Packages says that packages are installed for environments that name some. The default is that they are
	// refused.
	Packages bool
	// Ports are those that members of gangs get. The default is DefaultPorts.
	Ports PortRange
	// Waiting is how many functions may wait at a time for values that they have asked for; the next one that
	// would is refused. The default is 8 for each slot.
	Waiting int
}

// BandName is the name of a worker's band of CPU cores.
const BandName = "numa-0"

// MinMemory is the least budget of a worker, in bytes, with which anything can run.
const MinMemory = 1 << 20

func (c *Config) check() error {
	switch {
	case c.Slots < 1:
		return errs.New(errs.Invalid, "a worker needs at least one slot, not %d", c.Slots)
	case c.Memory < MinMemory:
		return errs.New(errs.Invalid, "a worker needs at least %d MiB of memory, not %d bytes", MinMemory>>20, c.Memory)
	}
	if c.Heartbeat == 0 {
		c.Heartbeat = 500 * time.Millisecond
	}
	if c.Patience == 0 {
		c.Patience = 10 * time.Minute
	}
	if c.Files == nil {
		c.Files = op.Files{}
	}
	if c.Broken == nil {
		c.Broken = func(error) {}
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Usage == nil {
		c.Usage = processUsage()
	}
	return nil
}

// processUsage measures this process.
func processUsage() func() (float64, int64) {
	m := host.NewMeter(usageWindow)
	return func() (float64, int64) {
		rss, _ := host.RSS() // 0 where nobody says
		return m.Cores(), rss
	}
}

// usageWindow is what the use of cores is averaged over.
const usageWindow = 2 * time.Second

// reserve is what stays free of each disk.
func (c *Config) reserve(fs vfs.FS, dirs []string) int64 {
	if c.Reserve > 0 {
		return c.Reserve
	}
	r := int64(1 << 30)
	for _, dir := range dirs {
		free, err := fs.Free(dir)
		for err != nil && filepath.Dir(dir) != dir { // it will be made
			dir = filepath.Dir(dir)
			free, err = fs.Free(dir)
		}
		if err == nil {
			r = min(r, free/20)
		}
	}
	return r
}

// dirs are the spill directories; made is the one that has to be removed.
func (c *Config) dirs() (dirs []string, made string, err error) {
	if len(c.SpillDirs) > 0 {
		return c.SpillDirs, "", nil
	}
	made, err = os.MkdirTemp("", "mars-spill-")
	if err != nil {
		return nil, "", errs.Wrap(errs.Unavailable, err, "make a spill directory")
	}
	return []string{made}, made, nil
}
