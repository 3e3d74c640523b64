package web

import (
	"testing"

	"github.com/mars-project/mars-go/service"
)

// A call that has ended is told of until the next sign of life of its worker: its subtask counts once.
func TestCallsThatEndedCountOnce(t *testing.T) {
	on := func(far ...float64) (out []callOn) {
		for _, f := range far {
			out = append(out, callOn{Call: service.Call{Done: f}})
		}
		return out
	}
	for _, c := range []struct {
		done, running int
		calls         []callOn
		want          float64
	}{
		{0, 2, on(0.5, 0.25), 0.1875},
		{1, 1, on(1, 0.25), 0.3125}, // the first ended a moment ago
		{2, 0, on(1, 1), 0.5},
		{1, 3, nil, 0.25},
	} {
		i := &service.TaskInfo{State: service.Running, Progress: service.Progress{Total: 4, Done: c.done, Running: c.running}}
		if got := (&task{}).progress(i, c.calls); got != c.want {
			t.Errorf("%d of 4 done, calls %v of %d: %g, want %g", c.done, c.calls, c.running, got, c.want)
		}
	}
}
