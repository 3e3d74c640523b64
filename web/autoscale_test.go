package web_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service/autoscale"
	"github.com/mars-project/mars-go/tensor"
	"github.com/mars-project/mars-go/web"
)

// turnstile copies chunks once it is open, and counts its runs.
type turnstile struct{}

var (
	turnstileOpen atomic.Pointer[chan struct{}]
	turnstileRuns atomic.Int32
)

func init() {
	op.Register[turnstile](op.Doc{Name: "webtest.turnstile", Like: "numpy.positive", Sig: "turnstile(a)", Summary: "Waits until it is open"})
}

func (*turnstile) Infer(in []op.Meta) ([]op.Meta, error) { return in, nil }
func (o *turnstile) Tile(t *op.Tiler) error              { return t.Out(t.Map(t.In(0))) }
func (*turnstile) Exec(x *op.Exec) error {
	turnstileRuns.Add(1)
	select {
	case <-*turnstileOpen.Load():
	case <-x.Context().Done():
		return x.Context().Err()
	}
	out := x.Alloc(dtype.Float64, x.Array(0).Shape...)
	copy(nd.Data[float64](out), nd.Data[float64](x.Array(0)))
	return x.Put(0, out)
}

// advice is what the cluster wants.
func (s *site) advice(query string) (a autoscale.Advice) {
	s.t.Helper()
	r, b := s.fetch("GET", "/api/v1/autoscale"+query, nil)
	if err := json.Unmarshal(b, &a); err != nil || r.StatusCode != http.StatusOK || a.Retire == nil {
		s.t.Fatalf("%s %s: %v", r.Status, b, err)
	}
	return a
}

// retire has a worker leave, and is its state.
func (s *site) retire(node string) string {
	s.t.Helper()
	r, b := s.fetch("POST", "/api/v1/nodes/"+node+"/retire", nil)
	var x struct{ Node, State string }
	if err := json.Unmarshal(b, &x); err != nil || r.StatusCode != http.StatusOK || x.Node != node {
		s.t.Fatalf("%s %s: %v", r.Status, b, err)
	}
	return x.State
}

// A backlog wants more workers; one that is told to leave in the middle of it ends what it runs and hands
// over what it has, so that nothing is lost and nothing runs again; idle ones are named.
func TestAutoscale(t *testing.T) {
	gate := make(chan struct{})
	turnstileOpen.Store(&gate)
	turnstileRuns.Store(0)
	s := open(t, func(o *web.Options) { o.Token = "secret of a test" }).begin()
	if a := s.advice(""); a.Workers != 2 || a.Want != 2 || len(a.Retire) > 0 {
		t.Errorf("at the begin: %+v", a)
	}
	if a := s.advice("?idle=0"); a.Want != 0 || !slices.Equal(slices.Sorted(slices.Values(a.Retire)), []string{"worker-0", "worker-1"}) {
		t.Errorf("nobody has anything to do: %+v", a)
	}

	const chunks = 64
	v := op.Value{N: op.Apply(&turnstile{}, tensor.Arange(0.0, chunks, 1, tensor.Create{Chunk: []int{1}}).Value())}
	r, err := s.task.Submit(s.ctx(), &marsv1.SubmitRequest{SessionId: s.id, Graph: s.graphOf(v)})
	if err != nil {
		t.Fatal(err)
	}
	slots := s.slots()
	eventually(t, "every slot runs something", func() bool { return int(turnstileRuns.Load()) == slots })
	if a := s.advice("?idle=0"); a.Want <= 2 || len(a.Retire) > 0 || !strings.Contains(a.Why, "none has ended yet") {
		t.Errorf("with a backlog: %+v", a)
	}

	if state := s.retire("worker-0"); state != "stopping" {
		t.Errorf("it is %s", state)
	}
	if state := s.retire("worker-0"); state != "stopping" {
		t.Errorf("asked again it is %s", state)
	}
	eventually(t, "it does not count", func() bool { return s.advice("").Workers == 1 })
	close(gate)
	x, err := s.task.GetTask(s.ctx(), &marsv1.GetTaskRequest{SessionId: s.id, TaskId: r.Task.TaskId, WaitMs: 30_000, Manifests: true})
	if err != nil || x.Task.State != marsv1.Task_STATE_SUCCEEDED {
		t.Fatalf("%v, %v", x, err)
	}
	eventually(t, "it has stopped", func() bool { return s.retire("worker-0") == "stopped" })
	if _, err := s.cluster.DrainNode(s.ctx(), &marsv1.DrainNodeRequest{Address: "worker-0"}); err == nil {
		t.Error("one that has stopped was told to leave")
	}
	if n := turnstileRuns.Load(); n != chunks {
		t.Errorf("%d runs of %d subtasks", n, chunks)
	}
	_, b := s.fetch("GET", fmt.Sprintf("/v1/sessions/%s/results/%s?format=json", s.id, x.Manifests[0].Meta.Key), nil)
	var got []float64
	if err := json.Unmarshal(b, &got); err != nil || len(got) != chunks || got[chunks-1] != chunks-1 {
		t.Errorf("%.200s: %v", b, err)
	}
	es, err := s.c.Events().Since(s.ctx(), 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range es {
		if strings.Contains(e.Text, "rerun") || strings.Contains(e.Text, "retry") {
			t.Error(e)
		}
	}
	eventually(t, "the other keeps what is stored", func() bool {
		a := s.advice("?idle=0")
		return a.Workers == 1 && a.Want == 1 && strings.Contains(a.Why, "stored")
	})
}

// slots are those of all workers.
func (s *site) slots() (n int) {
	s.t.Helper()
	r, err := s.cluster.ListNodes(s.ctx(), &marsv1.ListNodesRequest{})
	if err != nil {
		s.t.Fatal(err)
	}
	for _, x := range r.Nodes {
		for _, b := range x.Bands {
			n += int(b.Slots)
		}
	}
	return n
}

func TestWhoMayRetire(t *testing.T) {
	s := open(t, func(o *web.Options) { o.Token, o.Users = "secret of a test", map[string]string{"ann": "secret of ann"} }).begin()
	session, err := s.s.SessionToken(s.id)
	if err != nil {
		t.Fatal(err)
	}
	const one, all = "/api/v1/nodes/worker-0/retire", "/api/v1/autoscale"
	for _, c := range []struct {
		what, method, path, token string
		status                    int
		text                      string
	}{
		{"no token", "POST", one, "-", 401, ""},
		{"a wrong one", "POST", one, "x", 401, ""},
		{"a user", "POST", one, "secret of ann", 403, "administrator"},
		{"a function", "POST", one, session, 403, "administrator"},
		{"a cookie", "POST", one, "cookie", 401, ""},
		{"by GET", "GET", one, "secret of a test", 405, ""},
		{"no such worker", "POST", "/api/v1/nodes/worker-9/retire", "secret of a test", 404, "no worker"},
		{"the supervisor", "POST", "/api/v1/nodes/supervisor/retire", "secret of a test", 404, "no worker"},
		{"no token", "GET", all, "-", 401, ""},
		{"a user", "GET", all, "secret of ann", 200, `"want":2`},
		{"a cookie", "GET", all, "cookie", 200, `"want":2`},
		{"no number", "GET", all + "?idle=soon", "secret of a test", 400, "idle=\\\"soon\\\""},
		{"by POST", "POST", all, "secret of a test", 405, ""},
	} {
		q, err := http.NewRequestWithContext(s.ctx(), c.method, s.url+c.path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		switch c.token {
		case "-":
		case "cookie":
			q.AddCookie(&http.Cookie{Name: "mars-token", Value: s.token})
		default:
			q.Header.Set("Authorization", "Bearer "+c.token)
		}
		r, err := (&http.Client{Transport: s.http.Transport.(bearer).Transport}).Do(q)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r.Body)
		_ = r.Body.Close()
		if err != nil || r.StatusCode != c.status || !strings.Contains(string(b), c.text) {
			t.Errorf("%s %s with %s: %s %s %v, want %d with %q", c.method, c.path, c.what, r.Status, b, err, c.status, c.text)
		}
	}
	s.token = "secret of ann"
	if _, err := s.cluster.DrainNode(s.ctx(), &marsv1.DrainNodeRequest{Address: "worker-0"}); err == nil || !strings.Contains(err.Error(), "administrator") {
		t.Errorf("a user drains: %v", err)
	}
	if a := s.advice(""); a.Workers != 2 {
		t.Errorf("a worker has left: %+v", a)
	}
}
