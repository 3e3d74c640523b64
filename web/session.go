package web

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// A session is what the API knows of a session besides its supervisor.
type session struct {
	id      string
	owner   string
	client  string
	created time.Time
	idle    time.Duration // 0: it is not closed for being idle; it was made by somebody in the supervisor's process
	used    atomic.Int64  // nanoseconds since 1970
	active  atomic.Int32  // calls and streams that are open
	ending  atomic.Bool   // it is being closed for being idle
	stored  atomic.Int64  // bytes of results with a handle, as far as results tell
	graphs  graphs

	life context.Context // ends when the supervisor begins to close it

	mu      sync.Mutex
	asked   map[string]*request // by request id
	tasks   map[service.TaskID]*task
	order   []service.TaskID // of tasks, oldest first
	uploads map[string]*upload
	held    map[op.Key]*handles

	releases releases
}

// touch says that the session is in use now.
func (x *session) touch(now time.Time) { x.used.Store(now.UnixNano()) }

// sessions are those that the API knows.
type sessions struct {
	mu      sync.Mutex
	all     map[string]*session
	opening map[string]int // sessions that are being made, by owner
}

// maxSessionID is how long a name that a client chooses may be: as long as supervisors take it.
const maxSessionID = 64

// CreateSession makes a session, or answers with the live one of that name.
func (s *Server) CreateSession(ctx context.Context, r *marsv1.CreateSessionRequest) (*marsv1.CreateSessionResponse, error) {
	who := callerOf(ctx)
	if who.session != "" {
		return nil, errs.New(errs.Denied, "a function may use its own session %s alone", who.session)
	}
	if len(r.GetClient()) > 1024 {
		return nil, errs.New(errs.Invalid, "the client's name has %d bytes", len(r.GetClient()))
	}
	if r.GetSessionId() != "" {
		x, err := s.session(ctx, r.GetSessionId())
		if err == nil {
			defer x.active.Add(-1)
			return &marsv1.CreateSessionResponse{Session: s.describeSession(ctx, x)}, nil
		}
		if !errs.Is(err, errs.NotFound) && !errs.Is(err, errs.Lost) {
			return nil, err
		}
	}
	idle := time.Duration(r.GetIdleTimeoutMs()) * time.Millisecond
	if idle == 0 {
		idle = s.o.Idle
	}
	done, err := s.mayOpen(who.name)
	if err != nil {
		return nil, err
	}
	defer done()
	id := r.GetSessionId()
	if id == "" {
		id = s.o.Epoch + "-" + random(8)
	}
	if _, err := s.o.Cluster.Session().Create(ctx, id); err != nil {
		return nil, err
	}
	x, err := s.keep(ctx, id, who.name, r.GetClient(), idle)
	if err != nil {
		return nil, err
	}
	if !who.may(x.owner) { // somebody was quicker
		return nil, denied(id)
	}
	s.hub.changed()
	return &marsv1.CreateSessionResponse{Session: s.describeSession(ctx, x)}, nil
}

// mayOpen looks whether one session more may be open; done is called when it is there, or not made. Pressure:
// it may not.
func (s *Server) mayOpen(owner string) (done func(), err error) {
	x := &s.sessions
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.all) >= s.o.MaxSessions {
		return nil, errs.New(errs.Pressure, "%d sessions are open, which is as many as this server takes", s.o.MaxSessions)
	}
	if s.o.UserSessions > 0 {
		n := x.opening[owner]
		for _, o := range x.all {
			if o.owner == owner {
				n++
			}
		}
		if n >= s.o.UserSessions {
			return nil, errs.New(errs.Pressure, "%d sessions are open%s, which is as many as one user may have (quota.user_sessions): close one that is not needed",
				n, of(owner))
		}
	}
	x.opening[owner]++
	return func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		if x.opening[owner]--; x.opening[owner] == 0 {
			delete(x.opening, owner)
		}
	}, nil
}

func of(owner string) string {
	if owner == "" {
		return ""
	}
	return " of " + owner
}

// keep makes the record of a session, or finds the one that is there. It goes with the session.
func (s *Server) keep(ctx context.Context, id, owner, client string, idle time.Duration) (*session, error) {
	s.sessions.mu.Lock()
	defer s.sessions.mu.Unlock()
	life, err := s.o.Cluster.Session().Life(ctx, id)
	if err != nil {
		return nil, err
	}
	if x := s.sessions.all[id]; x != nil && x.life == life {
		return x, nil
	}
	now := time.Now()
	x := &session{
		id: id, owner: owner, client: client, created: now, idle: idle, life: life,
		asked: map[string]*request{}, tasks: map[service.TaskID]*task{}, uploads: map[string]*upload{},
	}
	x.touch(now)
	s.sessions.all[id] = x
	context.AfterFunc(life, func() { s.drop(x) })
	return x, nil
}

// drop ends the record of a session.
func (s *Server) drop(x *session) {
	x.mu.Lock()
	for _, t := range x.tasks {
		t.stopTimer()
	}
	x.mu.Unlock()
	s.sessions.mu.Lock()
	if s.sessions.all[x.id] == x {
		delete(s.sessions.all, x.id)
	}
	s.sessions.mu.Unlock()
	s.hub.changed()
}

// session finds a session that the caller may use, and counts the use: end it with active.Add(-1). Errors:
// NotFound, Denied, and Lost for a session of before the server was started again.
func (s *Server) session(ctx context.Context, id string) (*session, error) {
	if id == "" {
		return nil, errs.New(errs.Invalid, "no session is named")
	}
	s.sessions.mu.Lock()
	x := s.sessions.all[id]
	s.sessions.mu.Unlock()
	if x == nil {
		if err := s.o.Cluster.Session().Touch(ctx, id); err != nil {
			if e := s.epochOf(id); e != "" && e != s.o.Epoch && errs.Is(err, errs.NotFound) {
				return nil, errs.New(errs.Lost, "session %s is lost: its supervisor has started again since, and has none of its values", id)
			}
			return nil, err
		}
		var err error
		if x, err = s.keep(ctx, id, "", "", 0); err != nil { // of a program in the supervisor's process
			return nil, err
		}
	}
	if !callerOf(ctx).uses(id, x.owner) {
		return nil, denied(id)
	}
	x.active.Add(1)
	x.touch(time.Now())
	if s.over(x) {
		x.active.Add(-1)
		if x.life.Err() != nil {
			s.drop(x)
		}
		return nil, errs.New(errs.NotFound, "no session %s: it was closed", id)
	}
	return x, nil
}

func denied(id string) error { return errs.New(errs.Denied, "session %s belongs to somebody else", id) }

// epochOf is the epoch that a session id of this server's making begins with; empty for another id.
func (s *Server) epochOf(id string) string {
	n := len(s.o.Epoch)
	if len(id) == n+17 && id[n] == '-' {
		return id[:n]
	}
	return ""
}

// random is n random bytes in hex.
func random(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // it does not fail
	return hex.EncodeToString(b)
}

// GetSession describes a session and keeps it alive.
func (s *Server) GetSession(ctx context.Context, r *marsv1.GetSessionRequest) (*marsv1.GetSessionResponse, error) {
	x, err := s.session(ctx, r.GetSessionId())
	if err != nil {
		return nil, err
	}
	defer x.active.Add(-1)
	if err := s.o.Cluster.Session().Touch(ctx, x.id); err != nil {
		return nil, err
	}
	return &marsv1.GetSessionResponse{Session: s.describeSession(ctx, x)}, nil
}

// ListSessions lists the sessions that the caller may use.
func (s *Server) ListSessions(ctx context.Context, _ *marsv1.ListSessionsRequest) (*marsv1.ListSessionsResponse, error) {
	list, err := s.listSessions(ctx, callerOf(ctx))
	return &marsv1.ListSessionsResponse{Sessions: list}, err
}

func (s *Server) listSessions(ctx context.Context, who caller) (out []*marsv1.Session, err error) {
	list, err := s.o.Cluster.Session().List(ctx)
	if err != nil {
		return nil, err
	}
	for i := range list {
		s.sessions.mu.Lock()
		x := s.sessions.all[list[i].ID]
		s.sessions.mu.Unlock()
		owner := ""
		if x != nil {
			owner = x.owner
		}
		if who.uses(list[i].ID, owner) {
			out = append(out, s.sessionMessage(&list[i], x))
		}
	}
	return out, nil
}

// CloseSession ends a session: its tasks are canceled and its values freed. Closing again is no error.
func (s *Server) CloseSession(ctx context.Context, r *marsv1.CloseSessionRequest) (*marsv1.CloseSessionResponse, error) {
	x, err := s.session(ctx, r.GetSessionId())
	switch {
	case errs.Is(err, errs.NotFound), errs.Is(err, errs.Lost):
		return &marsv1.CloseSessionResponse{}, nil
	case err != nil:
		return nil, err
	}
	defer x.active.Add(-1)
	return &marsv1.CloseSessionResponse{}, s.end(context.WithoutCancel(ctx), x)
}

// end closes a session. Its record goes with it.
func (s *Server) end(ctx context.Context, x *session) error {
	return s.o.Cluster.Session().Close(ctx, x.id)
}

// sweepEvery is how often idle sessions are looked for.
const sweepEvery = time.Second

// sweep closes sessions that nobody uses, until the server stops.
func (s *Server) sweep() {
	t := time.NewTicker(sweepEvery)
	defer t.Stop()
	for {
		select {
		case now := <-t.C:
			s.meter.Cores() // so that it is asked often enough
			s.safely("sweep", func() { s.closeIdle(now); s.dropIdleUploads(now) })
		case <-s.life.Done():
			return
		}
	}
}

// closeIdle closes them all at once: one that takes long keeps no other.
func (s *Server) closeIdle(now time.Time) {
	for _, x := range s.idleSessions(now) {
		if x.ending.Swap(true) {
			continue
		}
		s.o.Log.Info("session closed: nobody uses it", "session", x.id, "client", x.client, "idle", x.idle)
		s.wg.Go(func() {
			s.safely("close an idle session", func() {
				if err := s.end(s.life, x); err != nil {
					s.o.Log.Warn("close an idle session", "session", x.id, "err", err)
				}
			})
		})
	}
}

// idleSessions are those that nobody has used for too long, that no call is in, and that run nothing.
func (s *Server) idleSessions(now time.Time) (out []*session) {
	busy := map[string]bool{}
	list, err := s.o.Cluster.Session().List(s.life)
	if err != nil {
		return nil
	}
	for i := range list {
		busy[list[i].ID] = list[i].Tasks > 0
	}
	s.sessions.mu.Lock()
	defer s.sessions.mu.Unlock()
	for id, x := range s.sessions.all {
		switch {
		case x.active.Load() > 0:
		case busy[id]:
			x.touch(now)
		case x.idle > 0 && now.UnixNano()-x.used.Load() > int64(x.idle):
			out = append(out, x)
		}
	}
	return out
}

// describeSession is a session as a message.
func (s *Server) describeSession(ctx context.Context, x *session) *marsv1.Session {
	if i, err := s.o.Cluster.Session().Info(ctx, x.id); err == nil {
		return s.sessionMessage(&i, x)
	}
	return s.sessionMessage(&service.SessionInfo{ID: x.id, Created: service.Nanos(x.created.UnixNano()), LastUsed: service.Nanos(x.used.Load())}, x)
}

func (s *Server) sessionMessage(i *service.SessionInfo, x *session) *marsv1.Session {
	m := &marsv1.Session{SessionId: i.ID, Epoch: s.o.Epoch, Created: stamp(i.Created), Used: stamp(i.LastUsed), Tasks: uint32(i.Tasks)}
	if x != nil {
		m.Client, m.IdleTimeoutMs, m.StoredBytes = x.client, uint32(x.idle/time.Millisecond), x.stored.Load()
		m.Used = stamp(max(i.LastUsed, service.Nanos(x.used.Load())))
	}
	return m
}
