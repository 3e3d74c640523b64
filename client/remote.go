package client

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"time"

	"connectrpc.com/connect"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/gen/mars/v1/marsv1connect"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/internal/calls"
	"github.com/mars-project/mars-go/internal/loopback"
	"github.com/mars-project/mars-go/internal/version"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// An Address is a web port and how to get in.
type Address struct {
	// URL is as "http://host:port". Its user, as in "http://TOKEN@host:port", is the token where Token is
	// empty.
	URL string
	// Token goes with every call to the web port, and nowhere else.
	Token string
	// Fallback is the token where neither of these tells one.
	Fallback string
	// TLS is for https. The default is the system's roots.
	TLS *tls.Config
	// Session names the session. One of that name that is there is taken over. The default is drawn by the
	// server.
	Session string
	// Idle is how long the server keeps the session when it hears nothing of this program, which says every
	// minute that it lives. The default is 10 minutes.
	Idle time.Duration
}

// remote is a session on a web port.
type remote struct {
	base  string // the URL without a slash at its end
	token string
	http  *http.Client
	id    string
	epoch string
	limit int64 // bytes up to which data travels in graphs

	cluster marsv1connect.ClusterServiceClient
	session marsv1connect.SessionServiceClient
	analyze marsv1connect.AnalyzeServiceClient
	task    marsv1connect.TaskServiceClient
	data    marsv1connect.DataServiceClient

	stop context.CancelFunc // of the heartbeat
	wg   sync.WaitGroup

	mu    sync.Mutex
	avoid map[string]bool // workers that cannot be reached from here
	sent  map[op.Key]op.Key
}

// Connect makes a session on a cluster that runs elsewhere. It lives until Close, or until the server has
// heard nothing of it for too long. Close it.
//
// Errors: Invalid for a URL that is none, Unavailable where nothing answers, Denied for a wrong token.
func Connect(ctx context.Context, a Address, opt Options) (*Session, error) {
	r, err := dial(a)
	if err != nil {
		return nil, err
	}
	beat, err := r.open(ctx, a)
	if err != nil {
		r.http.CloseIdleConnections()
		return nil, err
	}
	life, stop := context.WithCancel(context.Background())
	r.stop = stop
	r.wg.Go(func() { r.beats(life, beat) })
	return begin(r, r.id, opt), nil
}

func dial(a Address) (*remote, error) {
	if !strings.Contains(a.URL, "://") {
		a.URL = "http://" + a.URL
	}
	u, err := url.Parse(a.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errs.New(errs.Invalid, "url: %q is no address of a web port; write it as http://host:port", a.URL)
	}
	if a.Token == "" {
		a.Token = u.User.Username()
	}
	if a.Token == "" {
		a.Token = a.Fallback
	}
	u.User = nil
	if a.Token == "" {
		a.Token = loopback.Token(u)
	}
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.TLSClientConfig = a.TLS
	t.MaxIdleConnsPerHost = fetches
	r := &remote{
		base: strings.TrimRight(u.String(), "/"), token: a.Token, http: &http.Client{Transport: t}, avoid: map[string]bool{}, sent: map[op.Key]op.Key{},
	}
	way := connect.WithInterceptors(connect.UnaryInterceptorFunc(r.through))
	r.cluster = marsv1connect.NewClusterServiceClient(r.http, r.base, way)
	r.session = marsv1connect.NewSessionServiceClient(r.http, r.base, way)
	r.analyze = marsv1connect.NewAnalyzeServiceClient(r.http, r.base, way)
	r.task = marsv1connect.NewTaskServiceClient(r.http, r.base, way)
	r.data = marsv1connect.NewDataServiceClient(r.http, r.base, way)
	return r, nil
}

// open makes the session, and says how often the server wants to hear of it.
func (r *remote) open(ctx context.Context, a Address) (beat time.Duration, err error) {
	got, err := r.cluster.GetServer(ctx, &marsv1.GetServerRequest{})
	if err != nil {
		return 0, err
	}
	if v := got.GetServer(); v.GetGraphVersion() < graph.Version {
		return 0, errs.New(errs.Invalid, "the server at %s is version %s and reads graphs of version %d; this program writes version %d",
			r.base, v.GetVersion(), v.GetGraphVersion(), graph.Version)
	}
	if r.limit = got.GetServer().GetInlineBytes(); r.limit == 0 {
		r.limit = 64 << 10
	}
	if a.Idle == 0 {
		a.Idle = 10 * time.Minute
	}
	s, err := r.session.CreateSession(ctx, &marsv1.CreateSessionRequest{
		SessionId: a.Session, Client: "mars-go/" + version.Version + " (" + runtime.Version() + ")", IdleTimeoutMs: uint32(a.Idle / time.Millisecond),
	})
	if err != nil {
		return 0, err
	}
	r.id, r.epoch = s.GetSession().GetSessionId(), s.GetSession().GetEpoch()
	beat = time.Minute
	if idle := time.Duration(s.GetSession().GetIdleTimeoutMs()) * time.Millisecond; idle > 0 {
		beat = max(time.Millisecond, min(beat, idle/3))
	}
	return beat, nil
}

// beats keeps the session alive.
func (r *remote) beats(ctx context.Context, every time.Duration) {
	t := time.NewTicker(every)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			// Who waits for an answer hears what is wrong.
			_, _ = r.session.GetSession(ctx, &marsv1.GetSessionRequest{SessionId: r.id})
		}
	}
}

// How long a server may be away, and how long it is left alone between two calls.
const (
	away  = 15 * time.Second
	pause = 200 * time.Millisecond
)

// through sends a call with the token. A server that is away may come back: every call may be sent again.
func (r *remote) through(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, q connect.AnyRequest) (connect.AnyResponse, error) {
		calls.Head(r.token).Name(q.Header(), q.Any())
		tries := int(away / pause)
		if r.id == "" { // there is no session yet: nothing is lost
			tries = 1
		}
		for {
			a, err := next(ctx, q)
			if err == nil {
				return a, nil
			}
			tries--
			if away := connect.CodeOf(err) == connect.CodeUnavailable && problemIn(err) == nil; !away || tries <= 0 || ctx.Err() != nil {
				return nil, r.problem(ctx, err)
			}
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(pause):
			}
		}
	}
}

// graph is what the server needs to make values: data that it does not have is uploaded.
func (r *remote) graph(ctx context.Context, vs []op.Value, has func(op.Key) stored) (*marsv1.Graph, error) {
	var broken error
	g, err := graph.EncodeBut(func(v op.Value) (op.Key, bool) {
		if s := has(v.Meta().Key); s != nil {
			return s.key(), true
		}
		k, ok, err := r.given(ctx, v)
		broken = errors.Join(broken, err)
		return k, ok
	}, vs...)
	return g, errors.Join(broken, err)
}

func (r *remote) explain(ctx context.Context, vs []op.Value, o *Options, has func(op.Key) stored) (string, error) {
	g, err := r.graph(ctx, vs, has)
	if err != nil {
		return "", err
	}
	a, err := r.analyze.Explain(ctx, &marsv1.ExplainRequest{
		SessionId: r.id, Graph: g, Options: &marsv1.Options{ChunkBytes: o.ChunkBytes, NoFusion: o.NoFuse},
	})
	return a.GetText(), err
}

func (r *remote) submit(ctx context.Context, vs []op.Value, o *Options, has func(op.Key) stored) (service.TaskID, error) {
	g, err := r.graph(ctx, vs, has)
	if err != nil {
		return 0, err
	}
	a, err := r.task.Submit(ctx, &marsv1.SubmitRequest{
		SessionId: r.id, Graph: g, RequestId: random(), Options: &marsv1.Options{ChunkBytes: o.ChunkBytes, NoFusion: o.NoFuse},
	})
	if err != nil {
		return 0, err
	}
	return service.ParseTaskID(a.GetTaskId())
}

// poll is how long one question for the end of a task waits.
const poll = 20 * time.Second

func (r *remote) wait(ctx context.Context, id service.TaskID, step time.Duration) (service.TaskInfo, []stored, error) {
	for {
		each := poll
		if step > 0 {
			each = step
		}
		a, err := r.task.GetTask(ctx, &marsv1.GetTaskRequest{SessionId: r.id, TaskId: id.String(), WaitMs: uint32(each / time.Millisecond), Manifests: true})
		if err != nil {
			return service.TaskInfo{}, nil, err
		}
		info := infoOf(id, a.GetTask())
		if !info.State.Over() && step == 0 {
			continue
		}
		var vs []stored
		for _, m := range a.GetManifests() {
			v, err := r.result(m)
			if err != nil {
				return info, nil, err
			}
			vs = append(vs, v)
		}
		return info, vs, nil
	}
}

func (r *remote) info(ctx context.Context, id service.TaskID) (service.TaskInfo, error) {
	a, err := r.task.GetTask(ctx, &marsv1.GetTaskRequest{SessionId: r.id, TaskId: id.String()})
	return infoOf(id, a.GetTask()), err
}

func (r *remote) cancel(ctx context.Context, id service.TaskID) error {
	_, err := r.task.CancelTask(ctx, &marsv1.CancelTaskRequest{SessionId: r.id, Which: &marsv1.CancelTaskRequest_TaskId{TaskId: id.String()}})
	for err == nil {
		var a *marsv1.GetTaskResponse
		a, err = r.task.GetTask(ctx, &marsv1.GetTaskRequest{SessionId: r.id, TaskId: id.String(), WaitMs: uint32(poll / time.Millisecond)})
		if infoOf(id, a.GetTask()).State.Over() {
			break
		}
	}
	return err
}

// infoOf is what a message tells of a task.
func infoOf(id service.TaskID, t *marsv1.Task) service.TaskInfo {
	out := service.TaskInfo{ID: id, Session: t.GetSessionId(), Name: t.GetName(), Progress: service.Progress{
		Total: int(t.GetSubtasks()), Done: int(t.GetSubtasksDone()), Running: int(t.GetSubtasksRunning()), Retried: int(t.GetSubtasksRetried()),
		Waiting: t.GetWaiting(),
	}}
	switch t.GetState() {
	case marsv1.Task_STATE_SUCCEEDED:
		out.State = service.Done
	case marsv1.Task_STATE_FAILED:
		out.State = service.Failed
	case marsv1.Task_STATE_CANCELED:
		out.State = service.Canceled
	case marsv1.Task_STATE_RUNNING:
		out.State = service.Running
	}
	if p := t.GetProblem(); p != nil {
		out.Err = &service.Failure{Kind: errs.Kind(p.Kind), Msg: p.Message, Site: p.Site, Op: p.Op, Where: p.Where, Trace: p.Trace}
	}
	return out
}

func (r *remote) release(ctx context.Context, ks []op.Key) error {
	q := &marsv1.ReleaseRequest{SessionId: r.id, RequestId: random()}
	for _, k := range ks {
		q.Keys = append(q.Keys, k.String())
	}
	_, err := r.data.Release(ctx, q)
	return err
}

func (r *remote) close(ctx context.Context) error {
	r.stop()
	r.wg.Wait()
	_, err := r.session.CloseSession(ctx, &marsv1.CloseSessionRequest{SessionId: r.id})
	r.http.CloseIdleConnections()
	return err
}

// random is a name that nobody else draws.
func random() string {
	b := make([]byte, 16)
	_, _ = rand.Read(b) // it does not fail
	return hex.EncodeToString(b)
}
