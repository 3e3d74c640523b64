package mars

import (
	"crypto/tls"
	"time"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/host"
	"github.com/mars-project/mars-go/internal/size"
	"github.com/mars-project/mars-go/worker"
)

// An Option changes how Local starts a cluster, or how Connect reaches one. Some are for one of the two
// alone; the other refuses them.
type Option func(*config) error

type config struct {
	local, remote []string // names of options that are for Local alone, for Connect alone
	workers       int
	cpus          int
	memory        int64
	cache         int64
	spillDirs     []string
	chunkBytes    int64
	eventFile     string
	progress      func(Progress)
	noFuse        bool
	eager         bool
	address       client.Address
}

// forLocal and forConnect note options that only one of the two takes.
func (c *config) forLocal(name string)   { c.local = append(c.local, name) }
func (c *config) forConnect(name string) { c.remote = append(c.remote, name) }

// Workers is the number of workers in this process. The default is 1.
func Workers(n int) Option {
	return func(c *config) error {
		c.forLocal("Workers")
		if n < 1 {
			return errs.New(errs.Invalid, "Workers: want at least 1, not %d", n)
		}
		c.workers = n
		return nil
	}
}

// CPUs is the number of slots of all workers together: how many operators run at a time. The default is
// GOMAXPROCS, or the quota of a container where that is less.
func CPUs(n int) Option {
	return func(c *config) error {
		c.forLocal("CPUs")
		if n < 1 {
			return errs.New(errs.Invalid, "CPUs: want at least 1, not %d", n)
		}
		c.cpus = n
		return nil
	}
}

// Memory is the budget of all workers together, as "2GiB", "512m" or "4g". Above it data spills to disk. The
// default is half of the machine's memory.
func Memory(size string) Option {
	return func(c *config) (err error) {
		c.forLocal("Memory")
		c.memory, err = ParseSize(size)
		return err
	}
}

// Cache is how much of the budget chunks may take before they spill. The default is 60 % of it.
func Cache(size string) Option {
	return func(c *config) (err error) {
		c.forLocal("Cache")
		c.cache, err = ParseSize(size)
		return err
	}
}

// SpillDirs are directories for data that does not fit, used in turn. The default is one of the system's
// temporary directory's, deleted on Close.
func SpillDirs(dirs ...string) Option {
	return func(c *config) error { c.forLocal("SpillDirs"); c.spillDirs = dirs; return nil }
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
	return func(c *config) error { c.forLocal("EventFile"); c.eventFile = path; return nil }
}

// OnProgress calls f while tasks run, at most ten times a second, and at their end. f must return soon.
func OnProgress(f func(Progress)) Option {
	return func(c *config) error { c.progress = f; return nil }
}

// Eager executes at once what is built from values that were executed in the session, as NumPy and pandas
// would: for exploring. What is built from nothing (tensor.Ones, dataframe.ReadCSV) still waits for Execute.
func Eager() Option { return func(c *config) error { c.eager = true; return nil } }

// NoFuse runs every chunk operand by itself: slower, the same answers. For tests and profiles.
func NoFuse() Option { return func(c *config) error { c.noFuse = true; return nil } }

// Token is what the cluster of Connect wants of its callers. The default is the user of the URL, or the
// environment's MARS_TOKEN.
func Token(token string) Option {
	return func(c *config) error { c.forConnect("Token"); c.address.Token = token; return nil }
}

// TLS is how Connect reaches an https address: certificates that it trusts (RootCAs) and its own. The default
// trusts what the system does.
func TLS(t *tls.Config) Option {
	return func(c *config) error { c.forConnect("TLS"); c.address.TLS = t; return nil }
}

// SessionID names the session of Connect. One of that name that is there is taken over, with its values. The
// default is a fresh one.
func SessionID(id string) Option {
	return func(c *config) error { c.forConnect("SessionID"); c.address.Session = id; return nil }
}

// Idle is how long the cluster of Connect keeps the session once it hears nothing of this program, which it
// otherwise does every minute. The default is ten minutes.
func Idle(d time.Duration) Option {
	return func(c *config) error {
		c.forConnect("Idle")
		if d < time.Millisecond {
			return errs.New(errs.Invalid, "Idle: want at least 1ms, not %s", d)
		}
		c.address.Idle = d
		return nil
	}
}

// configOf is what options say.
func configOf(opts []Option) (cfg config, err error) {
	for _, o := range opts {
		if o == nil {
			return cfg, errs.New(errs.Invalid, "an option is nil")
		}
		if err := o(&cfg); err != nil {
			return cfg, err
		}
	}
	return cfg, nil
}

func (c *config) session(owned bool) client.Options {
	return client.Options{ChunkBytes: c.chunkBytes, NoFuse: c.noFuse, Progress: c.progress, Eager: c.eager, Owned: owned}
}

func (c *config) check() error {
	if len(c.remote) > 0 {
		return errs.New(errs.Invalid, "%s: an option of Connect; a cluster in this process has none", c.remote[0])
	}
	if c.workers == 0 {
		c.workers = 1
	}
	if c.cpus == 0 {
		c.cpus = host.Cores()
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

// ParseSize reads a size in bytes: "1048576", "512k", "64m", "4g", "1.5GiB", "2TB"; letters count in powers
// of 1024.
func ParseSize(s string) (int64, error) {
	n, err := size.Parse(s)
	if err == nil && n.Percent != 0 {
		err = errs.New(errs.Invalid, "%q is not a size; write it as 512m, 4g or 1.5GiB", s)
	}
	return n.Bytes, err
}
