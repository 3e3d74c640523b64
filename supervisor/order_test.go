package supervisor

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
)

// one is a planner of a single subtask that makes one chunk of a target.
type one struct {
	id    service.TaskID
	key   op.Key
	given bool
}

func (p *one) subtask() service.Subtask {
	return service.Subtask{ID: p.id.Subtask(0), Slots: 1, Outputs: []service.Output{{Key: p.key, Hold: true}}}
}

func (p *one) Next() ([]service.Stage, error) {
	if p.given {
		return nil, nil
	}
	p.given = true
	return []service.Stage{{Subtasks: []service.Subtask{p.subtask()}}}, nil
}

func (p *one) Build(service.SubtaskID) (service.Subtask, error) { return p.subtask(), nil }
func (p *one) Report(*service.Result) error                     { return nil }
func (p *one) Give(op.Key, any) error                           { return nil }
func (p *one) Nodes() []service.NodeProgress                    { return nil }
func (p *one) Targets() []service.Manifest                      { return nil }

// blocked keeps the lifecycle actor busy until the channel is closed.
var blocked = oscar.Def("lifecycle.blocked", func(_ *lifecycles, _ context.Context, c chan struct{}) (oscar.None, error) {
	<-c
	return oscar.None{}, nil
})

// Nothing runs before lifecycle has counted its chunks: the end of a value of the same key, which lifecycle
// works through at that time, would take what was made.
func TestNothingRunsBeforeItIsCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openPlanning(t, func(id service.TaskID, _ service.Submission, _ func(op.Key) (service.Manifest, bool)) (service.Planner, error) {
			return &one{id: id, key: op.Key{1}}, nil
		})
		if _, err := s.Session().Create(t.Context(), "s"); err != nil {
			t.Fatal(err)
		}
		ready := func() int {
			i, err := s.Schedule().Info(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return i.Ready
		}
		hold := make(chan struct{})
		if err := blocked.Tell(t.Context(), s.sys, s.life, hold); err != nil {
			t.Fatal(err)
		}
		id, err := s.Task().Submit(t.Context(), service.Submission{Session: "s"})
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if n := ready(); n != 0 {
			t.Errorf("%d subtasks may run and are not counted", n)
		}
		close(hold)
		synctest.Wait()
		if n := ready(); n != 1 {
			t.Errorf("%d subtasks may run, not 1", n)
		}
		if err := s.Task().Cancel(t.Context(), id); err != nil {
			t.Error(err)
		}
	})
}

// A task that is canceled before it is counted runs nothing later.
func TestCancelDoesNotOvertakeSubmit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openPlanning(t, func(id service.TaskID, _ service.Submission, _ func(op.Key) (service.Manifest, bool)) (service.Planner, error) {
			return &one{id: id, key: op.Key{1}}, nil
		})
		if _, err := s.Session().Create(t.Context(), "s"); err != nil {
			t.Fatal(err)
		}
		hold := make(chan struct{})
		if err := blocked.Tell(t.Context(), s.sys, s.life, hold); err != nil {
			t.Fatal(err)
		}
		id, err := s.Task().Submit(t.Context(), service.Submission{Session: "s"})
		if err != nil {
			t.Fatal(err)
		}
		end := make(chan error, 1)
		go func() { end <- s.Task().Cancel(context.Background(), id) }()
		synctest.Wait()
		close(hold)
		if err := <-end; err != nil {
			t.Error(err)
		}
		i, err := s.Schedule().Info(t.Context())
		if err != nil || i.Ready+i.Waiting != 0 {
			t.Errorf("%+v, %v", i, err)
		}
		info, err := s.Task().Info(t.Context(), id)
		if err != nil || info.State != service.Canceled {
			t.Errorf("%v, %v", info.State, err)
		}
	})
}
