package web_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/timestamppb"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/service/history"
	"github.com/mars-project/mars-go/tensor"
	"github.com/mars-project/mars-go/web"
)

// remembering is a cluster that keeps its history in a file, and what ends both.
func remembering(t *testing.T, path string, change func(*web.Options)) (*site, func()) {
	t.Helper()
	h, err := history.Open(path, history.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := local.Start(t.Context(), local.Config{Workers: 1, Slots: 2, Memory: 256 << 20, History: h})
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, c, change)
	s.dial()
	return s, func() {
		s.http.CloseIdleConnections()
		for _, err := range []error{s.s.Close(context.Background()), c.Close(context.Background()), h.Close()} {
			if err != nil {
				t.Error(err)
			}
		}
	}
}

// sums runs n tasks of which the last one fails.
func (s *site) sums(n int) {
	s.t.Helper()
	for i := range n - 1 {
		s.run(tensor.Sum(tensor.FromArray(nd.Of([]float64{1, 2, float64(i)}, 3))).Value())
	}
	bad := tensor.FromArray(nd.Of([]float64{1, 2}, 2))
	r, err := s.task.Submit(s.ctx(), &marsv1.SubmitRequest{SessionId: s.id, Graph: s.graphOf(tensor.Inv(tensor.Outer(bad, bad)).Value()), WaitMs: 30_000})
	if err != nil || r.Task.State != marsv1.Task_STATE_FAILED {
		s.t.Fatalf("%v, %v", r, err)
	}
}

// What tasks were is told after their session is closed and after the supervisor started again, page by page,
// the latest first.
func TestHistoryOverARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	s, end := remembering(t, path, nil)
	s.begin().sums(6)
	if _, err := s.session.CloseSession(s.ctx(), &marsv1.CloseSessionRequest{SessionId: s.id}); err != nil {
		t.Fatal(err)
	}
	old := s.id
	if r, err := s.task.ListTasks(s.ctx(), &marsv1.ListTasksRequest{}); err != nil || len(r.Tasks) != 0 {
		t.Errorf("without all: %v, %v", r, err)
	}
	end()

	s, end = remembering(t, path, nil)
	defer end()
	s.begin().sums(2)
	var all []*marsv1.Task
	token := ""
	for page := 0; page == 0 || token != ""; page++ {
		r, err := s.task.ListTasks(s.ctx(), &marsv1.ListTasksRequest{All: true, PageSize: 3, PageToken: token})
		if err != nil {
			t.Fatal(err)
		}
		all, token = append(all, r.Tasks...), r.NextPageToken
		if page > 9 {
			t.Fatal("pages have no end")
		}
	}
	var ids []string
	for _, m := range all {
		ids = append(ids, m.TaskId)
	}
	if got := strings.Join(ids, " "); got != "t8 t7 t6 t5 t4 t3 t2 t1" {
		t.Errorf("%s", got)
	}
	if m := all[2]; m.State != marsv1.Task_STATE_FAILED || m.SessionId != old || m.Problem.GetSite() == "" || !strings.Contains(m.Problem.Message, "ingular") || m.Ended == nil {
		t.Errorf("%v", m)
	}
	if m := all[3]; m.State != marsv1.Task_STATE_SUCCEEDED || m.Name != "tensor.sum" || m.SubtasksDone == 0 || m.BusySeconds <= 0 || len(m.Operators) == 0 || m.Operators[0].MadeBytes <= 0 || m.Progress != 1 {
		t.Errorf("%v", m)
	}
	if r, err := s.task.GetTask(s.ctx(), &marsv1.GetTaskRequest{SessionId: old, TaskId: "t6"}); err != nil || r.Task.Problem == nil || len(r.Task.Operators) == 0 {
		t.Errorf("%v, %v", r, err)
	}
	if r, err := s.task.GetTask(s.ctx(), &marsv1.GetTaskRequest{TaskId: "t6"}); err != nil || r.Task.SessionId != old {
		t.Errorf("%v, %v", r, err)
	}
	if r, err := s.task.ListTasks(s.ctx(), &marsv1.ListTasksRequest{All: true, Since: all[1].Submitted}); err != nil || len(r.Tasks) != 2 {
		t.Errorf("since: %v, %v", r, err)
	}
	if r, err := s.task.ListTasks(s.ctx(), &marsv1.ListTasksRequest{Since: timestamppb.New(all[0].Submitted.AsTime())}); err != nil || len(r.Tasks) != 1 {
		t.Errorf("since, without all: %v, %v", r, err)
	}
	for token, why := range map[string]string{"x": "page_token", "-1.t1": "page_token", "1.u1": "page_token"} {
		if _, err := s.task.ListTasks(s.ctx(), &marsv1.ListTasksRequest{All: true, PageToken: token}); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", token, err)
		}
	}
}

// Users see what they ran themselves, of sessions that are closed too.
func TestHistoryBelongsToUsers(t *testing.T) {
	s, end := remembering(t, filepath.Join(t.TempDir(), "history.db"), func(o *web.Options) {
		o.Token, o.Users = "all", map[string]string{"ada": "tokenofada", "bob": "tokenofbob"}
	})
	defer end()
	s.token = "tokenofada"
	s.begin().sums(2)
	if _, err := s.session.CloseSession(s.ctx(), &marsv1.CloseSessionRequest{SessionId: s.id}); err != nil {
		t.Fatal(err)
	}
	for token, want := range map[string]int{"tokenofada": 2, "tokenofbob": 0, "all": 2} {
		s.token = token
		r, err := s.task.ListTasks(s.ctx(), &marsv1.ListTasksRequest{All: true})
		if err != nil || len(r.Tasks) != want {
			t.Errorf("%s sees %v, %v", token, r, err)
		}
		_, err = s.task.GetTask(s.ctx(), &marsv1.GetTaskRequest{SessionId: s.id, TaskId: "t1"})
		if (err == nil) != (want > 0) {
			t.Errorf("%s: %v", token, err)
		}
		if want > 0 && r.Tasks[0].User != "ada" {
			t.Errorf("%v", r.Tasks[0])
		}
	}
}
