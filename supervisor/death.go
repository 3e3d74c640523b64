package supervisor

import (
	"context"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/lifecycle"
	"github.com/mars-project/mars-go/service/schedule"
)

// health is whether the actors that a supervisor cannot be without are alive. Their state would be lost by a
// restart: when one has panicked every task ends with an error, nothing new is taken, and the process is told
// to end.
type health struct {
	mu     sync.Mutex
	closed bool
	err    error
	failed chan error
}

// Failed gets the error that makes the supervisor useless: a part of it has panicked. Whoever runs it should
// end the process.
func (s *Supervisor) Failed() <-chan error { return s.health.failed }

// Health is nil while the supervisor works.
func (s *Supervisor) Health() error {
	s.health.mu.Lock()
	defer s.health.mu.Unlock()
	return s.health.err
}

// aside runs f beside the actors unless the supervisor is closing, which does not wait for what begins then.
func (s *Supervisor) aside(f func()) {
	s.health.mu.Lock()
	defer s.health.mu.Unlock()
	if !s.health.closed {
		s.wg.Go(f)
	}
}

// vital watches an actor that the supervisor cannot be without.
func (s *Supervisor) vital(what string, a oscar.Addr) {
	s.sys.Watch(a, func(d oscar.Down) {
		if d.Reason != "" {
			s.aside(func() { s.Break(errs.New(errs.Internal, "the %s of the supervisor has panicked: %s", what, d.Reason)) })
		}
	})
}

// Break makes the supervisor useless: every task ends with err, and nothing new is taken.
func (s *Supervisor) Break(err error) {
	s.health.mu.Lock()
	first := s.health.err == nil
	if first {
		s.health.err = err
	}
	s.health.mu.Unlock()
	if !first {
		return
	}
	s.cfg.Log.Error("the supervisor is of no use any more", "err", err)
	for _, e := range s.tasks.of("") {
		s.died(e, err)
	}
	s.health.failed <- err
}

// watched sees to it that the end of a task's actor is the end of the task, also when it has panicked.
func (s *Supervisor) watched(e *entry) {
	s.sys.Watch(e.ref.Addr(), func(d oscar.Down) {
		if d.Reason != "" {
			s.aside(func() { s.died(e, errs.New(errs.Internal, "task %s: its actor has panicked: %s", e.id, d.Reason)) })
		}
	})
}

// died ends a task without its actor: nothing of it runs on, what it held is given back, and who waits for it
// hears why. The actor is stopped before its task is looked at, for it may say once more how far it is.
func (s *Supervisor) died(e *entry, err error) {
	e.dead.Do(func() { s.bury(e, err) })
}

func (s *Supervisor) bury(e *entry, err error) {
	_ = s.stopActor(context.Background(), e)
	i := *e.info.Load()
	if !i.State.Over() {
		i.State, i.Err, i.Ended = service.Failed, service.FailureOf(err), s.now()
		e.info.Store(&i)
		s.tasks.ends(&i)
		s.toSchedule(schedule.Cancel{Task: e.id}, schedule.Forget{Task: e.id})
		s.toLifecycle(e.session, lifecycle.End{Task: e.id, Failed: true}, lifecycle.Decref{Values: e.known})
		s.sess.over(e.session, e.id)
		s.sweep(e.targets)
	}
	e.end()
	s.tasks.rest(e)
}
