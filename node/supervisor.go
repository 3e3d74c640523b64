package node

import (
	"context"
	"errors"
	"hash/fnv"
	"io"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/rotate"
	"github.com/mars-project/mars-go/internal/version"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/oscar/grpcnet"
	"github.com/mars-project/mars-go/plan"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/events"
	"github.com/mars-project/mars-go/service/history"
	"github.com/mars-project/mars-go/service/plane"
	"github.com/mars-project/mars-go/supervisor"
	"github.com/mars-project/mars-go/web"
)

// SupervisorConfig are the settings of a supervisor process.
type SupervisorConfig struct {
	Network
	// Web is its web port.
	Web WebConfig
	// Supervisors are the addresses of all supervisors of the cluster, this one among them. None: there is no
	// other.
	Supervisors []string
	// CPUs is how many cores it may keep busy. The default is all that the process may use.
	CPUs int
	// EventFile gets every event as a line of JSON. The default is none.
	EventFile string
	// EventSize is how large it grows before it is renamed and begun anew. The default is that it grows for
	// ever.
	EventSize int64
	// History is where what tasks were is kept.
	History HistoryConfig
	// Suspect, Silence and Forget are how long a worker may send no sign of life before it gets nothing new
	// and before it is taken for dead, and how long a dead one is waited for, for what only it has. The
	// defaults are those of package supervisor.
	Suspect, Silence, Forget time.Duration
	// Files are what programs may read and write, in this process as a whole. Nil: all that it may.
	Files *op.Bounds
	// SessionTasks is how many tasks of a session run at a time. The default is no bound.
	SessionTasks int
	// PlanTime is how long operators of a task may take to be cut into chunks. The default is that of package
	// supervisor.
	PlanTime time.Duration
}

// A Supervisor is a supervisor process: a supervisor, the port that workers link to, and its web port. Close
// it.
type Supervisor struct {
	cfg    SupervisorConfig
	addr   string
	signs  []byte // tickets for data
	log    *events.Log
	past   *history.Store
	sys    *oscar.System
	sup    *supervisor.Supervisor
	client *plane.Client
	web    *web.Server
	peers  *peers
	port   *webPort
	url    string
	links  *grpcnet.Listener
	opened atomic.Bool                // links
	served atomic.Pointer[web.Server] // web, for the supervisor, which is older
	once   sync.Once
	err    error
}

// StartSupervisor starts a supervisor, which is ready when it returns. Errors: Invalid for settings that make
// no sense, Unavailable when a port is taken.
func StartSupervisor(ctx context.Context, cfg SupervisorConfig) (_ *Supervisor, err error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	keepBusy(cfg.CPUs)
	s := &Supervisor{cfg: cfg, signs: cfg.Secret}
	if len(s.signs) == 0 {
		s.signs = drawn(32)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close(context.WithoutCancel(ctx)))
		}
	}()
	tcp, err := (&net.ListenConfig{}).Listen(ctx, "tcp", at(cfg.Host, cfg.Port))
	if err != nil {
		return nil, errs.Wrap(errs.Unavailable, err, "listen")
	}
	defer func() {
		if s.links == nil {
			err = errors.Join(err, tcp.Close())
		}
	}()
	s.cfg.Port = tcp.Addr().(*net.TCPAddr).Port
	if s.addr, err = advertised(cfg.Advertise, at(cfg.Host, s.cfg.Port), ""); err != nil {
		return nil, err
	}
	l, err := listenWeb(ctx, &cfg.Web)
	if err != nil {
		return nil, err
	}
	if err := s.start(l); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	s.links, err = grpcnet.Serve(s.sys, tcp, cfg.options("supervisor", s.addr, "worker", "web"))
	s.opened.Store(err == nil)
	return s, err
}

// eventFiles is how many event files that were full stay.
const eventFiles = 5

// start makes the supervisor and serves its web port.
func (s *Supervisor) start(l net.Listener) (err error) {
	var file io.Writer
	if s.cfg.EventFile != "" {
		f, err := rotate.Open(s.cfg.EventFile, s.cfg.EventSize, eventFiles)
		if err != nil {
			return errs.Wrap(errs.Invalid, err, "open the event file")
		}
		file = f
	}
	s.log = events.New(events.Options{File: file})
	if s.past, err = s.cfg.History.open(s.addr, s.cfg.Log); err != nil {
		return err
	}
	ring := &plane.Ring{}
	if err := ring.Add("", s.signs); err != nil {
		return err
	}
	accuse := func(node string, why error) { s.sup.Accuse(node, why) } // whoever reads speaks to a supervisor that has started
	if s.client, err = planeClient(&s.cfg.Network, ring, 0, accuse); err != nil {
		return err
	}
	if s.sys, err = oscar.New(s.addr, oscar.Options{Version: version.Version, Log: s.cfg.Log}); err != nil {
		return err
	}
	if err := keepWithin(s.cfg.Files); err != nil {
		return err
	}
	me := self(s.cfg.Supervisors, s.addr)
	s.sup, err = supervisor.Start(s.sys, supervisor.Config{
		Version: version.Version, Plan: plan.NewPlanner, Explain: plan.Explain, Values: s.client.Values, Reach: s.client.Reach, Expects: s.expects, Door: s.door, Events: s.log, History: s.past, Number: number(me, s.cfg.Supervisors),
		PlanTime: s.cfg.PlanTime, Log: s.cfg.Log, Suspect: s.cfg.Suspect, Silence: s.cfg.Silence, Forget: s.cfg.Forget, SessionTasks: s.cfg.SessionTasks,
	})
	if err != nil {
		return err
	}
	if s.url, err = s.cfg.Web.url(l.Addr().String(), s.addr, ""); err != nil {
		return err
	}
	link := s.cfg.Web.Link
	if link == "" {
		link = s.url
	}
	w := welcome{Epoch: webEpoch(), Web: s.url, Open: s.cfg.Web.Token == "" && len(s.cfg.Web.Users) == 0}
	if len(s.cfg.Secret) == 0 {
		w.Secret = s.signs
	}
	seen, err := pages()
	if err != nil {
		return err
	}
	names := append(slices.Clone(s.cfg.Supervisors), me)
	router := NewRouter(names)
	s.web, err = web.New(web.Options{
		Cluster: s.sup, Health: s.sup.Health, Ready: s.ready, Parts: s.client, Secret: func() []byte { return s.signs }, Token: s.cfg.Web.Token, Users: s.cfg.Web.Users, UserSessions: s.cfg.Web.UserSessions, Exposed: s.cfg.Web.Exposed, NoFunctions: s.cfg.Web.NoFunctions, TLS: s.cfg.Web.TLS, URL: link,
		Peers:   func() (up, down []string) { return router.peers(me) },
		Address: s.addr, Epoch: w.Epoch, MaxBody: maxBody, UI: seen, Log: s.cfg.Log,
	})
	if err != nil {
		return err
	}
	s.served.Store(s.web)
	if err := greet(s.sys, w); err != nil {
		return err
	}
	h := s.web.Handler()
	if len(s.cfg.Supervisors) > 1 {
		router.Here(Backend{Name: me, Epoch: w.Epoch, Handler: h})
		if s.peers, err = follow(&s.cfg.Network, s.cfg.Supervisors, me, router); err != nil {
			return err
		}
		h = router
	}
	s.port = serveWeb(l, h, &s.cfg.Web, "", s.cfg.Log)
	return nil
}

// expects says whether the API expects a chunk to be committed.
func (s *Supervisor) expects(session string, k op.Key, node string) bool {
	w := s.served.Load()
	return w == nil || w.Expects(session, k, node)
}

// door is where functions of a session reach it.
func (s *Supervisor) door(session string) (service.Door, error) {
	return doorOf(s.served.Load(), s.url, session)
}

// ready says whether workers can come; it does not wait for one.
func (s *Supervisor) ready() error {
	if !s.opened.Load() {
		return errors.New("starting")
	}
	return nil
}

// number tells the supervisors of a cluster apart in task ids: by the place in the list that all have, and
// without a list by a hash.
func number(addr string, all []string) uint8 {
	all = slices.Sorted(slices.Values(all))
	if i, ok := slices.BinarySearch(slices.Compact(all), addr); ok {
		return uint8(i)
	}
	h := fnv.New32a()
	_, _ = io.WriteString(h, addr)
	return uint8(mix(uint64(h.Sum32())))
}

// Addr is the address that workers link to, which is the supervisor's name too.
func (s *Supervisor) Addr() string { return s.addr }

// WebAddr is the address that the web port listens on.
func (s *Supervisor) WebAddr() string { return s.cfg.Web.listening(s.port.l) }

// Failed gets the error that makes it useless: a part of it has panicked. End the process: what is started
// again in its place has lost its sessions, and says so.
func (s *Supervisor) Failed() <-chan error { return s.sup.Failed() }

// URL is that of the web port.
func (s *Supervisor) URL() string { return s.url }

// Close ends all sessions and stops the process's services.
func (s *Supervisor) Close(ctx context.Context) error {
	s.once.Do(func() {
		if s.web != nil {
			s.err = errors.Join(s.err, s.web.Close(ctx))
		}
		if s.port != nil {
			s.err = errors.Join(s.err, s.port.close(ctx))
		}
		if s.peers != nil {
			s.err = errors.Join(s.err, s.peers.close(ctx))
		}
		if s.sup != nil {
			s.err = errors.Join(s.err, s.sup.Close(ctx))
		}
		if s.links != nil {
			s.err = errors.Join(s.err, s.links.Close(ctx))
		}
		if s.client != nil {
			s.client.Close()
		}
		if s.sys != nil {
			s.err = errors.Join(s.err, s.sys.Close(ctx))
		}
		if s.log != nil {
			s.err = errors.Join(s.err, s.log.Close())
		}
		if s.past != nil {
			s.err = errors.Join(s.err, s.past.Close())
		}
	})
	return s.err
}
