package web

import (
	"slices"

	"github.com/mars-project/mars-go/service"
)

// progress is how much is done, from 0 to 1, with what calls say that run; it never falls, though new stages
// make more to do. session.mu is held.
func (t *task) progress(i *service.TaskInfo, calls []callOn) float64 {
	if i.State == service.Done {
		t.best = 1
	} else if i.Total > 0 {
		const almost = 0.999 // until the end is known
		t.best = max(t.best, min((float64(i.Done)+parts(calls, i.Running))/float64(i.Total), almost))
	}
	return t.best
}

// parts is how much calls have done of as many subtasks as run at most. Workers tell of a call until their
// next sign of life, though it has ended by then and its subtask counts as done: what is farthest is left
// out.
func parts(calls []callOn, running int) (sum float64) {
	far := make([]float64, len(calls))
	for k := range calls {
		far[k] = calls[k].Done
	}
	slices.Sort(far)
	for _, f := range far[:min(len(far), running)] {
		sum += f
	}
	return sum
}
