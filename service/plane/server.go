package plane

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
)

// ServerOptions of NewServer. The zero value of a field means its default.
type ServerOptions struct {
	// Data has the chunks. It must be given.
	Data *data.Service
	// Band is where they are. It must be given.
	Band service.Band
	// Secret signs tickets; all of a cluster have the same, of at least MinSecret bytes. It must be given, or Ring.
	Secret []byte
	// Ring has several secrets, in place of Secret.
	Ring *Ring
	// Slots is how many transfers to other workers run at once; others wait. The default is 4.
	Slots int
	// MaxUpload is the most bytes of one upload. The default is 1 GiB.
	MaxUpload int64
	// Patience is how long a reader or writer may make no progress before its chunk is unpinned and the request ends. The default is 30 s.
	Patience time.Duration
	// Log gets what was refused. The default discards it.
	Log *slog.Logger
}

// DefaultSlots is how many transfers run at once, unless it is set.
const DefaultSlots = 4

// A Server is the http.Handler of a worker's data plane. Beside what a Gateway has:
//
//	POST /data/v1/sessions/SESSION/fetch   items to another worker, as frames
//	POST /data/v1/sessions/SESSION/copy    has the worker fetch chunks from others
//
// Both take a ticket for all of the session.
type Server struct {
	o     ServerOptions
	slots chan struct{}
	local *Local
	mux   *http.ServeMux
}

// NewServer makes the handler of a worker. It has no goroutine of its own.
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
	s := &Server{o: o, slots: make(chan struct{}, o.Slots), mux: http.NewServeMux()}
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
	s.mux.HandleFunc("POST "+Prefix+"/sessions/{session}/fetch", s.fetch)
	s.mux.HandleFunc("POST "+Prefix+"/sessions/{session}/copy", s.copy)
	return s, nil
}

// ServeHTTP is that of http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

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
