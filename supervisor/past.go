package supervisor

import (
	"context"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/history"
)

// A task that is over stays in memory while its actor lives, which makes its results again when they are
// lost. Then it rests: its results are with lifecycle as long as they have handles, and what it was is kept
// in a few words. The last ones of a session stay for clients that ask again, longer where nobody has been
// told of the end; all are in the history.
const (
	keepReported   = 256
	keepUnreported = 1000
)

// begins notes a task in the history.
func (t *tasks) begins(i *service.TaskInfo) {
	if h := t.s.cfg.History; h != nil {
		h.Put(i)
	}
}

// ends notes the end of a task: in the history, the log and the numbers.
func (t *tasks) ends(i *service.TaskInfo) {
	if h := t.s.cfg.History; h != nil {
		h.Put(i)
	}
	t.s.totals.add(i)
	log, took := t.s.cfg.Log, (i.Ended - i.Started).Duration().String()
	if i.State != service.Failed || i.Err == nil {
		log.Info("task ends", "task", i.ID, "state", i.State, "name", i.Name, "session", i.Session, "took", took, "subtasks", i.Done, "retried", i.Retried+i.Restored)
		return
	}
	log.Error("task fails", "task", i.ID, "kind", i.Err.Kind, "name", i.Name, "session", i.Session, "took", took, "subtasks", i.Done, "retried", i.Retried+i.Restored,
		"op", i.Err.Op, "line", i.Err.Site, "where", i.Err.Where, "err", i.Err.Msg)
}

// rest lets go of what nobody can need of a task that is over and whose actor is stopped.
func (t *tasks) rest(e *entry) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all[e.id] != e || e.rests { // its session is closed, or it rests already
		return
	}
	i := history.Slim(e.info.Load())
	i.Targets = nil
	for _, m := range e.info.Load().Targets {
		i.Targets = append(i.Targets, service.Manifest{Value: m.Value})
	}
	e.info.Store(&i)
	e.rests, e.known, e.chunks = true, nil, nil
	es := append(t.resting[e.session], e)
	n, reported := len(es), 0
	for _, x := range es {
		if x.reported.Load() {
			reported++
		}
	}
	unreported := n - reported
	t.resting[e.session] = slices.DeleteFunc(es, func(x *entry) bool {
		left := &unreported
		most := keepUnreported
		if x.reported.Load() {
			left, most = &reported, keepReported
		}
		if *left <= most {
			return false
		}
		*left--
		delete(t.all, x.id)
		return true
	})
}

// past is a task that is not in memory any more.
func (t *tasks) past(ctx context.Context, id service.TaskID) (service.TaskInfo, error) {
	if h := t.s.cfg.History; h != nil {
		if i, ok := h.Get(id); ok {
			return t.filled(ctx, i), nil
		}
	}
	return service.TaskInfo{}, errs.New(errs.NotFound, "no task %s", id)
}

// now is what is known of a task in memory.
func (t *tasks) now(ctx context.Context, e *entry) service.TaskInfo {
	i := *e.info.Load()
	t.mu.RLock()
	rests := e.rests
	t.mu.RUnlock()
	if !rests {
		return i
	}
	return t.filled(ctx, *e.info.Load())
}

// filled is a task that rests with the results that still have handles.
func (t *tasks) filled(ctx context.Context, i service.TaskInfo) service.TaskInfo {
	var live []service.Manifest
	for k := range i.Targets {
		if !t.s.sess.has(i.Session) {
			break
		}
		if m, ok, err := t.s.Lifecycle().Lookup(ctx, i.Session, i.Targets[k].Value); err == nil && ok {
			live = append(live, m)
		}
	}
	if len(live) < len(i.Targets) { // clients find results by their place
		live = nil
	}
	i.Targets = live
	return i
}

// History is tasks as a query asks; see service.TaskService.
func (t *tasks) History(_ context.Context, q service.TaskQuery) (out []service.TaskInfo, more bool, err error) {
	if q.Limit <= 0 {
		q.Limit = 100
	}
	have := map[service.TaskMark]bool{}
	for _, e := range t.of(q.Session) {
		i := history.Slim(e.info.Load())
		have[i.Mark()] = true
		if q.Wants(&i) {
			out = append(out, i)
		}
	}
	if h := t.s.cfg.History; h != nil {
		only := q.Only
		q.Only = func(i *service.TaskInfo) bool { return !have[i.Mark()] && (only == nil || only(i)) }
		var kept []service.TaskInfo
		if kept, more, err = h.List(q); err != nil {
			return nil, false, err
		}
		out = append(out, kept...)
	}
	slices.SortFunc(out, func(a, b service.TaskInfo) int {
		if a.Mark().Before(b.Mark()) {
			return 1
		}
		return -1
	})
	more = more || len(out) > q.Limit
	out = out[:min(len(out), q.Limit)]
	for k := range out {
		out[k].Targets = nil
	}
	return out, more, nil
}
