package node

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/size"
	"github.com/mars-project/mars-go/internal/version"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service/plane"
	"github.com/mars-project/mars-go/web"
	"github.com/mars-project/mars-go/worker"
)

// WorkerConfig are the settings of a worker process.
type WorkerConfig struct {
	Network
	Limits
	// Supervisors are the addresses of all supervisors. At least one must be given.
	Supervisors []string
	// Transfers is how many run at a time, in each direction. The default is 4.
	Transfers int
	// SpillDirs are where chunks go that do not fit, in turn. What a worker that was killed left there is
	// removed. The default is the system's temporary directory.
	SpillDirs []string
	// Patience is how long a supervisor may be silent before the data of its sessions is dropped. The default
	// is that of package worker.
	Patience time.Duration
	// Files are what programs may read and write, in this process as a whole. Nil: all that it may.
	Files *op.Bounds
	// Functions says whether functions of users run here.
	Functions FunctionsConfig
	// Labels are what the worker is known by, beside those that it has of itself.
	Labels map[string]string
	// Heartbeat is the time between two signs of life. The default is that of package worker.
	Heartbeat time.Duration
}

func (c *WorkerConfig) check() error {
	if len(c.Supervisors) == 0 {
		return errs.New(errs.Invalid, "a worker needs the address of a supervisor: -s host:port")
	}
	return c.Network.check()
}

// A Worker is a worker process: a worker, its data port, and its links to supervisors. Close it.
type Worker struct {
	cfg    WorkerConfig
	addr   string
	budget Budget
	sys    *oscar.System
	ring   plane.Ring
	client *plane.Client
	data   *plane.Listener
	plane  *plane.Server
	route  lateHandler
	links  *links
	spill  *spillSpace
	w      *worker.Worker
	linked atomic.Int32 // supervisors that know the worker
	leaves atomic.Bool
	once   sync.Once
	err    error
}

// StartWorker starts a worker. It returns when the worker listens; supervisors may come later, see Joined. It
// changes how many cores and how much heap this process takes. Errors: Invalid for settings that make no
// sense, OutOfMemory when less is free than Limits.Min, Unavailable when the port is taken.
func StartWorker(ctx context.Context, cfg WorkerConfig) (_ *Worker, err error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	w := &Worker{cfg: cfg}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.Close(context.WithoutCancel(ctx)))
		}
	}()
	if w.budget, err = w.cfg.apply(cfg.Log); err != nil {
		return nil, err
	}
	if len(cfg.Secret) > 0 {
		if err := w.ring.Add("", cfg.Secret); err != nil {
			return nil, err
		}
	}
	if err := w.open(ctx); err != nil {
		return nil, err
	}
	w.links.keep(cfg.Supervisors)
	return w, nil
}

// open makes the data port, which gives the worker its name, and the worker.
func (w *Worker) open(ctx context.Context) (err error) {
	seeking := w.cfg.Functions.seek(context.WithoutCancel(ctx), w.cfg.Log)
	if w.data, err = plane.Listen(ctx, at(w.cfg.Host, w.cfg.Port), w.health().Before(&w.route), dataTLS(w.cfg.TLS), w.cfg.Log); err != nil {
		return err
	}
	if w.addr, err = advertised(w.cfg.Advertise, w.data.Addr(), w.cfg.Supervisors[0]); err != nil {
		return err
	}
	if w.client, err = planeClient(&w.cfg.Network, &w.ring, w.cfg.Transfers, nil); err != nil {
		return err
	}
	if w.sys, err = oscar.New(w.addr, oscar.Options{Version: version.Version, Log: w.cfg.Log}); err != nil {
		return err
	}
	if w.spill, err = openSpill(w.cfg.SpillDirs, w.cfg.Log); err != nil {
		return err
	}
	if err := keepWithin(w.cfg.Files); err != nil {
		return err
	}
	python, err := seeking.found()
	if err != nil {
		return err
	}
	labels := map[string]string{"data": w.addr}
	maps.Copy(labels, w.cfg.Labels)
	w.w, err = worker.Start(ctx, w.sys, worker.Config{
		Version: version.Version, Address: w.addr, Labels: labels, Slots: w.cfg.CPUs, Memory: w.budget.Memory,
		Cache: w.budget.Cache, SpillDirs: w.spill.dirs, Quota: w.cfg.quota(&w.budget, w.spill.dirs), Transfer: w.client, Heartbeat: w.cfg.Heartbeat, Patience: w.cfg.Patience, Broken: func(err error) { w.links.fail(err) },
		Functions: python,
	})
	if err != nil {
		return err
	}
	w.links = &links{sys: w.sys, opt: w.cfg.options("worker", w.addr), log: w.cfg.Log, up: w.join, down: func(string, oscar.Hello) { w.linked.Add(-1) }}
	w.ring.Owner = w.w.Supervisor
	if len(w.cfg.Secret) == 0 {
		w.ring.Refresh = w.links.hurry
	}
	w.plane, err = plane.NewServer(plane.ServerOptions{Data: w.w.Data(), Band: w.w.Band(), Ring: &w.ring, Slots: w.cfg.Transfers, Log: w.cfg.Log})
	if err != nil {
		return err
	}
	w.route.set(withMetrics(w.w.Metrics(), w.plane, w.cfg.Log))
	return nil
}

// join registers with a supervisor to which a link has come up.
func (w *Worker) join(ctx context.Context, _ string, peer oscar.Hello, hi welcome) error {
	if len(w.cfg.Secret) == 0 {
		if err := w.ring.Add(peer.Node, hi.Secret); err != nil {
			return err
		}
	}
	if err := w.w.Join(ctx, peer.Node); err != nil {
		return err
	}
	w.linked.Add(1)
	w.cfg.Log.Info("joined", "supervisor", peer.Node, "slots", w.cfg.CPUs, "memory", size.Text(w.budget.Memory), "cache", size.Text(w.budget.Cache))
	return nil
}

// Addr is the address at which others reach the worker, which is its name too.
func (w *Worker) Addr() string { return w.addr }

// Budget is the memory that the worker may take.
func (w *Worker) Budget() Budget { return w.budget }

// Joined is closed when the worker has registered with the first supervisor.
func (w *Worker) Joined() <-chan struct{} { return w.links.some }

// Failed gets the error that makes the worker useless: a supervisor of another version, or one that refuses
// it.
func (w *Worker) Failed() <-chan error { return w.links.fatal }

// Retired is closed when a supervisor has asked the worker to leave.
func (w *Worker) Retired() <-chan struct{} { return w.w.Retired() }

// Drain tells the supervisors that the worker stops, and returns when nothing runs any more and others have
// what only it had, or ctx ends.
func (w *Worker) Drain(ctx context.Context) error {
	w.leaves.Store(true)
	return w.w.Drain(ctx)
}

// health is that of a worker, on its data port: it is ready while a supervisor knows it, until it stops.
func (w *Worker) health() *web.Health {
	return &web.Health{Role: "worker", Ready: func(context.Context) error {
		switch {
		case w.leaves.Load():
			return errors.New("stopping")
		case w.linked.Load() == 0:
			return errors.New("no supervisor")
		}
		return nil
	}}
}

// Close ends what runs, says goodbye and gives everything back. Drain first to let what runs finish.
func (w *Worker) Close(ctx context.Context) error {
	w.once.Do(func() {
		if w.data != nil {
			w.err = errors.Join(w.err, w.hangUp(ctx))
		}
		if w.plane != nil {
			w.plane.Close() // what it sends is pinned
		}
		if w.w != nil {
			w.err = errors.Join(w.err, w.w.Close(ctx))
		}
		if w.links != nil {
			w.links.close()
		}
		if w.client != nil {
			w.client.Close()
		}
		if w.sys != nil {
			w.err = errors.Join(w.err, w.sys.Close(ctx))
		}
		if w.spill != nil {
			w.err = errors.Join(w.err, w.spill.close())
		}
	})
	return w.err
}

// readTime is how long those who read from a worker that ends may take to finish: what it has they can have
// made again.
const readTime = time.Second

// hangUp closes the data port.
func (w *Worker) hangUp(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	return w.data.Close(ctx)
}

// A lateHandler answers with another handler from the time that there is one.
type lateHandler struct{ h atomic.Pointer[http.Handler] }

func (l *lateHandler) set(h http.Handler) { l.h.Store(&h) }

func (l *lateHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h := l.h.Load(); h != nil {
		(*h).ServeHTTP(w, r)
		return
	}
	http.Error(w, "starting", http.StatusServiceUnavailable)
}
