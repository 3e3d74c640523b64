package supervisor

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/beside"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/cluster"
	"github.com/mars-project/mars-go/service/events"
	"github.com/mars-project/mars-go/service/gang"
	"github.com/mars-project/mars-go/service/history"
	"github.com/mars-project/mars-go/service/meta"
	"github.com/mars-project/mars-go/service/replica"
	"github.com/mars-project/mars-go/service/rpc"
	"github.com/mars-project/mars-go/service/schedule"
)

// Config are the settings of a supervisor.
type Config struct {
	// Version is that of the program.
	Version string
	// Plan makes the planner of a task. It must be given.
	Plan service.PlanFunc
	// Explain tells how values would be made. It must be given where somebody asks.
	Explain service.ExplainFunc
	// Values brings chunks to the planner as copies in Go memory. Lost: one of them is nowhere. It must be
	// given.
	Values func(ctx context.Context, session string, chunks []service.ChunkMeta) ([]any, error)
	// Reach asks the data port of a worker for its name: a worker that cannot be reached is not taken, and
	// one that others cannot reach either is taken for dead.
	// Nil: nobody is asked, for all is in one process.
	Reach func(ctx context.Context, node string) error
	// Expects says whether a client is about to commit a chunk that it has given to a node. Nil: what is
	// given and not known may be committed at any time.
	Expects func(session string, chunk op.Key, node string) bool
	// Door is where functions of a session reach it. Nil: nowhere.
	Door func(session string) (service.Door, error)
	// Events gets what happens. It must be given; the supervisor does not close it.
	Events *events.Log
	// History keeps what tasks were. The default is none; the supervisor does not close it.
	History *history.Store
	// Schedule are the settings of the scheduler.
	Schedule schedule.Config
	// Suspect is how long a worker may be silent before it gets nothing new. The default is half of Silence.
	Suspect time.Duration
	// Silence is how long a worker may be silent before it is taken for dead, and what it was given is run
	// elsewhere. The default is 2.5 s.
	Silence time.Duration
	// Forget is how long a dead worker is waited for, for what only it has. The default is 2 min.
	Forget time.Duration
	// SessionTasks is how many tasks of a session run at a time; others wait. The default is no bound.
	SessionTasks int
	// PlanTime is how long operators may take to be cut into chunks, all those together that can be cut at
	// once. The default is 2 min.
	PlanTime time.Duration
	// Log gets what a person should look at. The default discards it.
	Log *slog.Logger
	// Number tells supervisors of a cluster apart in task ids: no two have the same.
	Number uint8
}

// A Supervisor is one supervisor of a cluster, on an oscar system of its own.
type Supervisor struct {
	cfg Config
	sys *oscar.System

	meta   *meta.Store
	log    *events.Log
	sched  oscar.Ref[*scheduler]
	life   oscar.Ref[*lifecycles]
	copies oscar.Ref[*copier]
	nodes  *nodes
	sess   *sessions
	tasks  *tasks
	gangs  *gangs
	plans  beside.Calls // of planners
	totals totals

	health health

	stop   chan struct{}
	during context.Context // ends with stop
	finish context.CancelFunc
	wg     sync.WaitGroup
	once   sync.Once
	err    error
}

// forever is the policy of actors whose state would be lost by a restart, and that must never wait for each
// other.
var forever = oscar.Policy{Mailbox: 1 << 24, Restarts: -1}

// Start makes a supervisor on a system, which stays the caller's. Close it before the system.
func Start(sys *oscar.System, cfg Config) (_ *Supervisor, err error) {
	if cfg.Plan == nil || cfg.Values == nil || cfg.Events == nil {
		return nil, errs.New(errs.Invalid, "a supervisor needs a planner, a way to values and an event log")
	}
	if cfg.PlanTime <= 0 {
		cfg.PlanTime = 2 * time.Minute
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	s := &Supervisor{cfg: cfg, sys: sys, meta: meta.New(), log: cfg.Events, stop: make(chan struct{}), health: health{failed: make(chan error, 1)}}
	s.during, s.finish = context.WithCancel(context.Background())
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close(context.Background()))
		}
	}()
	s.sess, s.tasks, s.gangs = newSessions(s), newTasks(s), newGangs(s)
	s.nodes = newNodes(s, cluster.Config{
		Version: cfg.Version, Suspect: service.Nanos(cfg.Suspect), Dead: service.Nanos(cfg.Silence), Forget: service.Nanos(cfg.Forget),
	})
	m, err := schedule.New(cfg.Schedule)
	if err != nil {
		return nil, err
	}
	sched := &scheduler{s: s, m: m, ends: map[service.TaskID][]chan<- struct{}{}}
	if s.sched, err = oscar.Spawn(sys, rpc.ScheduleUID, func() *scheduler { return sched }, forever); err != nil {
		return nil, err
	}
	life := newLifecycles(s)
	if s.life, err = oscar.Spawn(sys, "lifecycle", func() *lifecycles { return life }, forever); err != nil {
		return nil, err
	}
	copies := &copier{s: s, m: replica.New(replica.Config{}), waits: map[string][]chan int{}}
	if s.copies, err = oscar.Spawn(sys, "copier", func() *copier { return copies }, forever); err != nil {
		return nil, err
	}
	if _, err = oscar.Spawn(sys, rpc.MetaUID, func() *directory { return &directory{s} }, oscar.Policy{Mailbox: 1 << 20}); err != nil {
		return nil, err
	}
	if _, err = oscar.Spawn(sys, rpc.ClusterUID, func() *nodes { return s.nodes }, forever); err != nil {
		return nil, err
	}
	s.vital("scheduler", s.sched.Addr())
	s.vital("lifecycle", s.life.Addr())
	s.vital("copier", s.copies.Addr())
	s.vital("list of nodes", oscar.Addr{Node: sys.Node(), UID: rpc.ClusterUID})
	s.wg.Go(s.tick)
	return s, nil
}

// tickEvery is how often machines learn the time.
const tickEvery = 250 * time.Millisecond

func (s *Supervisor) tick() {
	t := time.NewTicker(tickEvery)
	defer t.Stop()
	for {
		s.toSchedule(schedule.Tick{Now: s.now()})
		s.nodes.tick(s.now())
		s.gangs.step(gang.Tick{Now: s.now()})
		s.toCopier(replica.Tick{Now: s.now()})
		select {
		case <-t.C:
		case <-s.stop:
			return
		}
	}
}

func (s *Supervisor) now() service.Nanos { return service.Nanos(time.Now().UnixNano()) }

// note adds a line to the event log.
func (s *Supervisor) note(from string, task service.TaskID, session string, text fmt.Stringer) {
	s.log.Append(service.Event{From: from, Task: task, Session: session, Text: text.String()})
}

// Task is the task service.
func (s *Supervisor) Task() service.TaskService { return s.tasks }

// Session is the session service.
func (s *Supervisor) Session() service.SessionService { return s.sess }

// Lifecycle is the lifecycle service.
func (s *Supervisor) Lifecycle() service.LifecycleService { return lifecycleClient{s} }

// Meta is the meta service.
func (s *Supervisor) Meta() service.MetaService { return s.meta }

// Cluster is the cluster service.
func (s *Supervisor) Cluster() service.ClusterService { return s.nodes }

// Schedule is the schedule service.
func (s *Supervisor) Schedule() service.ScheduleService { return scheduleClient{s} }

// Events is the event service.
func (s *Supervisor) Events() service.EventService { return s.log }

// Close closes all sessions and ends the actors.
func (s *Supervisor) Close(ctx context.Context) error {
	s.once.Do(func() {
		if s.sess != nil {
			for _, x := range s.sess.list() {
				if err := s.sess.Close(ctx, x.ID); s.Health() == nil { // of one that is broken whoever runs it knows
					s.err = errors.Join(s.err, err)
				}
			}
		}
		close(s.stop)
		s.finish()
		s.health.mu.Lock()
		s.health.closed = true
		s.health.mu.Unlock()
		if s.nodes != nil {
			s.nodes.close()
		}
		s.plans.Wait()
		s.wg.Wait()
		for _, name := range s.plans.Strays() {
			s.cfg.Log.Error("planning has no end", "what", name)
		}
		for _, uid := range []string{rpc.ClusterUID, rpc.MetaUID, rpc.ScheduleUID, "lifecycle", "copier"} {
			err := s.sys.Stop(ctx, oscar.Addr{Node: s.sys.Node(), UID: uid})
			if _, gone := oscar.Gone(err); !gone {
				s.err = errors.Join(s.err, err)
			}
		}
	})
	return s.err
}
