package web_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"connectrpc.com/connect"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/service/plane"
	"github.com/mars-project/mars-go/tensor"
	"github.com/mars-project/mars-go/web"
)

// A session that nobody uses is closed; one that is used, that runs something or that somebody watches is
// not.
func TestIdleSessionsAreClosed(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		c, err := local.Start(t.Context(), local.Config{Workers: 1, Slots: 1, Memory: 64 << 20, SpillDirs: []string{dir}})
		if err != nil {
			t.Fatal(err)
		}
		s, err := web.New(web.Options{Cluster: c, Parts: plane.NewLocal(c.Data, plane.LocalOptions{}), Log: slog.New(slog.DiscardHandler), Idle: 10 * time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		call := func(method, body string) (int, string) {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mars.v1."+method, strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, r)
			return w.Code, w.Body.String()
		}
		for _, id := range []string{"used", "unused", "watched", "quick"} {
			body := `{"sessionId":"` + id + `"`
			if id == "quick" {
				body += `,"idleTimeoutMs":5000`
			}
			if code, b := call("SessionService/CreateSession", body+"}"); code != 200 {
				t.Fatal(code, b)
			}
		}
		if _, err := c.Session().Create(t.Context(), "inside"); err != nil { // of a program in this process
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan bool)
		go func() {
			r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/mars.v1.EventService/Watch", bytes.NewReader([]byte("\x00\x00\x00\x00\x17"+`{"sessionId":"watched"}`)))
			r.Header.Set("Content-Type", "application/connect+json")
			s.Handler().ServeHTTP(httptest.NewRecorder(), r)
			close(ended)
		}()
		alive := func() string {
			list, err := c.Session().List(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var ids []string
			for _, x := range list {
				ids = append(ids, x.ID)
			}
			return strings.Join(ids, " ")
		}
		for range 3 {
			time.Sleep(4 * time.Minute)
			synctest.Wait()
			if code, b := call("SessionService/GetSession", `{"sessionId":"used"}`); code != 200 {
				t.Error(code, b)
			}
		}
		if got := alive(); got != "inside used watched" {
			t.Errorf("after 12 minutes there are %s", got)
		}
		cancel()
		<-ended
		time.Sleep(11 * time.Minute)
		synctest.Wait()
		if got := alive(); got != "inside" {
			t.Errorf("after 23 minutes there are %s", got)
		}
		if code, b := call("SessionService/GetSession", `{"sessionId":"used"}`); code != 404 || !strings.Contains(b, "ERROR_KIND_NOT_FOUND") {
			t.Error(code, b)
		}
		if err := errors.Join(s.Close(t.Context()), c.Close(t.Context())); err != nil {
			t.Error(err)
		}
	})
}

// A server that has started again tells the clients of before that their sessions are lost, and does not let
// them wait.
func TestARestartLosesSessions(t *testing.T) {
	s := open(t, nil).begin()
	r := s.run(tensor.Ones([]int{2}).Value())
	before, epoch := s.id, s.s.Epoch()
	b := open(t, nil)
	if b.s.Epoch() == epoch {
		t.Fatal("two servers of one epoch")
	}
	_, e1 := b.session.GetSession(b.ctx(), &marsv1.GetSessionRequest{SessionId: before})
	_, e2 := b.task.GetTask(b.ctx(), &marsv1.GetTaskRequest{SessionId: before, TaskId: r.TaskId, WaitMs: 30_000})
	_, e3 := b.task.Submit(b.ctx(), &marsv1.SubmitRequest{SessionId: before, Graph: b.graphOf(tensor.Ones([]int{2}).Value())})
	w, err := b.event.Watch(b.ctx(), &marsv1.WatchRequest{SessionId: before, After: 3})
	if err != nil {
		t.Fatal(err)
	}
	for w.Receive() {
	}
	for _, err := range []error{e1, e2, e3, w.Err()} {
		wants(t, err, connect.CodeDataLoss, marsv1.ErrorKind_ERROR_KIND_LOST, "its supervisor has started again since")
	}
	if resp, body := b.fetch("GET", "/v1/sessions/"+before+"/results/"+r.Manifests[0].Meta.Key, nil); resp.StatusCode != http.StatusGone || !strings.Contains(string(body), "ERROR_KIND_LOST") {
		t.Errorf("%s %s", resp.Status, body)
	}
	if _, err := b.session.CloseSession(b.ctx(), &marsv1.CloseSessionRequest{SessionId: before}); err != nil {
		t.Errorf("closing what is lost: %v", err)
	}
}

func TestTooManySessions(t *testing.T) {
	s := open(t, func(o *web.Options) { o.MaxSessions = 2 }).begin().begin()
	_, err := s.session.CreateSession(s.ctx(), &marsv1.CreateSessionRequest{})
	wants(t, err, connect.CodeResourceExhausted, marsv1.ErrorKind_ERROR_KIND_PRESSURE, "2 sessions are open")
	if _, err := s.session.CloseSession(s.ctx(), &marsv1.CloseSessionRequest{SessionId: s.id}); err != nil {
		t.Fatal(err)
	}
	s.begin()
}

// A session that a program in the supervisor's process closes is closed for the API too, at once.
func TestASessionHasOneLife(t *testing.T) {
	s := open(t, func(o *web.Options) { o.MaxSessions = 1 })
	for range 20 {
		s.begin()
		if err := s.c.Session().Close(s.ctx(), s.id); err != nil {
			t.Fatal(err)
		}
		_, err := s.session.GetSession(s.ctx(), &marsv1.GetSessionRequest{SessionId: s.id})
		wants(t, err, connect.CodeNotFound, marsv1.ErrorKind_ERROR_KIND_NOT_FOUND, "no session")
	}
}

// What a session holds goes with it.
func TestClosingASessionFreesWhatItHolds(t *testing.T) {
	s := open(t, nil).begin()
	s.run(tensor.Ones([]int{1000}).Value())
	r, err := s.task.Submit(s.ctx(), &marsv1.SubmitRequest{SessionId: s.id, Graph: s.graphOf(slow())})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.session.CloseSession(s.ctx(), &marsv1.CloseSessionRequest{SessionId: s.id}); err != nil {
		t.Fatal(err)
	}
	_, err = s.task.GetTask(s.ctx(), &marsv1.GetTaskRequest{SessionId: s.id, TaskId: r.TaskId})
	wants(t, err, connect.CodeNotFound, marsv1.ErrorKind_ERROR_KIND_NOT_FOUND, "no session")
	eventually(t, "nothing is held", func() bool { return s.c.Idle() == nil })
}
