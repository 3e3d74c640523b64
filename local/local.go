package local

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/host"
	"github.com/mars-project/mars-go/internal/rotate"
	"github.com/mars-project/mars-go/internal/version"
	"github.com/mars-project/mars-go/internal/vfs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/plan"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
	"github.com/mars-project/mars-go/service/events"
	"github.com/mars-project/mars-go/service/history"
	"github.com/mars-project/mars-go/storage"
	"github.com/mars-project/mars-go/supervisor"
	"github.com/mars-project/mars-go/worker"
)

// Config are the settings of a cluster in this process.
type Config struct {
	Workers   int            // at least 1
	Slots     int            // of all workers together, at least one each
	Memory    int64          // budget of all workers together, in bytes
	Cache     int64          // what chunks may take of it before they spill; 0: 60 %
	SpillDirs []string       // none: a temporary directory for each worker
	EventFile string         // gets events as lines of JSON; empty: no file
	EventSize int64          // at which the file is renamed and begun anew; 0: it grows for ever
	History   *history.Store // keeps what tasks were; nil: nobody does. It stays the caller's
	SpillFS   vfs.FS         // nil: that of the machine
	// Quota bounds what each session may take of all workers together, an even share on each. The default is
	// no bound.
	Quota storage.Quota
	// SessionTasks is how many tasks of a session run at a time. The default is no bound.
	SessionTasks int
	// Functions says where functions of users run. The default is nowhere.
	Functions worker.Functions
	// Labels are those of all workers.
	Labels map[string]string
	// Door is where functions of a session reach it. The default is nowhere.
	Door  func(session string) (service.Door, error)
	Files op.FS // where operators read and write; nil: that of the machine
	// Transfer wraps the way chunks go between workers, for tests; nil: as it is.
	Transfer func(data.Transfer) data.Transfer
	Poison   bool // fill free memory with a pattern, for tests
	Faults   oscar.Faults
	Bytes    bool // links carry bytes, as a network would, in place of values
	// Silence is how long a worker may be silent before it is taken for dead; it beats five times as often.
	// The default is 15 s: what holds up a worker here holds up the supervisor too.
	Silence time.Duration
}

// A Cluster is a supervisor and its workers. All methods are safe for concurrent use.
type Cluster struct {
	*supervisor.Supervisor
	cfg      Config
	net      *oscar.Net
	sys      *oscar.System
	log      *events.Log
	peers    *data.Peers
	transfer data.Transfer
	meter    *host.Meter

	mu      sync.Mutex
	workers []*node
	wg      sync.WaitGroup // of those who wait for workers to be asked to leave
	last    int
	over    bool
}

type node struct {
	sys  *oscar.System
	w    *worker.Worker
	over chan struct{} // closed when somebody ends it
}

// eventFiles is how many event files that were full stay.
const eventFiles = 5

// Start makes a cluster; it is ready when Start returns. Close it.
func Start(ctx context.Context, cfg Config) (_ *Cluster, err error) {
	if cfg.Workers < 1 || cfg.Slots < cfg.Workers {
		return nil, errs.New(errs.Invalid, "a cluster needs at least one worker and a slot for each, not %d and %d", cfg.Workers, cfg.Slots)
	}
	if cfg.Silence == 0 {
		cfg.Silence = 15 * time.Second
	}
	mode := oscar.Values
	if cfg.Bytes {
		mode = oscar.Bytes
	}
	c := &Cluster{cfg: cfg, net: oscar.NewNet(mode, cfg.Faults), peers: &data.Peers{}, meter: host.NewMeter(5 * time.Second)}
	c.transfer = c.peers
	if cfg.Transfer != nil {
		c.transfer = cfg.Transfer(c.peers)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.Close(ctx))
		}
	}()
	var file io.Writer
	if cfg.EventFile != "" {
		f, err := rotate.Open(cfg.EventFile, cfg.EventSize, eventFiles)
		if err != nil {
			return nil, errs.Wrap(errs.Invalid, err, "open the event file")
		}
		file = f
	}
	c.log = events.New(events.Options{File: file})
	if c.sys, err = oscar.New("supervisor", oscar.Options{Version: version.Version}); err != nil {
		return nil, err
	}
	if c.Supervisor, err = supervisor.Start(c.sys, supervisor.Config{Version: version.Version, Plan: plan.NewPlanner, Explain: plan.Explain, Values: c.values, Events: c.log, History: cfg.History, Silence: cfg.Silence, SessionTasks: cfg.SessionTasks, Door: cfg.Door}); err != nil {
		return nil, err
	}
	for range cfg.Workers {
		if _, err := c.Add(ctx); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Add starts one more worker with an equal share of slots and memory, and returns its name.
func (c *Cluster) Add(ctx context.Context) (name string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return "", errs.New(errs.Unavailable, "the cluster is closed")
	}
	i := c.last
	c.last++
	name = fmt.Sprintf("worker-%d", i)
	sys, err := oscar.New(name, oscar.Options{Version: version.Version})
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, sys.Close(ctx))
		}
	}()
	if err := c.net.Join(c.sys, sys); err != nil {
		return "", err
	}
	cfg := worker.Config{
		Supervisor: c.sys.Node(), Version: version.Version, Slots: c.share(i), Memory: c.cfg.Memory / int64(c.cfg.Workers),
		Cache: c.cfg.Cache / int64(c.cfg.Workers), SpillFS: c.cfg.SpillFS, Files: c.cfg.Files, Transfer: c.transfer, Poison: c.cfg.Poison, Usage: c.usage,
		Quota:     storage.Quota{Memory: evenly(c.cfg.Quota.Memory, c.cfg.Workers), Disk: evenly(c.cfg.Quota.Disk, c.cfg.Workers)},
		Functions: c.cfg.Functions, Labels: c.cfg.Labels, Heartbeat: c.cfg.Silence / 5, Broken: func(err error) { c.Supervisor.Break(err) },
	}
	for _, d := range c.cfg.SpillDirs {
		cfg.SpillDirs = append(cfg.SpillDirs, filepath.Join(d, name))
	}
	w, err := worker.Start(ctx, sys, cfg)
	if err != nil {
		return "", err
	}
	c.peers.Add(w.Data())
	n := &node{sys, w, make(chan struct{})}
	c.workers = append(c.workers, n)
	c.wg.Go(func() {
		select {
		case <-w.Retired():
			c.retire(n)
		case <-n.over:
		}
	})
	return name, nil
}

// evenly is an even share of what is not 0.
func evenly(bytes int64, workers int) int64 { return (bytes + int64(workers) - 1) / int64(workers) }

// usage is a worker's even share of what this process takes.
func (c *Cluster) usage() (cores float64, memory int64) {
	rss, _ := host.RSS() // 0 where nobody says
	return c.meter.Cores() / float64(c.cfg.Workers), rss / int64(c.cfg.Workers)
}

// share is the slots of worker i: the first ones get what is left over.
func (c *Cluster) share(i int) int {
	n := c.cfg.Slots / c.cfg.Workers
	if i < c.cfg.Slots%c.cfg.Workers {
		n++
	}
	return n
}

// Workers are the names of the workers that live.
func (c *Cluster) Workers() (names []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range c.workers {
		names = append(names, n.sys.Node())
	}
	return names
}

// Worker is a worker by name; nil when it is not there.
func (c *Cluster) Worker(name string) *worker.Worker {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range c.workers {
		if n.sys.Node() == name {
			return n.w
		}
	}
	return nil
}

// Kill ends a worker as a crash would: its link breaks first, and all that it had is lost.
func (c *Cluster) Kill(ctx context.Context, name string) error {
	c.mu.Lock()
	i := slices.IndexFunc(c.workers, func(n *node) bool { return n.sys.Node() == name })
	if i < 0 {
		c.mu.Unlock()
		return errs.New(errs.NotFound, "no worker %s", name)
	}
	n := c.workers[i]
	c.workers = slices.Delete(c.workers, i, i+1)
	close(n.over)
	c.mu.Unlock()
	c.net.Cut(c.sys, n.sys)
	c.peers.Remove(n.w.Data())
	err := errors.Join(n.w.Close(ctx), n.sys.Close(ctx))
	if e := c.Cluster().Forget(ctx, name); !errs.Is(e, errs.NotFound) {
		err = errors.Join(err, e)
	}
	return err
}

// leaveTime is how long a worker may take to hand over what only it has.
const leaveTime = 30 * time.Second

// retire ends a worker that was asked to leave.
func (c *Cluster) retire(n *node) {
	ctx, cancel := context.WithTimeout(context.Background(), leaveTime)
	defer cancel()
	err := n.w.Drain(ctx)
	c.mu.Lock()
	i := slices.Index(c.workers, n)
	if i < 0 { // somebody else ends it
		c.mu.Unlock()
		return
	}
	c.workers = slices.Delete(c.workers, i, i+1)
	c.mu.Unlock()
	c.peers.Remove(n.w.Data())
	if err = errors.Join(err, n.w.Close(context.Background()), n.sys.Close(context.Background())); err != nil {
		slog.Warn("worker leaves", "worker", n.sys.Node(), "err", err)
	}
}

// Replace kills the oldest worker and starts another one.
func (c *Cluster) Replace(ctx context.Context) error {
	if ws := c.Workers(); len(ws) > 0 {
		if err := c.Kill(ctx, ws[0]); err != nil {
			return err
		}
	}
	_, err := c.Add(ctx)
	return err
}

// settling is how long a write of a spilled value, which holds the value although it was deleted, is waited
// for.
const settling = 5 * time.Second

// Idle checks that workers hold nothing, as it must be when no session is open. The error says who holds
// what.
func (c *Cluster) Idle() error {
	for _, name := range c.Workers() {
		w := c.Worker(name)
		if w == nil { // killed meanwhile
			continue
		}
		err := held(name, w)
		for end := time.Now().Add(settling); err != nil && time.Now().Before(end); err = held(name, w) {
			time.Sleep(time.Millisecond)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// held is an error if a worker holds anything.
func held(name string, w *worker.Worker) error {
	p, st := w.Store().Pool().Stats(), w.Store().Stats()
	if p.Used+p.Granted+st.Memory+int64(st.Pins)+st.Scratch == 0 {
		return nil
	}
	return errs.New(errs.Internal, "%s holds %d bytes, grants of %d, %d stored, %d pins, %d bytes of scratch",
		name, p.Used, p.Granted, st.Memory, st.Pins, st.Scratch)
}

// Data is the data service of a band; ok is false when its worker is not there.
func (c *Cluster) Data(b service.Band) (service.DataService, bool) {
	d := c.peers.Node(b.Node)
	return d, d != nil
}

// values copies chunks to Go memory.
func (c *Cluster) values(ctx context.Context, session string, chunks []service.ChunkMeta) ([]any, error) {
	out := make([]any, len(chunks))
	for i := range chunks {
		v, err := c.value(ctx, session, &chunks[i])
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func (c *Cluster) value(ctx context.Context, session string, m *service.ChunkMeta) (any, error) {
	for _, b := range m.Bands {
		var v any
		err := c.peers.Use(b.Node, func(d *data.Service) error {
			p, err := d.Get(ctx, session, m.Key)
			if err != nil {
				return err
			}
			defer p.Release()
			v, err = op.CloneValue(p.Value())
			return err
		})
		if !errs.Is(err, errs.NotFound) && !errs.Is(err, errs.Lost) && !errs.Is(err, errs.Unavailable) {
			return v, err
		}
	}
	return nil, errs.New(errs.Lost, "chunk %s is on no worker", m.Key.Short())
}

// Close ends all sessions, workers and the supervisor. The error names what could not be given back.
func (c *Cluster) Close(ctx context.Context) (err error) {
	c.mu.Lock()
	ws := c.workers
	over := c.over
	c.workers, c.over = nil, true
	for _, n := range ws {
		close(n.over)
	}
	c.mu.Unlock()
	if over {
		return nil
	}
	if c.Supervisor != nil {
		for _, s := range c.sessions(ctx) {
			err = errors.Join(err, c.Session().Close(ctx, s))
		}
	}
	for _, n := range ws { // copies may be on their way from one to another
		c.peers.Remove(n.w.Data())
	}
	for _, n := range ws {
		err = errors.Join(err, n.w.Close(ctx), n.sys.Close(ctx))
	}
	if c.Supervisor != nil {
		err = errors.Join(err, c.Supervisor.Close(ctx))
	}
	if c.sys != nil {
		err = errors.Join(err, c.sys.Close(ctx))
	}
	if c.log != nil {
		err = errors.Join(err, c.log.Close())
	}
	c.wg.Wait()
	return err
}

func (c *Cluster) sessions(ctx context.Context) (ids []string) {
	list, _ := c.Session().List(ctx)
	for _, s := range list {
		ids = append(ids, s.ID)
	}
	return ids
}
