package web_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/gen/mars/v1/marsv1connect"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/op"
	_ "github.com/mars-project/mars-go/ops"
	"github.com/mars-project/mars-go/service/plane"
	"github.com/mars-project/mars-go/web"
)

// A site is a cluster in this process with its API, and a client of it.
type site struct {
	t     testing.TB
	c     *local.Cluster
	s     *web.Server
	url   string
	http  *http.Client
	token string

	cluster marsv1connect.ClusterServiceClient
	session marsv1connect.SessionServiceClient
	analyze marsv1connect.AnalyzeServiceClient
	task    marsv1connect.TaskServiceClient
	data    marsv1connect.DataServiceClient
	event   marsv1connect.EventServiceClient

	id string // of a session
}

// open starts a cluster of two workers with its API. Options of the client choose its encoding.
func open(t testing.TB, change func(o *web.Options), client ...connect.ClientOption) *site {
	t.Helper()
	c, err := local.Start(t.Context(), local.Config{Workers: 2, Slots: 4, Memory: 512 << 20})
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, c, change)
	s.dial(client...)
	t.Cleanup(func() {
		s.http.CloseIdleConnections()
		if err := s.s.Close(context.Background()); err != nil {
			t.Errorf("close the server: %v", err)
		}
		if err := c.Close(context.Background()); err != nil {
			t.Errorf("close the cluster: %v", err)
		}
	})
	return s
}

// serve starts the API of a cluster.
func serve(t testing.TB, c *local.Cluster, change func(o *web.Options)) *site {
	t.Helper()
	o := web.Options{Cluster: c, Parts: plane.NewLocal(c.Data, plane.LocalOptions{}), Log: slog.New(slog.DiscardHandler), Address: "supervisor"}
	if change != nil {
		change(&o)
	}
	s, err := web.New(o)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(l) }()
	t.Cleanup(func() {
		if err := <-served; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	x := &site{t: t, c: c, s: s, url: "http://" + l.Addr().String(), token: o.Token}
	x.http = &http.Client{Transport: bearer{&x.token, &http.Transport{MaxIdleConnsPerHost: 16}}}
	return x
}

// bearer adds the token to requests.
type bearer struct {
	token *string
	*http.Transport
}

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	if *b.token != "" && r.Header.Get("Authorization") == "" {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+*b.token)
	}
	return b.Transport.RoundTrip(r)
}

func (s *site) dial(o ...connect.ClientOption) {
	s.cluster = marsv1connect.NewClusterServiceClient(s.http, s.url, o...)
	s.session = marsv1connect.NewSessionServiceClient(s.http, s.url, o...)
	s.analyze = marsv1connect.NewAnalyzeServiceClient(s.http, s.url, o...)
	s.task = marsv1connect.NewTaskServiceClient(s.http, s.url, o...)
	s.data = marsv1connect.NewDataServiceClient(s.http, s.url, o...)
	s.event = marsv1connect.NewEventServiceClient(s.http, s.url, o...)
}

// begin opens a session.
func (s *site) begin() *site {
	s.t.Helper()
	r, err := s.session.CreateSession(s.ctx(), &marsv1.CreateSessionRequest{Client: "test"})
	if err != nil {
		s.t.Fatal(err)
	}
	s.id = r.Session.SessionId
	return s
}

func (s *site) ctx() context.Context { return s.t.Context() }

// graphOf is the graph of values.
func (s *site) graphOf(vs ...op.Value) *marsv1.Graph {
	s.t.Helper()
	g, err := graph.Encode(vs...)
	if err != nil {
		s.t.Fatal(err)
	}
	return g
}

// run computes values and answers when that is done.
func (s *site) run(vs ...op.Value) *marsv1.SubmitResponse {
	s.t.Helper()
	r, err := s.task.Submit(s.ctx(), &marsv1.SubmitRequest{SessionId: s.id, Graph: s.graphOf(vs...), WaitMs: 30_000, Manifests: true})
	if err != nil {
		s.t.Fatal(err)
	}
	if r.Task.State != marsv1.Task_STATE_SUCCEEDED {
		s.t.Fatalf("the task: %v", r.Task)
	}
	return r
}

// fetch follows redirections of nobody: a plain request and its answer.
func (s *site) fetch(method, path string, body io.Reader, head ...string) (*http.Response, []byte) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.ctx(), method, s.url+path, body)
	if err != nil {
		s.t.Fatal(err)
	}
	for i := 0; i+1 < len(head); i += 2 {
		r.Header.Set(head[i], head[i+1])
	}
	resp, err := s.http.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return resp, b
}

// problem is the Problem that an error of an RPC carries.
func problem(t testing.TB, err error) *marsv1.Problem {
	t.Helper()
	var c *connect.Error
	if !errors.As(err, &c) {
		t.Fatalf("%v is no error of an RPC", err)
	}
	for _, d := range c.Details() {
		if v, err := d.Value(); err == nil {
			if p, ok := v.(*marsv1.Problem); ok {
				return p
			}
		}
	}
	t.Fatalf("%v has no Problem", err)
	return nil
}

// wants checks the code and the Problem of an error.
func wants(t testing.TB, err error, code connect.Code, kind marsv1.ErrorKind, text string) {
	t.Helper()
	p := problem(t, err)
	if connect.CodeOf(err) != code || p.Kind != kind || !strings.Contains(p.Message, text) {
		t.Errorf("%v %v %q, want %v %v %q", connect.CodeOf(err), p.Kind, p.Message, code, kind, text)
	}
}

// rawProblem is the Problem of an answer of the Connect protocol in JSON.
func rawProblem(t testing.TB, body []byte) *marsv1.Problem {
	t.Helper()
	var e struct {
		Details []struct{ Type, Value string }
	}
	if err := json.Unmarshal(body, &e); err != nil || len(e.Details) != 1 || e.Details[0].Type != "mars.v1.Problem" {
		t.Fatalf("%s: %v", body, err)
	}
	b, err := base64.RawStdEncoding.DecodeString(e.Details[0].Value)
	if err != nil {
		t.Fatal(err)
	}
	p := &marsv1.Problem{}
	if err := proto.Unmarshal(b, p); err != nil {
		t.Fatal(err)
	}
	return p
}

// eventually waits for a condition that something else brings about.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	end := time.Now().Add(20 * time.Second)
	for !ok() {
		if time.Now().After(end) {
			t.Fatalf("it never came to this: %s", what)
		}
		time.Sleep(time.Millisecond) // between looks; nothing depends on how long
	}
}

func reader(b []byte) io.Reader { return bytes.NewReader(b) }

// jsonOf is a message as clients without protobuf send it.
func jsonOf(m proto.Message) ([]byte, error) { return protojson.Marshal(m) }
