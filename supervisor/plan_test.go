package supervisor

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// bad is a planner whose operator panics, or has no end until it is let go.
type bad struct {
	one
	w  *op.Watch
	do func()
}

func (p *bad) Next() ([]service.Stage, error) {
	p.w.At(&op.Node{Name: "tensor.endless", Site: op.SiteAt("a.py:3")})
	p.do()
	return nil, nil
}

// submitted is what becomes of a task whose operator does something when it is cut, and of one beside it.
func submitted(t *testing.T, s *Supervisor) service.TaskInfo {
	t.Helper()
	if _, err := s.Session().Create(t.Context(), "s"); err != nil {
		t.Fatal(err)
	}
	id, err := s.Task().Submit(t.Context(), service.Submission{Session: "s"})
	if err != nil {
		t.Fatal(err)
	}
	info, err := s.Task().Wait(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	other, err := s.Task().Submit(t.Context(), service.Submission{Session: "s", Name: "good"})
	if err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	if i, err := s.Schedule().Info(t.Context()); err != nil || i.Ready != 1 {
		t.Errorf("the task beside it does not go on: %+v, %v", i, err)
	}
	if err := s.Task().Cancel(t.Context(), other); err != nil {
		t.Error(err)
	}
	return info
}

// planning is a supervisor whose planners do something in Next, but for tasks with the name "good".
func planning(t *testing.T, do func()) *Supervisor {
	return openPlanning(t, func(id service.TaskID, sub service.Submission, _ func(op.Key) (service.Manifest, bool)) (service.Planner, error) {
		o := one{id: id, key: op.Key{1}}
		if sub.Name == "good" {
			return &o, nil
		}
		return &bad{one: o, w: sub.Watch, do: do}, nil
	})
}

func TestAPanicOfAnOperatorEndsItsTask(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := planning(t, func() { panic("index out of range [0]") })
		i := submitted(t, s)
		if i.State != service.Failed || i.Err.Kind != errs.Internal || i.Err.Op != "tensor.endless" || i.Err.Site != "a.py:3" ||
			i.Err.Msg != "panic: index out of range [0]" || !strings.Contains(i.Err.Trace, "TestAPanicOfAnOperator") {
			t.Errorf("%v, %+v", i.State, i.Err)
		}
	})
}

// An operator without end fails its task after PlanTime; it is counted, and neither tasks beside it nor the
// end of the supervisor wait for it.
func TestAnOperatorWithoutEndEndsItsTask(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		end := make(chan struct{})
		s := planning(t, func() { <-end })
		start := time.Now()
		i := submitted(t, s)
		if i.State != service.Failed || i.Err.Kind != errs.Internal || i.Err.Op != "tensor.endless" || i.Err.Site != "a.py:3" || i.Err.Msg != "not at an end after 2m0s" {
			t.Errorf("%v, %+v", i.State, i.Err)
		}
		if d := time.Since(start); d != 2*time.Minute {
			t.Errorf("after %v", d)
		}
		if l := s.plans.Strays(); len(l) != 1 || !strings.HasPrefix(l[0], "a.py:3: tensor.endless of t1") {
			t.Errorf("%q", l)
		}
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
		if d := time.Since(start); d != 2*time.Minute {
			t.Errorf("its end took until %v", d)
		}
		close(end)
	})
}

// A task whose planning has no end can be canceled at once, and is told to stop at its next step.
func TestCancelOfAnOperatorWithoutEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		end := make(chan struct{})
		s := planning(t, func() { <-end })
		if _, err := s.Session().Create(t.Context(), "s"); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		id, err := s.Task().Submit(t.Context(), service.Submission{Session: "s"})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Task().Cancel(t.Context(), id); err != nil {
			t.Error(err)
		}
		info, err := s.Task().Info(t.Context(), id)
		if err != nil || info.State != service.Canceled || time.Since(start) != 0 {
			t.Errorf("%v, %v, after %v", info.State, err, time.Since(start))
		}
		close(end)
		synctest.Wait()
		if l := s.plans.Strays(); len(l) != 0 {
			t.Errorf("%q", l)
		}
	})
}
