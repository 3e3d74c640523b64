package node

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/timestamppb"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/gen/mars/v1/marsv1connect"
	"github.com/mars-project/mars-go/internal/calls"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/web"
)

// side is the web side of a supervisor that answers with its name.
type side struct {
	marsv1connect.UnimplementedSessionServiceHandler
	marsv1connect.UnimplementedClusterServiceHandler
	marsv1connect.UnimplementedEventServiceHandler
	name   string
	others []*marsv1.ClusterNode
	mu     sync.Mutex
	made   int
}

func (s *side) CreateSession(_ context.Context, r *marsv1.CreateSessionRequest) (*marsv1.CreateSessionResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := r.SessionId
	if s.made++; id == "" {
		id = fmt.Sprintf("%s-%d", s.name, s.made)
	}
	return &marsv1.CreateSessionResponse{Session: &marsv1.Session{SessionId: id, Client: s.name}}, nil
}

func (s *side) GetSession(_ context.Context, r *marsv1.GetSessionRequest) (*marsv1.GetSessionResponse, error) {
	return &marsv1.GetSessionResponse{Session: &marsv1.Session{SessionId: r.SessionId, Client: s.name}}, nil
}

func (s *side) ListSessions(context.Context, *marsv1.ListSessionsRequest) (*marsv1.ListSessionsResponse, error) {
	return &marsv1.ListSessionsResponse{Sessions: []*marsv1.Session{{SessionId: "of " + s.name}}}, nil
}

func (s *side) ListNodes(context.Context, *marsv1.ListNodesRequest) (*marsv1.ListNodesResponse, error) {
	return &marsv1.ListNodesResponse{Nodes: append([]*marsv1.ClusterNode{{Address: s.name, Version: "1"}, {Address: "worker"}}, s.others...)}, nil
}

func (s *side) GetServer(context.Context, *marsv1.GetServerRequest) (*marsv1.GetServerResponse, error) {
	return &marsv1.GetServerResponse{Server: &marsv1.Server{WebUrl: s.name}}, nil
}

func (s *side) Watch(_ context.Context, r *marsv1.WatchRequest, out *connect.ServerStream[marsv1.WatchResponse]) error {
	for i := range 2 {
		if err := out.Send(&marsv1.WatchResponse{Event: &marsv1.Event{Seq: uint64(i + 1), Epoch: s.name + " " + r.SessionId}}); err != nil {
			return err
		}
	}
	return nil
}

func (s *side) handler() http.Handler {
	m := http.NewServeMux()
	m.Handle(marsv1connect.NewSessionServiceHandler(s))
	m.Handle(marsv1connect.NewClusterServiceHandler(s))
	m.Handle(marsv1connect.NewEventServiceHandler(s))
	m.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, s.name+" "+r.URL.Path) })
	return m
}

// cluster is a router over three supervisors of which c is not up; b is reached over HTTP.
func cluster(t *testing.T) (*Router, string) {
	t.Helper()
	r := NewRouter([]string{"b", "a", "c", "a"})
	r.Up(Backend{Name: "a", Epoch: "a", Handler: (&side{name: "a"}).handler()})
	other := NewRouter([]string{"a", "b"}) // of b's own process: what a router has passed on it answers itself
	far := httptest.NewServer(other)
	t.Cleanup(far.Close)
	other.Here(Backend{Name: "b", Epoch: "b", Handler: (&side{name: "b"}).handler()})
	loop, err := Remote(far.URL, far.Client().Transport)
	if err != nil {
		t.Fatal(err)
	}
	other.Up(Backend{Name: "a", Epoch: "a", Handler: loop})
	h, err := Remote(far.URL, far.Client().Transport)
	if err != nil {
		t.Fatal(err)
	}
	r.Up(Backend{Name: "b", Epoch: "b", Handler: h})
	front := httptest.NewServer(r)
	t.Cleanup(front.Close)
	return r, front.URL
}

func TestRouter(t *testing.T) {
	for name, opts := range map[string][]connect.ClientOption{"binary": {}, "JSON": {connect.WithProtoJSON()}, "packed": {connect.WithSendGzip()}, "packed JSON": {connect.WithProtoJSON(), connect.WithSendGzip()}} {
		t.Run(name, func(t *testing.T) {
			r, url := cluster(t)
			opts := append(opts, connect.WithInterceptors(calls.Head("")))
			ctx, h := context.Background(), &http.Client{Transport: &http.Transport{}}
			defer h.CloseIdleConnections()
			ss := marsv1connect.NewSessionServiceClient(h, url, opts...)
			cs := marsv1connect.NewClusterServiceClient(h, url, opts...)

			made := map[string]int{}
			for range 64 { // sessions without a name are spread over those that are up, and their ids lead back to them
				x, err := ss.CreateSession(ctx, &marsv1.CreateSessionRequest{Client: strings.Repeat("x", 2000)})
				if err != nil {
					t.Fatal(err)
				}
				made[x.Session.Client]++
				y, err := ss.GetSession(ctx, &marsv1.GetSessionRequest{SessionId: x.Session.SessionId})
				if err != nil || y.Session.Client != x.Session.Client {
					t.Fatalf("session of %s is asked of %v, %v", x.Session.Client, y, err)
				}
			}
			if made["a"] < 8 || made["b"] < 8 || len(made) != 2 {
				t.Errorf("64 sessions went to %v", made)
			}
			down := 0
			for i := range 64 { // sessions with a name stay where the name leads
				id := fmt.Sprintf("mine%d", i)
				x, err := ss.CreateSession(ctx, &marsv1.CreateSessionRequest{SessionId: id})
				want := highest([]string{"a", "b", "c"}, id)
				switch {
				case want == "c":
					down++
					if connect.CodeOf(err) != connect.CodeUnavailable || !strings.Contains(err.Error(), "supervisor c") {
						t.Errorf("%s: %v", id, err)
					}
				case err != nil || x.Session.Client != want:
					t.Errorf("%s is on %v, %v; want %s", id, x, err, want)
				}
			}
			if down < 8 {
				t.Errorf("%d of 64 names lead to c", down)
			}

			l, err := ss.ListSessions(ctx, &marsv1.ListSessionsRequest{})
			if err != nil || len(l.Sessions) != 2 || l.Sessions[0].SessionId != "of a" || l.Sessions[1].SessionId != "of b" {
				t.Errorf("sessions %v, %v", l, err)
			}
			n, err := cs.ListNodes(ctx, &marsv1.ListNodesRequest{})
			if err != nil || len(n.Nodes) != 4 || n.Nodes[0].Address != "a" || n.Nodes[1].Address != "worker" || n.Nodes[2].Address != "b" {
				t.Errorf("nodes %v, %v", n, err)
			}
			for _, want := range []string{"a", "b"} {
				x, err := cs.GetServer(ctx, &marsv1.GetServerRequest{})
				if err != nil || x.Server.WebUrl != want {
					t.Errorf("server %v, %v; want %s", x, err, want)
				}
				w, err := marsv1connect.NewEventServiceClient(h, url, opts...).Watch(ctx, &marsv1.WatchRequest{SessionId: "b-1"})
				if err != nil {
					t.Fatal(err)
				}
				got := 0
				for w.Receive() {
					if got++; w.Msg().Event.Epoch != "b b-1" {
						t.Errorf("event of %s", w.Msg().Event.Epoch)
					}
				}
				if got != 2 || w.Err() != nil || w.Close() != nil {
					t.Errorf("%d events, %v", got, w.Err())
				}
				r.Down("a")
			}
			r.Down("b")
			if _, err := ss.ListSessions(ctx, &marsv1.ListSessionsRequest{}); connect.CodeOf(err) != connect.CodeUnavailable {
				t.Errorf("nobody is up: %v", err)
			}
			if _, err := ss.CreateSession(ctx, &marsv1.CreateSessionRequest{}); connect.CodeOf(err) != connect.CodeUnavailable {
				t.Errorf("nobody is up: %v", err)
			}
		})
	}
}

func TestRouterOfPlainPaths(t *testing.T) {
	_, url := cluster(t)
	for path, want := range map[string]string{
		"/": "a /", "/data/v1/sessions/b-1/chunks/k": "b /data/v1/sessions/b-1/chunks/k", "/api/v1/events?session=b-7": "b /api/v1/events",
		"/mars.v1.NoService/No": "a /mars.v1.NoService/No", "/mars.v1.TaskService/No": "a /mars.v1.TaskService/No",
	} {
		r, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r.Body)
		if err != nil || string(b) != want {
			t.Errorf("%s: %s, %v; want %s", path, b, err, want)
		}
		_ = r.Body.Close()
	}
}

func TestRouterOfDamagedRequests(t *testing.T) {
	_, url := cluster(t)
	for _, c := range []struct{ kind, encoding, body string }{
		{"application/proto", "", "\x0a\xff"},
		{"application/proto", "", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"},
		{"application/json", "", "{"},
		{"application/json", "", `{"sessionId": 7}`},
		{"application/json", "gzip", "{}"},
	} {
		q, err := http.NewRequest(http.MethodPost, url+marsv1connect.SessionServiceGetSessionProcedure, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		q.Header.Set("Content-Type", c.kind)
		q.Header.Set("Content-Encoding", c.encoding)
		q.Header.Set(calls.Session, "b-1")
		r, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		if _ = r.Body.Close(); r.StatusCode != http.StatusBadRequest {
			t.Errorf("%s %.20q: %s", c.kind, c.body, r.Status)
		}
	}
	if _, err := Remote("ftp://x", nil); err == nil {
		t.Error("ftp is no web port")
	}
}

// unread is a body that nobody may read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the router read a body")
	return 0, io.EOF
}

// Where a request goes follows from its headers: what a stranger sends is not unpacked before a supervisor
// has seen the token.
func TestRouterReadsNoBodies(t *testing.T) {
	r := NewRouter([]string{"a", "b"})
	to := ""
	for _, n := range []string{"a", "b"} {
		r.Up(Backend{Name: n, Epoch: n, Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { to = n })})
	}
	for _, c := range []struct{ path, session, to, says string }{
		{marsv1connect.TaskServiceSubmitProcedure, "b-1", "b", ""},
		{marsv1connect.TaskServiceSubmitProcedure, "a-1", "a", ""},
		{marsv1connect.TaskServiceSubmitProcedure, "", "", calls.Session},
		{marsv1connect.ClusterServiceGetServerProcedure, "", "a", ""},
	} {
		to = ""
		q := httptest.NewRequest(http.MethodPost, c.path, unread{t})
		q.Header.Set("Content-Type", "application/proto")
		q.Header.Set("Content-Encoding", "gzip")
		if c.session != "" {
			q.Header.Set(calls.Session, c.session)
		}
		a := httptest.NewRecorder()
		if r.ServeHTTP(a, q); to != c.to || !strings.Contains(a.Body.String(), c.says) {
			t.Errorf("%+v: to %q, %s", c, to, a.Body)
		}
	}
}

// A session of a supervisor that has started again is for one that is up, which says that it is lost. One
// whose supervisor is down, or may be, is waited for.
func TestSessionsOfEndedSupervisors(t *testing.T) {
	const a1, a2, b1, c1 = "aaaaaaa1", "aaaaaaa2", "bbbbbbb1", "ccccccc1"
	tail := "-0123456789abcdef"
	to := ""
	up := func(r *Router, name, epoch string) {
		r.Up(Backend{Name: name, Epoch: epoch, Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { to = name })})
	}
	r := NewRouter([]string{"a", "b", "c"})
	up(r, "a", a1)
	up(r, "b", b1)
	for _, c := range []struct {
		what              string
		do                func()
		session, to, says string
	}{
		{"it is up", func() {}, a1 + tail, "a", ""},
		{"nobody knows it, and c may", func() {}, c1 + tail, "", "it is c"},
		{"it is down", func() { r.Down("b") }, b1 + tail, "", "supervisor b, which has session"},
		{"another one is down as well", func() { up(r, "a", a2) }, a1 + tail, "a", ""},
		{"its name is that of a client", func() { up(r, "b", b1); up(r, "c", c1) }, "my-session", highest([]string{"a", "b", "c"}, "my-session"), ""},
		{"all are up, and none is it", func() {}, "ddddddd1" + tail, "a", ""},
		{"none is up", func() { r.Down("a"); r.Down("b"); r.Down("c") }, a1 + tail, "", "cannot be reached: it is a or b or c"},
	} {
		c.do()
		to = ""
		q := httptest.NewRequest(http.MethodPost, marsv1connect.TaskServiceSubmitProcedure, http.NoBody)
		q.Header.Set(calls.Session, c.session)
		w := httptest.NewRecorder()
		if r.ServeHTTP(w, q); to != c.to || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("%s: to %q, %s", c.what, to, w.Body)
		}
	}
}

// Rendezvous hashing: a supervisor that goes moves its own sessions and no other.
func TestHighest(t *testing.T) {
	count := map[string]int{}
	for i := range 3000 {
		k := fmt.Sprint(i)
		was := highest([]string{"a", "b", "c"}, k)
		count[was]++
		if now := highest([]string{"a", "b"}, k); was != "c" && now != was {
			t.Fatalf("%s moved from %s to %s", k, was, now)
		}
		if highest([]string{"c", "a", "b"}, k) != was {
			t.Fatalf("%s depends on the order", k)
		}
	}
	for n, c := range count {
		if c < 800 || c > 1200 {
			t.Errorf("%s has %d of 3000", n, c)
		}
	}
}

// pager is a supervisor with tasks, one each so many seconds.
type pager struct {
	marsv1connect.UnimplementedTaskServiceHandler
	supervisor uint8
	every      int64
}

func (p *pager) ListTasks(_ context.Context, r *marsv1.ListTasksRequest) (*marsv1.ListTasksResponse, error) {
	out := &marsv1.ListTasksResponse{}
	for n := int64(10); n > 0; n-- {
		t := &marsv1.Task{TaskId: service.MakeTaskID(p.supervisor, uint32(n)).String(), Submitted: &timestamppb.Timestamp{Seconds: 1000 + n*p.every}}
		if at, id, ok := strings.Cut(r.PageToken, "."); ok {
			last, _ := service.ParseTaskID(id)
			if s := seconds(at); t.Submitted.Seconds > s || t.Submitted.Seconds == s && idOf(t) >= last {
				continue
			}
		}
		if len(out.Tasks) == int(r.PageSize) {
			out.NextPageToken = web.PageAfter(out.Tasks[len(out.Tasks)-1])
			break
		}
		out.Tasks = append(out.Tasks, t)
	}
	return out, nil
}

func seconds(nanos string) int64 {
	n, _ := strconv.ParseInt(nanos, 10, 64)
	return n / 1e9
}

// Pages of the history of several supervisors are one list: the latest first, each task once.
func TestPagesOfSeveralSupervisors(t *testing.T) {
	r := NewRouter([]string{"a", "b"})
	for i, name := range []string{"a", "b"} {
		m := http.NewServeMux()
		m.Handle(marsv1connect.NewTaskServiceHandler(&pager{supervisor: uint8(i), every: int64(2 + 5*i)}))
		r.Up(Backend{Name: name, Epoch: name, Handler: m})
	}
	front := httptest.NewServer(r)
	defer front.Close()
	ts := marsv1connect.NewTaskServiceClient(front.Client(), front.URL)
	var all []*marsv1.Task
	token := ""
	for page := 0; page == 0 || token != ""; page++ {
		a, err := ts.ListTasks(t.Context(), &marsv1.ListTasksRequest{All: true, PageSize: 4, PageToken: token})
		if err != nil || page > 9 || len(a.Tasks) > 4 {
			t.Fatalf("page %d: %v, %v", page, a, err)
		}
		all, token = append(all, a.Tasks...), a.NextPageToken
	}
	seen := map[string]bool{}
	for i, x := range all {
		if i > 0 && all[i-1].Submitted.Seconds < x.Submitted.Seconds {
			t.Errorf("%v comes after %v", x, all[i-1])
		}
		seen[x.TaskId] = true
	}
	if len(all) != 20 || len(seen) != 20 {
		t.Errorf("%d tasks, %d different ones", len(all), len(seen))
	}
}

// A supervisor that cannot be reached is in the list of nodes, as dead, also when none can be.
func TestSupervisorsThatAreDown(t *testing.T) {
	r := NewRouter([]string{"a", "b", "c"})
	front := httptest.NewServer(r)
	defer front.Close()
	cs := marsv1connect.NewClusterServiceClient(front.Client(), front.URL)
	list := func() (out string) {
		t.Helper()
		a, err := cs.ListNodes(t.Context(), &marsv1.ListNodesRequest{})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range a.Nodes {
			out += fmt.Sprintf(" %s %s;", n.Address, strings.TrimPrefix(n.State.String(), "STATE_"))
		}
		return out
	}
	if got := list(); got != " a DEAD; b DEAD; c DEAD;" {
		t.Error(got)
	}
	r.Up(Backend{Name: "a", Epoch: "a", Handler: (&side{name: "a", others: []*marsv1.ClusterNode{web.Peer("b", false), web.Peer("c", false)}}).handler()})
	r.Up(Backend{Name: "b", Epoch: "b", Handler: (&side{name: "b"}).handler()})
	if got := list(); got != " a UNSPECIFIED; worker UNSPECIFIED; b UNSPECIFIED; c DEAD;" {
		t.Error(got)
	}
	if up, down := r.peers("a"); fmt.Sprint(up, down) != "[b] [c]" {
		t.Error(up, down)
	}
}
