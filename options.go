package mars

import (
	"runtime"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/host"
	"github.com/mars-project/mars-go/internal/size"
	"github.com/mars-project/mars-go/worker"
)

// An Option changes how Local starts a cluster.
type Option func(*config) error

type config struct {
	workers    int
	cpus       int
	memory     int64
	cache      int64
	spillDirs  []string
	chunkBytes int64
	eventFile  string
	progress   func(Progress)
	noFuse     bool
	eager      bool
}

// Workers is the number of workers in this process. The default is 1.
func Workers(n int) Option {
	return func(c *config) error {
		if n < 1 {
			return errs.New(errs.Invalid, "Workers: want at least 1, not %d", n)
		}
		c.workers = n
		return nil
	}
}

// CPUs is the number of slots of all workers together: how many operators run at a time. The default is GOMAXPROCS.
func CPUs(n int) Option {
	return func(c *config) error {
		if n < 1 {
			return errs.New(errs.Invalid, "CPUs: want at least 1, not %d", n)
		}
		c.cpus = n
		return nil
	}
}

// Memory is the budget of all workers together, as "2GiB", "512m" or "4g". Above it data spills to disk. The default is half
// of the machine's memory.
func Memory(size string) Option {
	return func(c *config) (err error) {
		c.memory, err = ParseSize(size)
		return err
	}
}

// Cache is how much of the budget chunks may take before they spill. The default is 60 % of it.
func Cache(size string) Option {
	return func(c *config) (err error) {
		c.cache, err = ParseSize(size)
		return err
	}
}

// SpillDirs are directories for data that does not fit, used in turn. The default is one of the system's temporary
// directory's, deleted on Close.
func SpillDirs(dirs ...string) Option {
	return func(c *config) error { c.spillDirs = dirs; return nil }
}

// ChunkSize is the size of chunks where the user gives none. The default is "16MiB".
func ChunkSize(size string) Option {
	return func(c *config) (err error) {
		c.chunkBytes, err = ParseSize(size)
		return err
	}
}

// EventFile appends the cluster's events to a file, one JSON object a line.
func EventFile(path string) Option {
	return func(c *config) error { c.eventFile = path; return nil }
}

// OnProgress calls f while tasks run, at most ten times a second, and at their end. f must return soon.
func OnProgress(f func(Progress)) Option {
	return func(c *config) error { c.progress = f; return nil }
}

// Eager executes at once what is built from values that were executed in the session, as NumPy and pandas would: for
// exploring. What is built from nothing (tensor.Ones, dataframe.ReadCSV) still waits for Execute.
func Eager() Option { return func(c *config) error { c.eager = true; return nil } }

// NoFuse runs every chunk operand by itself: slower, the same answers. For tests and profiles.
func NoFuse() Option { return func(c *config) error { c.noFuse = true; return nil } }

func (c *config) check() error {
	if c.workers == 0 {
		c.workers = 1
	}
	if c.cpus == 0 {
		c.cpus = runtime.GOMAXPROCS(0)
	}
	if c.cpus < c.workers {
		return errs.New(errs.Invalid, "CPUs: %d workers want at least as many slots, not %d", c.workers, c.cpus)
	}
	if c.memory == 0 {
		total, err := host.Memory()
		if err != nil {
			return err
		}
		c.memory = total / 2
	}
	if c.memory < worker.MinMemory*int64(c.workers) {
		return errs.New(errs.Invalid, "Memory: a worker wants at least %d MiB", worker.MinMemory>>20)
	}
	return nil
}

// ParseSize reads a size in bytes: "1048576", "512k", "64m", "4g", "1.5GiB", "2TB"; letters count in powers of 1024.
func ParseSize(s string) (int64, error) {
	n, err := size.Parse(s)
	if err == nil && n.Percent != 0 {
		err = errs.New(errs.Invalid, "%q is not a size; write it as 512m, 4g or 1.5GiB", s)
	}
	return n.Bytes, err
}
