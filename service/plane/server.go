package plane

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
)

// ServerOptions of NewServer. The zero value of a field means its default.
type ServerOptions struct {
	// Data has the chunks. It must be given.
	Data *data.Service
	// Band is where they are. It must be given.
	Band service.Band
	// Secret signs tickets; all of a cluster have the same, of at least MinSecret bytes. It must be given, or
	// Ring.
	Secret []byte
	// Ring has several secrets, in place of Secret.
	Ring *Ring
	// Slots is how many transfers to other workers run at once; others wait. The default is 4.
	Slots int
	// MaxUpload is the most bytes of one upload. The default is 1 GiB.
	MaxUpload int64
	// Patience is how long a reader or writer may make no progress before its chunk is unpinned and the
	// request ends. The default is 30 s.
	Patience time.Duration
	// Log gets what was refused. The default discards it.
	Log *slog.Logger
}

// DefaultSlots is how many transfers run at once, unless it is set.
const DefaultSlots = 4

// A Server is the http.Handler of a worker's data plane. Beside what a Gateway has:
//
//	POST /data/v1/sessions/SESSION/fetch   an upgrade to a stream of items for another worker
//	POST /data/v1/sessions/SESSION/copy    has the worker fetch chunks from others
//
// Both take a ticket for all of the session. GET /data/v1/node is the name of the worker; it takes none.
type Server struct {
	o     ServerOptions
	slots chan struct{}
	local *Local
	mux   *http.ServeMux

	ctx    context.Context // ends with Close
	cancel context.CancelFunc
	mu     sync.Mutex
	conns  map[net.Conn]struct{} // streams
	wg     sync.WaitGroup        // of what is being answered
}

// opened takes note of a stream; false: the server is closed.
func (s *Server) opened(c net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return false
	}
	s.conns[c] = struct{}{}
	return true
}

func (s *Server) closed(c net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
}

// Close cuts the streams to other workers and waits until nothing is answered any more: the data service may
// be closed afterwards. Who closes the Listener before cuts also what clients read slowly.
func (s *Server) Close() {
	s.mu.Lock()
	s.cancel()
	for c := range s.conns {
		_ = c.Close()
	}
	s.mu.Unlock()
	s.wg.Wait()
}

// NewServer makes the handler of a worker. The caller must Close it.
func NewServer(o ServerOptions) (*Server, error) {
	if o.Data == nil || o.Band.IsZero() {
		return nil, errs.New(errs.Invalid, "a data plane needs a data service and its band")
	}
	ring, err := ringOf(o.Ring, o.Secret)
	if err != nil {
		return nil, err
	}
	o.Ring = ring
	if o.Slots <= 0 {
		o.Slots = DefaultSlots
	}
	if o.Patience <= 0 {
		o.Patience = DefaultPatience
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{o: o, slots: make(chan struct{}, o.Slots), mux: http.NewServeMux(), conns: map[net.Conn]struct{}{}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.local = NewLocal(func(service.Band) (service.DataService, bool) { return o.Data, true }, LocalOptions{MaxUpload: o.MaxUpload})
	g, err := NewGateway(GatewayOptions{
		Parts: s.local, Ring: o.Ring, MaxUpload: o.MaxUpload, Patience: o.Patience, Log: o.Log,
		Find: func(_ context.Context, _ string, k op.Key) (service.ChunkMeta, error) {
			return service.ChunkMeta{Facts: service.Facts{Key: k}, Bands: []service.Band{o.Band}}, nil
		},
		Place: func(context.Context, string, op.Key) (service.Band, error) { return o.Band, nil },
	})
	if err != nil {
		return nil, err
	}
	s.mux.Handle(Prefix+"/", g)
	s.mux.HandleFunc("GET "+namePath, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, o.Band.Node) })
	s.mux.HandleFunc("POST "+Prefix+"/sessions/{session}/fetch", s.stream)
	s.mux.HandleFunc("POST "+Prefix+"/sessions/{session}/copy", s.copy)
	return s, nil
}

// ServeHTTP is that of http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	over := s.ctx.Err() != nil
	if !over {
		s.wg.Add(1)
	}
	s.mu.Unlock()
	if over {
		refuse(s.o.Log, w, r, errs.New(errs.Unavailable, "worker %s stops", s.o.Band.Node))
		return
	}
	defer s.wg.Done()
	serve(s.mux, s.o.Log, w, r)
}

// copy answers POST sessions/SESSION/copy.
func (s *Server) copy(w http.ResponseWriter, r *http.Request) {
	m, err := s.copied(w, r, r.PathValue("session"))
	if err == nil {
		err = sendCBOR(w, m)
	}
	if err != nil {
		refuse(s.o.Log, w, r, err)
	}
}

func (s *Server) copied(w http.ResponseWriter, r *http.Request, session string) (m service.ChunkMeta, err error) {
	if err := s.o.Ring.check(ticketOf(r), session, "", Write, time.Now()); err != nil {
		return m, err
	}
	if err := s.readCBOR(w, r, &m); err != nil {
		return m, err
	}
	return s.local.Copy(r.Context(), session, m, s.o.Band)
}

// readCBOR reads the body of a request from another part of the engine.
func (s *Server) readCBOR(w http.ResponseWriter, r *http.Request, to any) error {
	in := newPacedReader(w, http.MaxBytesReader(w, r.Body, maxRequest), s.o.Patience)
	defer in.end()
	b, err := io.ReadAll(in)
	if err != nil {
		return errs.Wrap(errs.Invalid, err, "the body of a request")
	}
	return oscar.Decode(b, to)
}
