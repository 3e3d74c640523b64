package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/plane"
	"github.com/mars-project/mars-go/tensor"
	"github.com/mars-project/mars-go/web"
)

func TestTokens(t *testing.T) {
	s := open(t, func(o *web.Options) { o.Token = "secret"; o.Users = map[string]string{"ann": "a", "bob": "b"} })
	for _, c := range []struct {
		head []string
		ok   bool
	}{
		{[]string{"Authorization", "Bearer secret"}, true},
		{[]string{"Authorization", "Bearer a"}, true},
		{[]string{"Authorization", "Bearer secre"}, false},
		{[]string{"Authorization", "Bearer "}, false},
		{[]string{"Authorization", "Bearer secretsecret"}, false},
		{[]string{"Authorization", "secret"}, false},
		{[]string{"Authorization", "Basic secret"}, false},
		{[]string{"Authorization", "Mars secret"}, false},
		{[]string{"Authorization", "-", "Cookie", "mars-token=secret"}, false}, // a header that is wrong does not become right by a cookie on a POST
	} {
		head := append([]string{"Content-Type", "application/json"}, c.head...)
		r, b := s.fetch("POST", "/mars.v1.ClusterService/GetServer", strings.NewReader("{}"), head...)
		if c.ok {
			if r.StatusCode != http.StatusOK {
				t.Errorf("%v: %s %s", c.head, r.Status, b)
			}
			continue
		}
		if p := rawProblem(t, b); r.StatusCode != http.StatusUnauthorized || p.Kind != marsv1.ErrorKind_ERROR_KIND_DENIED || !strings.Contains(p.Message, "token") {
			t.Errorf("%v: %s %s", c.head, r.Status, b)
		}
	}
	for _, path := range []string{"/v1/sessions/x/results/00", "/v1/sessions/x/chunks/00", "/api/v1/events", "/api/v1/log", "/metrics"} {
		r, b := s.fetch("GET", path, nil, "Authorization", "Bearer wrong")
		var p struct{ Kind, Message string }
		if err := json.Unmarshal(b, &p); err != nil || r.StatusCode != http.StatusUnauthorized || p.Kind != "ERROR_KIND_DENIED" || r.Header.Get("WWW-Authenticate") == "" {
			t.Errorf("%s: %s %s", path, r.Status, b)
		}
	}
	for _, path := range []string{"/healthz", "/readyz", "/", "/api"} { // what anybody may see
		if r, b := s.fetch("GET", path, nil, "Authorization", "Bearer wrong"); r.StatusCode != http.StatusOK {
			t.Errorf("%s: %s %s", path, r.Status, b)
		}
	}
	// A browser shows the token once, and then its cookie, which is good for reading alone.
	r, _ := s.fetch("POST", "/api/v1/login", nil)
	if len(r.Cookies()) != 1 || !r.Cookies()[0].HttpOnly || r.Cookies()[0].SameSite != http.SameSiteStrictMode {
		t.Fatalf("%s %v", r.Status, r.Cookies())
	}
	c := r.Cookies()[0].String()
	if r, b := s.fetch("GET", "/metrics", nil, "Authorization", "-", "Cookie", c); r.StatusCode != http.StatusOK {
		t.Errorf("%s %s", r.Status, b)
	}
	if r, _ := s.fetch("POST", "/mars.v1.ClusterService/GetServer", strings.NewReader("{}"), "Content-Type", "application/json", "Authorization", "-", "Cookie", c); r.StatusCode != http.StatusUnauthorized {
		t.Errorf("a POST by cookie: %s", r.Status)
	}
}

func TestUsersSeeTheirOwn(t *testing.T) {
	s := open(t, func(o *web.Options) { o.Token = "admin"; o.Users = map[string]string{"ann": "a", "bob": "b"} })
	list := func() (n int) {
		t.Helper()
		r, err := s.session.ListSessions(s.ctx(), &marsv1.ListSessionsRequest{})
		if err != nil {
			t.Fatal(err)
		}
		return len(r.Sessions)
	}
	s.token = "a"
	s.begin()
	s.run(tensor.Ones([]int{2}).Value())
	if n := list(); n != 1 {
		t.Errorf("ann sees %d sessions", n)
	}
	s.token = "b"
	if n := list(); n != 0 {
		t.Errorf("bob sees %d sessions", n)
	}
	tasks, err := s.task.ListTasks(s.ctx(), &marsv1.ListTasksRequest{})
	if err != nil || len(tasks.Tasks) != 0 {
		t.Errorf("bob sees %v, %v", tasks, err)
	}
	for _, err := range []error{
		func() error {
			_, err := s.session.GetSession(s.ctx(), &marsv1.GetSessionRequest{SessionId: s.id})
			return err
		}(),
		func() error {
			_, err := s.session.CreateSession(s.ctx(), &marsv1.CreateSessionRequest{SessionId: s.id})
			return err
		}(),
		func() error {
			_, err := s.session.CloseSession(s.ctx(), &marsv1.CloseSessionRequest{SessionId: s.id})
			return err
		}(),
		func() error {
			_, err := s.task.ListTasks(s.ctx(), &marsv1.ListTasksRequest{SessionId: s.id})
			return err
		}(),
		func() error {
			w, err := s.event.Watch(s.ctx(), &marsv1.WatchRequest{SessionId: s.id})
			if err == nil {
				w.Receive()
				err = w.Err()
				_ = w.Close()
			}
			return err
		}(),
	} {
		wants(t, err, connect.CodePermissionDenied, marsv1.ErrorKind_ERROR_KIND_DENIED, "belongs to somebody else")
	}
	if r, b := s.fetch("GET", "/api/v1/events?scope=session:"+s.id, nil); r.StatusCode != http.StatusForbidden {
		t.Errorf("%s %s", r.Status, b)
	}
	if r, b := s.fetch("GET", "/api/v1/log?follow=0", nil); r.StatusCode != http.StatusForbidden {
		t.Errorf("%s %s", r.Status, b)
	}
	s.token = "admin"
	if n := list(); n != 1 {
		t.Errorf("the administrator sees %d sessions", n)
	}
	if _, err := s.session.CloseSession(s.ctx(), &marsv1.CloseSessionRequest{SessionId: s.id}); err != nil {
		t.Error(err)
	}
}

// What the protocol itself refuses is a Problem too.
func TestDamagedRequests(t *testing.T) {
	s := open(t, func(o *web.Options) { o.MaxBody = 10_000 })
	big, err := proto.Marshal(&marsv1.CreateSessionRequest{Client: strings.Repeat("x", 20_000)})
	if err != nil {
		t.Fatal(err)
	}
	const jsonType, protoType = "application/json", "application/proto"
	for _, c := range []struct {
		path, media string
		body        []byte
		status      int
		want        string
	}{
		{"SessionService/CreateSession", jsonType, []byte("{"), 400, "unmarshal"},
		{"SessionService/CreateSession", jsonType, nil, 400, "no JSON"},
		{"SessionService/CreateSession", jsonType, []byte(`{"client":3}`), 400, "unmarshal"},
		{"SessionService/CreateSession", jsonType, []byte(`{"clientt":"a"}`), 400, `unknown field "clientt"`},
		{"SessionService/CreateSession", jsonType, []byte(strings.Repeat(`{"client":`, 500)), 400, "unmarshal"},
		{"SessionService/CreateSession", jsonType, []byte(`{"client":"` + strings.Repeat("x", 20_000) + `"}`), 429, "larger than configured max"},
		{"SessionService/CreateSession", protoType, big, 429, "larger than configured max"},
		{"SessionService/CreateSession", protoType, []byte{0xff, 0xff}, 400, "unmarshal"},
		{"SessionService/CreateSession", protoType, []byte{0xf8, 0x07, 0x01}, 400, "unknown field 127"},
		{"AnalyzeService/Analyze", jsonType, []byte(`{"graph":{"nodes":[{"attrs":{"x":` + strings.Repeat(`{"list":{"items":[`, 200) + `{"b":true}` + strings.Repeat(`]}}`, 200) + `}}]}}`), 400, "unmarshal"},
	} {
		r, b := s.fetch("POST", "/mars.v1."+c.path, reader(c.body), "Content-Type", c.media)
		if p := rawProblem(t, b); r.StatusCode != c.status || !strings.Contains(p.Message, c.want) || p.Kind != marsv1.ErrorKind_ERROR_KIND_INVALID {
			t.Errorf("%s of %d bytes: %s %s, want %d %q", c.media, len(c.body), r.Status, b, c.status, c.want)
		}
	}
	for path, want := range map[string]int{"/mars.v1.SessionService/Nothing": 404, "/mars.v1.Nothing/Get": 404, "/v1/nothing": 404, "/api/v1/nothing": 404} {
		if r, _ := s.fetch("POST", path, strings.NewReader("{}"), "Content-Type", jsonType); r.StatusCode != want {
			t.Errorf("%s: %s", path, r.Status)
		}
	}
}

// broken is a cluster whose session service panics.
type whole = local.Cluster

type broken struct{ *whole }

func (broken) Session() service.SessionService { panic("a mistake") }

func TestPanicsAreProblems(t *testing.T) {
	s := open(t, func(o *web.Options) { o.Cluster = broken{o.Cluster.(*local.Cluster)}; o.Idle = time.Hour })
	_, err := s.session.ListSessions(s.ctx(), &marsv1.ListSessionsRequest{})
	wants(t, err, connect.CodeInternal, marsv1.ErrorKind_ERROR_KIND_INTERNAL, "the server made a mistake")
	r, b := s.fetch("GET", "/v1/sessions/x/results/00", nil)
	if r.StatusCode != http.StatusInternalServerError || !strings.Contains(string(b), "the server made a mistake") {
		t.Errorf("%s %s", r.Status, b)
	}
	if _, err := s.cluster.GetServer(s.ctx(), &marsv1.GetServerRequest{}); err != nil {
		t.Errorf("after a panic: %v", err)
	}
	if r, b := s.fetch("GET", "/metrics", nil); r.StatusCode != http.StatusOK || !strings.Contains(string(b), "mars_web_panics_total 2") {
		t.Errorf("%s %s", r.Status, b)
	}
}

func TestMetrics(t *testing.T) {
	s := open(t, nil).begin()
	s.run(tensor.Ones([]int{2}).Value())
	r, b := s.fetch("GET", "/metrics", nil)
	if r.StatusCode != http.StatusOK {
		t.Fatal(r.Status)
	}
	for _, want := range []string{
		`mars_web_requests_total{path="TaskService/Submit",status="200"} 1`, "mars_web_tasks_total 1", "mars_session_open_total 1",
		`mars_cluster_nodes{role="worker",state="ready"} 2`, `mars_cluster_slots{node="worker-0"} 2`, `mars_storage_stored_bytes{node="worker-1"}`,
		`mars_web_request_seconds_count{path="TaskService/Submit"} 1`, "mars_schedule_ready_subtasks 0", "go_goroutines", "process_resident_memory_bytes",
	} {
		if !strings.Contains(string(b), want) {
			t.Errorf("there is no %s", want)
		}
	}
	if r, _ := s.fetch("GET", "/debug/pprof/", nil); r.StatusCode != http.StatusNotFound {
		t.Errorf("/debug/pprof/: %s", r.Status)
	}
	r, b = s.fetch("GET", "/", nil)
	if r.StatusCode != http.StatusOK || !strings.Contains(string(b), "new_session") || r.Header.Get("Mars-Epoch") != s.s.Epoch() {
		t.Errorf("%s %s", r.Status, b)
	}
}

// Where workers are reached by clients, parts name them first, with a ticket that holds for that chunk.
func TestPartsNameWorkers(t *testing.T) {
	secret := []byte("0123456789abcdef")
	s := open(t, func(o *web.Options) {
		o.Cluster, o.InlineBytes, o.Secret = labeled{o.Cluster.(*local.Cluster)}, 1, func() []byte { return secret }
	}).begin()
	m := s.run(tensor.Ones([]int{300}).Value()).Manifests[0]
	p := m.Parts[0]
	if len(p.Urls) != 2 || !strings.HasPrefix(p.Urls[0], "http://10.0.0.7:7103/data/v1/sessions/"+s.id+"/chunks/") || !strings.HasPrefix(p.Urls[1], "/v1/sessions/") {
		t.Fatalf("%v", p)
	}
	_, name, _ := strings.Cut(p.Urls[0], "/chunks/")
	k, ok := op.ParseKey(name[:32])
	if err := plane.Check(secret, p.Ticket, s.id, k, plane.Read, time.Now()); !ok || err != nil {
		t.Error(err)
	}
	for _, err := range []error{
		plane.Check(secret, p.Ticket, s.id, op.Key{1}, plane.Read, time.Now()), plane.Check(secret, p.Ticket, s.id, k, plane.Write, time.Now()),
		plane.Check(secret, p.Ticket, s.id, k, plane.Read, time.Now().Add(2*time.Hour)), plane.Check(secret, p.Ticket, "other", k, plane.Read, time.Now()),
	} {
		if !errs.Is(err, errs.Denied) {
			t.Errorf("%v", err)
		}
	}
}

// labeled is a cluster whose workers have data servers.
type labeled struct{ *whole }

func (l labeled) Cluster() service.ClusterService { return labels{l.whole.Cluster()} }

type labels struct{ service.ClusterService }

func (l labels) Nodes(ctx context.Context) ([]service.NodeInfo, error) {
	ns, err := l.ClusterService.Nodes(ctx)
	for i := range ns {
		ns[i].Labels = map[string]string{"data": "10.0.0.7:7103"}
	}
	return ns, err
}

func TestOptionsOfServers(t *testing.T) {
	if _, err := web.New(web.Options{}); !errs.Is(err, errs.Invalid) {
		t.Error(err)
	}
	s := open(t, nil)
	o := web.Options{Cluster: s.c, Parts: nil}
	if _, err := web.New(o); !errs.Is(err, errs.Invalid) {
		t.Error(err)
	}
}

// A user has as many sessions as one may, whatever others have; one that is closed, or was not made, is no
// more.
func TestSessionsOfAUserAreBounded(t *testing.T) {
	s := open(t, func(o *web.Options) { o.Users = map[string]string{"ann": "a", "bob": "b"}; o.UserSessions = 2 })
	create := func(token, id string) error {
		s.token = token
		_, err := s.session.CreateSession(s.ctx(), &marsv1.CreateSessionRequest{SessionId: id})
		return err
	}
	refused := func(err error) {
		t.Helper()
		if connect.CodeOf(err) != connect.CodeResourceExhausted || !strings.Contains(err.Error(), "2 sessions are open of ann, which is as many as one user may have (quota.user_sessions)") {
			t.Errorf("got %v", err)
		}
	}
	for _, err := range []error{create("a", "one"), create("a", "two"), create("a", "two"), create("b", "three")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	refused(create("a", "four"))
	if _, err := s.session.CloseSession(s.ctx(), &marsv1.CloseSessionRequest{SessionId: "one"}); err != nil {
		t.Fatal(err)
	}
	if err := create("a", "not a name"); connect.CodeOf(err) != connect.CodeInvalidArgument {
		t.Errorf("got %v", err)
	}
	made := make(chan error, 8)
	for i := range cap(made) {
		go func() {
			_, err := s.session.CreateSession(s.ctx(), &marsv1.CreateSessionRequest{SessionId: fmt.Sprint("at-once-", i)})
			made <- err
		}()
	}
	n := 0
	for range cap(made) {
		if err := <-made; err == nil {
			n++
		} else {
			refused(err)
		}
	}
	if n != 1 {
		t.Errorf("%d sessions were made where one more was allowed", n)
	}
}
