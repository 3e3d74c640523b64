package web

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/service"
)

// Bounds of a page of the history.
const (
	defaultPage = 100
	maxPage     = 1000
)

// listAll lists tasks of the history too, a page of them, for the caller.
func (s *Server) listAll(ctx context.Context, r *marsv1.ListTasksRequest) (*marsv1.ListTasksResponse, error) {
	who := callerOf(ctx)
	before, err := pageMark(r.GetPageToken())
	if err != nil {
		return nil, err
	}
	q := service.TaskQuery{Session: r.GetSessionId(), Before: before, Limit: defaultPage, Only: func(i *service.TaskInfo) bool { return who.may(i.User) }}
	if n := r.GetPageSize(); n > 0 {
		q.Limit = int(min(n, maxPage))
	}
	if t := r.GetSince(); t != nil {
		q.Since = service.Nanos(t.AsTime().UnixNano())
	}
	list, more, err := s.o.Cluster.Task().History(ctx, q)
	if err != nil {
		return nil, err
	}
	out := &marsv1.ListTasksResponse{}
	for i := range list {
		m := s.taskMessage(s.record(list[i].Session), &list[i], false)
		m.Operators = useMessages(&list[i])
		out.Tasks = append(out.Tasks, m)
	}
	if more {
		out.NextPageToken = PageAfter(out.Tasks[len(out.Tasks)-1])
	}
	return out, nil
}

// taskPages is ListTasks with all for browsers, which have the token in a cookie and may read with it:
//
//	GET /api/v1/tasks?page_size=100&page_token=TOKEN&session=ID
func (s *Server) taskPages(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	in := &marsv1.ListTasksRequest{All: true, SessionId: q.Get("session"), PageToken: q.Get("page_token")}
	if t := q.Get("page_size"); t != "" {
		n, err := strconv.ParseUint(t, 10, 32)
		if err != nil {
			return errs.New(errs.Invalid, "page_size=%.40q is no number", t)
		}
		in.PageSize = uint32(n)
	}
	out, err := s.listAll(r.Context(), in)
	if err != nil {
		return err
	}
	b, err := protojson.Marshal(out)
	if err != nil {
		return errs.Wrap(errs.Internal, err, "tasks as JSON")
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(b)
	return nil
}

// past is a task whose session is over, for the caller.
func (s *Server) past(ctx context.Context, text string) (*marsv1.Task, error) {
	id, err := service.ParseTaskID(text)
	if err != nil {
		return nil, errs.Wrap(errs.Invalid, err, "task_id")
	}
	i, err := s.o.Cluster.Task().Info(ctx, id)
	if err != nil {
		return nil, err
	}
	if !callerOf(ctx).may(i.User) {
		return nil, errs.New(errs.NotFound, "no task %s", id)
	}
	m := s.taskMessage(s.record(i.Session), &i, true)
	m.Operators = useMessages(&i)
	return m, nil
}

// useMessages are what the operators of a task took.
func useMessages(i *service.TaskInfo) (out []*marsv1.OperatorUse) {
	for _, u := range i.Use() {
		out = append(out, &marsv1.OperatorUse{
			Op: u.Name, Values: uint32(u.Values), Subtasks: uint32(u.Subtasks), BusySeconds: u.Busy.Duration().Seconds(), MadeBytes: u.Bytes,
		})
	}
	return out
}

// PageAfter is the token for the tasks before this one: "NANOSECONDS.tID". Supervisors of one cluster
// understand each other's.
func PageAfter(t *marsv1.Task) string {
	return strconv.FormatInt(t.GetSubmitted().AsTime().UnixNano(), 10) + "." + t.GetTaskId()
}

// pageMark is the inverse of PageAfter; the zero mark for no token.
func pageMark(token string) (m service.TaskMark, err error) {
	if token == "" {
		return m, nil
	}
	at, id, _ := strings.Cut(token, ".")
	n, err := strconv.ParseInt(at, 10, 64)
	if err == nil {
		m.ID, err = service.ParseTaskID(id)
	}
	if err != nil || n < 0 {
		return m, errs.New(errs.Invalid, "page_token=%.40q was not given by ListTasks", token)
	}
	m.Started = service.Nanos(n)
	return m, nil
}
