package web

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// A task is what the API knows of a task besides its supervisor.
type task struct {
	id      service.TaskID
	tags    []string
	targets []string          // ids of their nodes
	nodes   map[op.Key]string // node ids by the keys of nodes
	asked   string            // its request id
	limit   time.Duration
	timer   *time.Timer
	expired atomic.Bool
	best    float64 // the progress that was told, under session.mu
	held    bool    // its results are counted in session.held, under session.mu
}

func (t *task) stopTimer() {
	if t.timer != nil {
		t.timer.Stop()
	}
}

// A request is a Submit that has been taken under its request id.
type request struct {
	done chan struct{}
	id   service.TaskID
	err  error
}

// Bounds of what a session keeps and of what a client may send.
const (
	maxTasks     = 1000 // tasks of a session that are over and still known
	maxRequestID = 128
	maxTags      = 16
	maxTag       = 256
	maxKeys      = 100_000
)

// Submit starts a task, or finds the one of the same request id, and may wait for its end.
func (s *Server) Submit(ctx context.Context, r *marsv1.SubmitRequest) (*marsv1.SubmitResponse, error) {
	x, err := s.session(ctx, r.GetSessionId())
	if err != nil {
		return nil, err
	}
	defer x.active.Add(-1)
	if err := s.releaseFirst(ctx, x, r); err != nil {
		return nil, err
	}
	if err := checkSubmit(r); err != nil {
		return nil, err
	}
	id, err := s.submitOnce(ctx, x, r)
	if err != nil {
		return nil, err
	}
	info, err := s.wait(ctx, id, r.GetWaitMs())
	if err != nil {
		return nil, err
	}
	out := &marsv1.SubmitResponse{TaskId: id.String(), Task: s.taskMessage(x, &info, false)}
	if r.GetManifests() {
		out.Manifests, err = s.manifests(ctx, x, &info)
	}
	if r.GetNoResults() {
		out.Task.Results = nil
	}
	return out, err
}

// releaseFirst gives up the handles that a submission names, so that their memory is free for it.
func (s *Server) releaseFirst(ctx context.Context, x *session, r *marsv1.SubmitRequest) error {
	if len(r.GetRelease()) == 0 {
		return nil
	}
	if r.GetRequestId() == "" {
		return errs.New(errs.Invalid, "release without a request_id: asked again, it would give up more")
	}
	return s.release(ctx, x, r.GetRelease(), r.GetRequestId())
}

func checkSubmit(r *marsv1.SubmitRequest) error {
	if len(r.GetRequestId()) > maxRequestID {
		return errs.New(errs.Invalid, "request_id has %d bytes, more than %d", len(r.GetRequestId()), maxRequestID)
	}
	if len(r.GetTags()) > maxTags || slices.ContainsFunc(r.GetTags(), func(t string) bool { return t == "" || len(t) > maxTag }) {
		return errs.New(errs.Invalid, "a task has at most %d tags of 1 to %d bytes", maxTags, maxTag)
	}
	o := r.GetOptions()
	switch {
	case o.GetPriority() != 0:
		return errs.New(errs.Invalid, "tasks of this server have no priorities")
	case o.GetMaxAttempts() != 0:
		return errs.New(errs.Invalid, "how often a subtask is tried is a setting of the supervisor")
	case o.GetChunkBytes() < 0:
		return errs.New(errs.Invalid, "chunks of %d bytes", o.GetChunkBytes())
	}
	return nil
}

// submitOnce submits, or waits for another Submit of the same request id.
func (s *Server) submitOnce(ctx context.Context, x *session, r *marsv1.SubmitRequest) (service.TaskID, error) {
	rid := r.GetRequestId()
	if rid == "" {
		return s.submit(ctx, x, r)
	}
	x.mu.Lock()
	q := x.asked[rid]
	mine := q == nil
	if mine {
		q = &request{done: make(chan struct{})}
		x.asked[rid] = q
	}
	x.mu.Unlock()
	if !mine {
		select {
		case <-q.done:
			return q.id, q.err
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	q.err = errs.New(errs.Internal, "the submission broke off")
	defer func() {
		if q.err != nil { // nothing was started: the client may try again
			x.mu.Lock()
			delete(x.asked, rid)
			x.mu.Unlock()
		}
		close(q.done)
	}()
	// What the client has asked for is started even if it goes away meanwhile: it will ask again.
	q.id, q.err = s.submit(context.WithoutCancel(ctx), x, r)
	return q.id, q.err
}

func (s *Server) submit(ctx context.Context, x *session, r *marsv1.SubmitRequest) (service.TaskID, error) {
	g := r.GetGraph()
	b, err := s.build(ctx, x, g)
	if err != nil {
		return 0, err
	}
	t := &task{tags: r.GetTags(), nodes: make(map[op.Key]string, len(b.Nodes)), asked: r.GetRequestId()}
	for i, n := range b.Nodes {
		if n.Err == nil && op.IsKnown(n.Op) {
			return 0, &onNode{g.Nodes[i].Id, errs.New(errs.Invalid, "%s describes a value, which cannot be computed from that", graph.Known)}
		}
		t.nodes[n.Key] = g.Nodes[i].Id
	}
	sub := service.Submission{Session: x.id, Targets: b.Targets, Name: b.Targets[0].N.Name, User: x.owner}
	if p := r.GetParent(); p != "" {
		if sub.Parent, err = service.ParseTaskID(p); err != nil {
			return 0, errs.Wrap(errs.Invalid, err, "parent")
		}
	}
	if err := badTarget(g, b); err != nil {
		return 0, err
	}
	for i := range b.Targets {
		t.targets = append(t.targets, g.Nodes[g.Targets[i].Node].Id)
	}
	if err := s.serves(ctx, g, b); err != nil {
		return 0, err
	}
	o := r.GetOptions()
	sub.Options = service.PlanOptions{ChunkBytes: o.GetChunkBytes(), NoFuse: o.GetNoFusion()}
	if t.id, err = s.o.Cluster.Task().Submit(ctx, sub); err != nil {
		return 0, err
	}
	s.keepGraph(ctx, x, t.id, g, b)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.tasks[t.id] = t
	x.order = append(x.order, t.id)
	if len(x.order) > maxTasks {
		s.forget(ctx, x)
	}
	if ms := o.GetTimeoutMs(); ms > 0 && !s.over(x) {
		t.limit = time.Duration(ms) * time.Millisecond
		t.timer = time.AfterFunc(t.limit, func() {
			t.expired.Store(true)
			s.cancel(t.id)
		})
	}
	s.metrics.submitted.Inc()
	return t.id, nil
}

// forget drops the oldest task that is over. x.mu is held.
func (s *Server) forget(ctx context.Context, x *session) {
	for i, id := range x.order {
		info, err := s.o.Cluster.Task().Info(ctx, id)
		if err != nil || info.State.Over() {
			delete(x.asked, x.tasks[id].asked)
			delete(x.tasks, id)
			x.order = slices.Delete(x.order, i, i+1)
			return
		}
	}
}

// wait is what is known of a task when it is over, or after some time.
func (s *Server) wait(ctx context.Context, id service.TaskID, ms uint32) (service.TaskInfo, error) {
	info, err := s.o.Cluster.Task().Info(ctx, id)
	switch {
	case err == nil && info.State.Over():
		return s.o.Cluster.Task().Wait(ctx, id) // which remembers that the client knows
	case err != nil || ms == 0:
		return info, err
	}
	c, cancel := context.WithTimeout(ctx, min(time.Duration(ms)*time.Millisecond, s.o.MaxTime/2))
	defer cancel()
	defer context.AfterFunc(s.life, cancel)() // the server stops: it answers with what there is
	info, err = s.o.Cluster.Task().Wait(c, id)
	if err != nil && c.Err() != nil && ctx.Err() == nil {
		err = nil
	}
	return info, err
}

// find is a task of a session.
func (s *Server) find(ctx context.Context, x *session, text string) (service.TaskInfo, error) {
	id, err := service.ParseTaskID(text)
	if err != nil {
		return service.TaskInfo{}, errs.Wrap(errs.Invalid, err, "task_id")
	}
	info, err := s.o.Cluster.Task().Info(ctx, id)
	if err == nil && info.Session != x.id {
		err = errs.New(errs.NotFound, "no task %s in session %s", id, x.id)
	}
	return info, err
}

// GetTask is what is known of a task, at its end if that comes in time. One whose session is over is found
// without it, or with its name.
func (s *Server) GetTask(ctx context.Context, r *marsv1.GetTaskRequest) (*marsv1.GetTaskResponse, error) {
	if r.GetSessionId() == "" {
		t, err := s.past(ctx, r.GetTaskId())
		return &marsv1.GetTaskResponse{Task: t}, err
	}
	x, err := s.session(ctx, r.GetSessionId())
	if (errs.Is(err, errs.NotFound) || errs.Is(err, errs.Lost)) && r.GetWaitMs() == 0 && !r.GetManifests() { // who waits for it is told that its session is gone
		if t, e := s.past(ctx, r.GetTaskId()); e == nil && t.SessionId == r.GetSessionId() {
			return &marsv1.GetTaskResponse{Task: t}, nil
		}
	}
	if err != nil {
		return nil, err
	}
	defer x.active.Add(-1)
	info, err := s.find(ctx, x, r.GetTaskId())
	if err != nil {
		return nil, err
	}
	if info, err = s.wait(ctx, info.ID, r.GetWaitMs()); err != nil {
		return nil, err
	}
	out := &marsv1.GetTaskResponse{Task: s.taskMessage(x, &info, r.GetNodes())}
	if r.GetNodes() {
		out.Task.Operators = useMessages(&info)
	}
	if r.GetManifests() {
		out.Manifests, err = s.manifests(ctx, x, &info)
	}
	if r.GetNoResults() {
		out.Task.Results = nil
	}
	return out, err
}

// manifests are those of the targets of a task that has succeeded.
func (s *Server) manifests(ctx context.Context, x *session, info *service.TaskInfo) (out []*marsv1.GetManifestResponse, err error) {
	if info.State != service.Done {
		return nil, nil
	}
	for i := range info.Targets {
		m, err := s.parts(ctx, x, &info.Targets[i], selection{}, nil)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// ListTasks lists the tasks of a session, or of all that the caller may use.
func (s *Server) ListTasks(ctx context.Context, r *marsv1.ListTasksRequest) (*marsv1.ListTasksResponse, error) {
	if r.GetAll() {
		return s.listAll(ctx, r)
	}
	if r.GetPageSize() != 0 || r.GetPageToken() != "" {
		return nil, errs.New(errs.Invalid, "pages are of lists that have all tasks: set all")
	}
	who := callerOf(ctx)
	if r.GetSessionId() != "" {
		x, err := s.session(ctx, r.GetSessionId())
		if err != nil {
			return nil, err
		}
		defer x.active.Add(-1)
	}
	list, err := s.o.Cluster.Task().List(ctx, r.GetSessionId())
	if err != nil {
		return nil, err
	}
	out := &marsv1.ListTasksResponse{}
	for i := range list {
		if t := r.GetSince(); t != nil && list[i].Started < service.Nanos(t.AsTime().UnixNano()) {
			continue
		}
		if x := s.record(list[i].Session); who.uses(x.id, x.owner) {
			out.Tasks = append(out.Tasks, s.taskMessage(x, &list[i], false))
		}
	}
	return out, nil
}

// record is the session of a name, if only an empty record of it.
func (s *Server) record(id string) *session {
	s.sessions.mu.Lock()
	defer s.sessions.mu.Unlock()
	if x := s.sessions.all[id]; x != nil {
		return x
	}
	return &session{id: id}
}

// CancelTask asks tasks to end. It does not wait for that.
func (s *Server) CancelTask(ctx context.Context, r *marsv1.CancelTaskRequest) (*marsv1.CancelTaskResponse, error) {
	x, err := s.session(ctx, r.GetSessionId())
	if err != nil {
		return nil, err
	}
	defer x.active.Add(-1)
	var ids []service.TaskID
	switch w := r.GetWhich().(type) {
	case *marsv1.CancelTaskRequest_TaskId:
		info, err := s.find(ctx, x, w.TaskId)
		if err != nil {
			return nil, err
		}
		ids = append(ids, info.ID)
	case *marsv1.CancelTaskRequest_Tag:
		x.mu.Lock()
		for _, id := range x.order {
			if slices.Contains(x.tasks[id].tags, w.Tag) {
				ids = append(ids, id)
			}
		}
		x.mu.Unlock()
	case *marsv1.CancelTaskRequest_All:
		if !w.All {
			return nil, errs.New(errs.Invalid, "all is false: nothing is named")
		}
		list, err := s.o.Cluster.Task().List(ctx, x.id)
		if err != nil {
			return nil, err
		}
		for i := range list {
			ids = append(ids, list[i].ID)
		}
	default:
		return nil, errs.New(errs.Invalid, "name a task, a tag, or all")
	}
	out := &marsv1.CancelTaskResponse{}
	for _, id := range ids {
		if info, err := s.o.Cluster.Task().Info(ctx, id); err == nil && !info.State.Over() {
			s.cancel(id)
			out.TaskIds = append(out.TaskIds, id.String())
		}
	}
	return out, nil
}

// cancel ends a task without waiting for it.
func (s *Server) cancel(id service.TaskID) {
	s.wg.Go(func() {
		if err := s.o.Cluster.Task().Cancel(s.life, id); err != nil && s.life.Err() == nil {
			s.o.Log.Warn("cancel", "task", id, "err", err)
		}
	})
}

// ReadLogs is what user code printed.
func (s *Server) ReadLogs(ctx context.Context, r *marsv1.ReadLogsRequest) (*marsv1.ReadLogsResponse, error) {
	x, err := s.session(ctx, r.GetSessionId())
	if err != nil {
		return nil, err
	}
	defer x.active.Add(-1)
	logs, err := s.o.Cluster.Cluster().Logs(ctx, service.LogQuery{Session: x.id, Names: r.GetNodes(), Offsets: r.GetOffsets(), Max: r.GetMaxBytes()})
	if err != nil {
		return nil, err
	}
	out := &marsv1.ReadLogsResponse{}
	for _, l := range logs {
		out.Logs = append(out.Logs, &marsv1.Log{Node: l.Name, Chunk: l.Chunk, Worker: l.Worker, Offset: l.Offset, Text: l.Text})
	}
	return out, nil
}
