package node

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"

	"github.com/mars-project/mars-go/internal/size"
	"github.com/mars-project/mars-go/internal/version"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/history"
	"github.com/mars-project/mars-go/service/plane"
	"github.com/mars-project/mars-go/web"
)

// LocalConfig are the settings of a cluster in one process.
type LocalConfig struct {
	Limits
	// Workers is how many there are. The default is 1.
	Workers int
	// Web is the web port. Its Host is 127.0.0.1 by default.
	Web WebConfig
	// SpillDirs are where chunks go that do not fit, in turn. The default is a temporary directory.
	SpillDirs []string
	// EventFile gets every event as a line of JSON. The default is none.
	EventFile string
	// EventSize is how large it grows before it is renamed and begun anew. The default is that it grows for
	// ever.
	EventSize int64
	// History is where what tasks were is kept.
	History HistoryConfig
	// Files are what programs may read and write, in this process as a whole. Nil: all that it may.
	Files *op.Bounds
	// SessionTasks is how many tasks of a session run at a time. The default is no bound.
	SessionTasks int
	// Functions says whether functions of users run here.
	Functions FunctionsConfig
	// Labels are those of all its workers.
	Labels map[string]string
	// Log gets what happens. The default is slog.Default().
	Log *slog.Logger
}

// A Local is a supervisor, workers and a web port in this process. Close it.
type Local struct {
	cfg   LocalConfig
	spill *spillSpace
	c     *local.Cluster
	past  *history.Store
	web   *web.Server
	door  atomic.Pointer[web.Server] // web, for the supervisor, which is older
	port  *webPort
	url   string
	once  sync.Once
	err   error
}

// StartLocal starts a cluster in this process; it is ready when StartLocal returns. It changes how many cores
// and how much heap this process takes.
func StartLocal(ctx context.Context, cfg LocalConfig) (_ *Local, err error) {
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	cfg.Workers = max(cfg.Workers, 1)
	if cfg.Web.Host == "" {
		cfg.Web.Host = "127.0.0.1"
	}
	seeking := cfg.Functions.seek(context.WithoutCancel(ctx), cfg.Log)
	if cfg.Memory.IsZero() { // a laptop has other things to do
		cfg.Memory = size.Size{Percent: 50}
	}
	b, err := cfg.apply(cfg.Log)
	if err != nil {
		return nil, err
	}
	x := &Local{cfg: cfg}
	defer func() {
		if err != nil {
			err = errors.Join(err, x.Close(context.WithoutCancel(ctx)))
		}
	}()
	if x.spill, err = openSpill(cfg.SpillDirs, cfg.Log); err != nil {
		return nil, err
	}
	if err := keepWithin(cfg.Files); err != nil {
		return nil, err
	}
	if x.past, err = cfg.History.open("local", cfg.Log); err != nil {
		return nil, err
	}
	python, err := seeking.found()
	if err != nil {
		return nil, err
	}
	x.c, err = local.Start(context.WithoutCancel(ctx), local.Config{
		Workers: cfg.Workers, Slots: max(cfg.CPUs, cfg.Workers), Memory: b.Memory, Cache: b.Cache, SpillDirs: x.spill.dirs, EventFile: cfg.EventFile, EventSize: cfg.EventSize, History: x.past,
		Quota: cfg.quota(&b, x.spill.dirs), SessionTasks: cfg.SessionTasks, Functions: python, Labels: cfg.Labels, Door: x.enter,
	})
	if err != nil {
		return nil, err
	}
	l, err := listenWeb(ctx, &cfg.Web)
	if err != nil {
		return nil, err
	}
	if x.url, err = cfg.Web.url(l.Addr().String(), "", ""); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	link := cfg.Web.Link
	if link == "" {
		link = x.url
	}
	seen, err := pages()
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	x.web, err = web.New(web.Options{
		Cluster: x.c, Health: x.c.Health, Parts: plane.NewLocal(x.c.Data, plane.LocalOptions{}), Token: cfg.Web.Token, Users: cfg.Web.Users, UserSessions: cfg.Web.UserSessions, Exposed: cfg.Web.Exposed, NoFunctions: cfg.Web.NoFunctions, TLS: cfg.Web.TLS, URL: link,
		Address: l.Addr().String(), Version: version.Version, MaxBody: maxBody, Copies: 1, UI: seen, Log: cfg.Log,
	})
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	x.door.Store(x.web)
	x.port = serveWeb(l, x.web.Handler(), &cfg.Web, "", cfg.Log)
	return x, nil
}

// enter is where functions of a session reach it.
func (x *Local) enter(session string) (service.Door, error) {
	return doorOf(x.door.Load(), x.url, session)
}

// WebAddr is the address that the web port listens on.
func (x *Local) WebAddr() string { return x.cfg.Web.listening(x.port.l) }

// Failed gets the error that makes it useless: a part of it has panicked.
func (x *Local) Failed() <-chan error { return x.c.Failed() }

// Port is that of the web port.
func (x *Local) Port() int { return x.port.l.Addr().(*net.TCPAddr).Port }

// URL is where the web port is reached.
func (x *Local) URL() string { return x.url }

// Close ends everything.
func (x *Local) Close(ctx context.Context) error {
	x.once.Do(func() {
		if x.web != nil {
			x.err = errors.Join(x.err, x.web.Close(ctx))
		}
		if x.port != nil {
			x.err = errors.Join(x.err, x.port.close(ctx))
		}
		if x.c != nil {
			x.err = errors.Join(x.err, x.c.Close(ctx))
		}
		if x.past != nil {
			x.err = errors.Join(x.err, x.past.Close())
		}
		if x.spill != nil {
			x.err = errors.Join(x.err, x.spill.close())
		}
	})
	return x.err
}
