package supervisor

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
)

func boom[A any](_ A, _ context.Context, _ oscar.None) (oscar.None, error) {
	panic("invariant broken")
}

var (
	taskBoom     = oscar.Def("test.task", boom[*taskActor])
	scheduleBoom = oscar.Def("test.schedule", boom[*scheduler])
	lifeBoom     = oscar.Def("test.lifecycle", boom[*lifecycles])
)

// waiting is a supervisor with a task that waits for a worker.
func waiting(t *testing.T) (*Supervisor, service.TaskID) {
	t.Helper()
	s := planning(t, func() {})
	if _, err := s.Session().Create(t.Context(), "s"); err != nil {
		t.Fatal(err)
	}
	id, err := s.Task().Submit(t.Context(), service.Submission{Session: "s", Name: "good"})
	if err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	return s, id
}

// A panic of the actor of a task ends the task: who waits, cancels or closes the session hears of it, and
// other tasks go on.
func TestAPanicOfATasksActorEndsTheTask(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, id := waiting(t)
		if err := taskBoom.Tell(t.Context(), s.sys, s.tasks.find(id).ref, oscar.None{}); err != nil {
			t.Fatal(err)
		}
		i, err := s.Task().Wait(t.Context(), id)
		if err != nil || i.State != service.Failed || i.Err.Kind != errs.Internal || !strings.Contains(i.Err.Msg, "invariant broken") {
			t.Errorf("%+v, %v", i, err)
		}
		if err := s.Health(); err != nil {
			t.Errorf("the supervisor: %v", err)
		}
		other, err := s.Task().Submit(t.Context(), service.Submission{Session: "s", Name: "good"})
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if i, err := s.Schedule().Info(t.Context()); err != nil || i.Ready != 1 {
			t.Errorf("the task beside it does not go on, or the one that ended does: %+v, %v", i, err)
		}
		for _, id := range []service.TaskID{id, other} {
			if err := s.Task().Cancel(t.Context(), id); err != nil {
				t.Errorf("cancel of %s: %v", id, err)
			}
		}
		if err := s.Session().Close(t.Context(), "s"); err != nil {
			t.Error(err)
		}
	})
}

// A panic of the scheduler or of lifecycle loses their state: nothing hangs, nothing new is taken, and
// whoever runs the supervisor hears of it.
func TestAPanicOfAVitalActorEndsTheSupervisor(t *testing.T) {
	for name, tell := range map[string]func(*Supervisor) error{
		"scheduler": func(s *Supervisor) error {
			return scheduleBoom.Tell(context.Background(), s.sys, s.sched, oscar.None{})
		},
		"lifecycle": func(s *Supervisor) error { return lifeBoom.Tell(context.Background(), s.sys, s.life, oscar.None{}) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, id := waiting(t)
				if err := tell(s); err != nil {
					t.Fatal(err)
				}
				if err := <-s.Failed(); !errs.Is(err, errs.Internal) || !strings.Contains(err.Error(), name) || s.Health() == nil {
					t.Errorf("%v, %v", err, s.Health())
				}
				i, err := s.Task().Wait(t.Context(), id)
				if err != nil || i.State != service.Failed || i.Err.Kind != errs.Internal || !strings.Contains(i.Err.Msg, "invariant broken") {
					t.Errorf("%+v, %v", i, err)
				}
				if err := s.Task().Cancel(t.Context(), id); err != nil {
					t.Errorf("cancel: %v", err)
				}
				if _, err := s.Task().Submit(t.Context(), service.Submission{Session: "s", Name: "good"}); !errs.Is(err, errs.Internal) {
					t.Errorf("submit: %v", err)
				}
			})
		})
	}
}

// Planning takes its time, and the session may be closed meanwhile: no task is left in it.
func TestSubmitWhileItsSessionIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		planning, let := make(chan struct{}), make(chan struct{})
		s := openPlanning(t, func(id service.TaskID, _ service.Submission, _ func(op.Key) (service.Manifest, bool)) (service.Planner, error) {
			close(planning)
			<-let
			return &one{id: id, key: op.Key{1}}, nil
		})
		if _, err := s.Session().Create(t.Context(), "s"); err != nil {
			t.Fatal(err)
		}
		submitted := make(chan error)
		go func() {
			_, err := s.Task().Submit(t.Context(), service.Submission{Session: "s"})
			submitted <- err
		}()
		<-planning
		if err := s.Session().Close(t.Context(), "s"); err != nil {
			t.Fatal(err)
		}
		close(let)
		if err := <-submitted; !errs.Is(err, errs.NotFound) || !strings.Contains(err.Error(), "session s") {
			t.Errorf("submitted to a session that was closed: %v", err)
		}
		synctest.Wait()
		if l := s.tasks.of(""); len(l) > 0 {
			t.Errorf("%d tasks are left", len(l))
		}
		if i, err := s.Schedule().Info(t.Context()); err != nil || i.Ready+i.Waiting != 0 {
			t.Errorf("%+v, %v", i, err)
		}
	})
}
