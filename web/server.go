package web

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"connectrpc.com/connect"

	"github.com/mars-project/mars-go/gen/mars/v1/marsv1connect"
	"github.com/mars-project/mars-go/internal/beside"
	"github.com/mars-project/mars-go/internal/host"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/autoscale"
)

// A Server is the API of one supervisor. All methods are safe for concurrent use.
type Server struct {
	o        Options
	guard    *guard
	handler  http.Handler
	data     recovering
	sessions sessions
	hub      *hub
	metrics  *metrics
	meter    *host.Meter
	loads    loads
	scaling  scaling
	started  service.Nanos

	life     context.Context // ends when the server stops
	stop     context.CancelFunc
	stopping atomic.Bool
	wg       sync.WaitGroup
	builds   beside.Calls // of nodes

	mu    sync.Mutex
	https []*http.Server
}

// New makes a server. Serve it, or mount its Handler; Close it before the cluster.
func New(o Options) (*Server, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.Epoch == "" {
		o.Epoch = random(4)
	}
	s := &Server{o: o, guard: newGuard(&o), meter: host.NewMeter(meterWindow), started: now()}
	s.sessions.all, s.sessions.opening = map[string]*session{}, map[string]int{}
	s.scaling.m = autoscale.New()
	s.life, s.stop = context.WithCancel(context.Background())
	s.data = recovering{o.Parts, o.Cluster, s.life}
	s.hub = newHub(s)
	s.metrics = newMetrics(s)
	var err error
	if s.handler, err = s.routes(); err != nil {
		s.stop()
		return nil, err
	}
	s.wg.Go(s.sweep)
	s.wg.Go(s.hub.run)
	return s, nil
}

// meterWindow is over how long the cores of this process are averaged.
const meterWindow = 2 * time.Second

func now() service.Nanos { return service.Nanos(time.Now().UnixNano()) }

// Epoch changes whenever sessions of before are lost.
func (s *Server) Epoch() string { return s.o.Epoch }

// SessionToken is what a function shows that uses the session which it runs for; it opens nothing else.
// NotFound: there is no such session.
func (s *Server) SessionToken(session string) (string, error) {
	if err := s.o.Cluster.Session().Touch(s.life, session); err != nil {
		return "", err
	}
	return s.guard.sessionToken(session), nil
}

// Handler is the server as an http.Handler.
func (s *Server) Handler() http.Handler { return s.handler }

// routes are all paths of the server.
func (s *Server) routes() (http.Handler, error) {
	mux := http.NewServeMux()
	opts := []connect.HandlerOption{
		connect.WithCodec(jsonCodec{}), connect.WithCodec(binaryCodec{}), connect.WithReadMaxBytes(int(s.o.MaxBody)),
		connect.WithInterceptors(&problems{s}), connect.WithCompressMinBytes(32 << 10),
	}
	api := http.NewServeMux()
	for _, add := range []func() (string, http.Handler){
		func() (string, http.Handler) { return marsv1connect.NewClusterServiceHandler(s, opts...) },
		func() (string, http.Handler) { return marsv1connect.NewSessionServiceHandler(s, opts...) },
		func() (string, http.Handler) { return marsv1connect.NewAnalyzeServiceHandler(s, opts...) },
		func() (string, http.Handler) { return marsv1connect.NewTaskServiceHandler(s, opts...) },
		func() (string, http.Handler) { return marsv1connect.NewDataServiceHandler(s, opts...) },
		func() (string, http.Handler) { return marsv1connect.NewEventServiceHandler(s, opts...) },
	} {
		path, h := add()
		api.Handle(path, s.rpc(h))
	}
	gateway, err := s.gateway()
	if err != nil {
		return nil, err
	}
	api.Handle(dataPrefix+"/sessions/{session}/chunks/", gateway)
	api.HandleFunc("GET "+dataPrefix+"/sessions/{session}/results/{key}", s.plain(s.result))
	api.HandleFunc("GET /api/v1/events", s.plain(s.sse))
	api.HandleFunc("GET /api/v1/tasks", s.plain(s.taskPages))
	api.HandleFunc("GET /api/v1/log", s.plain(s.logs))
	api.HandleFunc("GET /api/v1/autoscale", s.plain(s.autoscale))
	api.HandleFunc("POST /api/v1/nodes/{node}/retire", s.plain(s.retire))
	api.HandleFunc("POST /api/v1/login", s.login)
	api.Handle("GET /metrics", s.metrics.handler(slog.NewLogLogger(s.o.Log.Handler(), slog.LevelWarn)))
	for _, path := range []string{"/mars.v1.ClusterService/", "/mars.v1.SessionService/", "/mars.v1.AnalyzeService/", "/mars.v1.TaskService/", "/mars.v1.DataService/", "/mars.v1.EventService/", "/v1/", "/api/v1/", "/metrics"} {
		mux.Handle(path, s.authorized(api))
	}
	h := s.health()
	mux.HandleFunc("GET /healthz", s.access(h.alive))
	mux.HandleFunc("GET /readyz", s.access(h.ready))
	mux.HandleFunc("GET /login", s.enter)
	mux.HandleFunc("GET /api", reference)
	mux.Handle("/", s.o.UI)
	return s.outermost(mux), nil
}

// Bounds of connections. What a request may take is bounded where it is handled.
const (
	headTime   = 10 * time.Second
	idleTime   = 2 * time.Minute
	maxHeaders = 64 << 10
)

// Serve answers on l until Close, HTTP/1.1 and HTTP/2, with TLS if there is a configuration for it and in
// clear text else. It returns nil after Close.
func (s *Server) Serve(l net.Listener) error {
	p := new(http.Protocols)
	p.SetHTTP1(true)
	p.SetHTTP2(true)
	p.SetUnencryptedHTTP2(true)
	h := &http.Server{
		Handler: s.handler, TLSConfig: s.o.TLS, Protocols: p, ReadHeaderTimeout: headTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeaders,
		ErrorLog: slog.NewLogLogger(s.o.Log.Handler(), slog.LevelDebug),
	}
	s.mu.Lock()
	if s.stopping.Load() {
		s.mu.Unlock()
		return l.Close()
	}
	s.https = append(s.https, h)
	s.mu.Unlock()
	var err error
	if s.o.TLS != nil {
		err = h.ServeTLS(l, "", "")
	} else {
		err = h.Serve(l)
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// Close stops the server: /readyz says so at once, streams end, what is being answered is finished while ctx
// allows, and nothing new is taken. Sessions stay with the cluster. Closing again is no error.
func (s *Server) Close(ctx context.Context) (err error) {
	s.mu.Lock()
	s.stopping.Store(true)
	hs := s.https
	s.https = nil
	s.mu.Unlock()
	s.stop()
	for _, h := range hs {
		if e := h.Shutdown(ctx); e != nil {
			err = errors.Join(err, e, h.Close())
		}
	}
	s.sessions.mu.Lock()
	for _, x := range s.sessions.all {
		x.mu.Lock()
		for _, t := range x.tasks {
			t.stopTimer()
		}
		x.mu.Unlock()
	}
	s.sessions.mu.Unlock()
	s.wg.Wait()
	s.builds.Wait()
	return err
}
