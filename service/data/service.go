package data

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/storage"
)

// Options of a Service.
type Options struct {
	// Node is the worker's name: bands of it are not asked for values. It must be given.
	Node string
	// Store keeps the values; it was opened with Codec. It must be given, and closed after the service's last
	// use.
	Store *storage.Store
	// Transfer brings values from other workers. Without it nothing can be fetched.
	Transfer Transfer
}

// Service is the DataService of a worker. All methods are safe for concurrent use.
type Service struct {
	opts    Options
	local   local
	fetched atomic.Int64 // bytes of what came from other workers
	sent    atomic.Int64 // bytes of what went to them

	mu       sync.Mutex
	sessions map[string]*session
}

// Sent is how many bytes of values have gone to other workers.
func (s *Service) Sent() int64 { return s.sent.Load() }

// Count takes note of bytes that go to another worker.
func (s *Service) Count(sent int64) { s.sent.Add(sent) }

// Fetched is how many bytes of values have come from other workers.
func (s *Service) Fetched() int64 { return s.fetched.Load() }

// session is what the worker has of one.
type session struct {
	chunks  map[op.Key]*kept
	given   map[op.Key]bool // those of chunks that a client has stored: nobody else may know of them yet
	lent    map[piece]*lent
	flights map[piece]chan struct{} // closed when the fetch is over, whatever came of it
}

// kept is a value that was put. It does not change.
type kept struct {
	facts service.Facts
	at    place
}

// A piece is a value, or with part >= 0 a part of a partitioned one.
type piece struct {
	key  op.Key
	part int32
}

// lent is a part that was brought for its users and goes with the last.
type lent struct {
	at    *place
	users int
	stays bool // until it is deleted
}

// New makes the service of a worker. It has no goroutine of its own.
func New(o Options) (*Service, error) {
	if o.Node == "" || o.Store == nil {
		return nil, errs.New(errs.Invalid, "a data service needs the name of its node and a store")
	}
	return &Service{opts: o, local: local{store: o.Store, codec: newCodec()}, sessions: map[string]*session{}}, nil
}

var _ service.DataService = (*Service)(nil)

// Store is the store below.
func (s *Service) Store() *storage.Store { return s.opts.Store }

// session is the named one; s.mu is held.
func (s *Service) session(id string) *session {
	x := s.sessions[id]
	if x == nil {
		x = &session{
			chunks: map[op.Key]*kept{}, given: map[op.Key]bool{},
			lent: map[piece]*lent{}, flights: map[piece]chan struct{}{},
		}
		s.sessions[id] = x
	}
	return x
}

// Put stores a value with the facts that can be drawn from it; see service.DataService.
func (s *Service) Put(ctx context.Context, session string, key op.Key, v any) (service.Facts, error) {
	g, _, err := s.keep(ctx, session, key, v, op.Observe(v), true)
	return g, err
}

// Keep stores a value that was made or fetched here, with facts that the caller knows. fresh is false when
// the key was there already: then its value and its facts stay as they are, and the facts are returned.
func (s *Service) Keep(ctx context.Context, session string, key op.Key, v any, f op.Facts) (_ service.Facts, fresh bool, err error) {
	return s.keep(ctx, session, key, v, f, false)
}

func (s *Service) keep(ctx context.Context, session string, key op.Key, v any, f op.Facts, given bool) (_ service.Facts, fresh bool, err error) {
	if k := s.known(session, key); k != nil && s.local.has(&k.at) {
		return k.facts, false, nil
	}
	k := &kept{facts: service.Facts{Key: key, Facts: f}, at: place{session: session, piece: piece{key, -1}}}
	if err := s.local.keep(ctx, &k.at, v); err != nil {
		return service.Facts{}, false, err
	}
	s.mu.Lock()
	x := s.session(session)
	old := x.chunks[key]
	if old != nil && s.local.has(&old.at) {
		s.mu.Unlock()
		s.local.drop(&k.at)
		return old.facts, false, nil
	}
	x.chunks[key] = k
	if given {
		x.given[key] = true
	}
	s.mu.Unlock()
	if old != nil { // lost with its file
		s.local.drop(&old.at)
		return old.facts, false, nil
	}
	return k.facts, true, nil
}

// known is what was put under key, nil for nothing.
func (s *Service) known(session string, key op.Key) *kept {
	s.mu.Lock()
	defer s.mu.Unlock()
	if x := s.sessions[session]; x != nil {
		return x.chunks[key]
	}
	return nil
}

// Facts are what is known of a value that was put; ok is false when it is not here.
func (s *Service) Facts(session string, key op.Key) (f service.Facts, ok bool) {
	k := s.known(session, key)
	if k == nil || !s.local.has(&k.at) {
		return f, false
	}
	return k.facts, true
}

// Get pins a value until Release; see service.DataService. While there is no room to load it, it waits as
// Hold does.
func (s *Service) Get(ctx context.Context, session string, key op.Key) (service.Pinned, error) {
	p, err := s.Pin(ctx, session, key, -1, s.opts.Store.Pool())
	if !errs.Is(err, errs.Pressure) {
		return p, err
	}
	h, err := s.Hold(ctx, session, key, 0)
	if err != nil {
		return nil, err
	}
	return h, nil
}

// Pin is Get for a value, or with part >= 0 for a part of a partitioned one. What must be read from disk goes
// to blocks of into.
func (s *Service) Pin(ctx context.Context, session string, key op.Key, part int32, into mem.Allocator) (service.Pinned, error) {
	at, part, _ := s.place(session, Item{key, part})
	if at == nil {
		return nil, errs.New(errs.NotFound, "no chunk %s in storage", key)
	}
	p, err := s.local.pin(ctx, at, part, into)
	return pinned(p, err)
}

// pinned keeps a nil *pin from becoming a Pinned that is not nil.
func pinned(p *pin, err error) (service.Pinned, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Delete drops values, and the parts of them that were brought; see service.DataService.
func (s *Service) Delete(_ context.Context, session string, keys []op.Key) error {
	s.mu.Lock()
	x := s.sessions[session]
	if x == nil {
		s.mu.Unlock()
		return nil
	}
	gone := make([]*place, 0, len(keys))
	for _, k := range keys {
		if c := x.chunks[k]; c != nil {
			delete(x.chunks, k)
			delete(x.given, k)
			gone = append(gone, &c.at)
		}
	}
	if len(x.lent) > 0 {
		for p, l := range x.lent {
			if l.users == 0 && slices.Contains(keys, p.key) {
				delete(x.lent, p)
				gone = append(gone, l.at)
			}
		}
	}
	if len(x.chunks)+len(x.lent)+len(x.flights) == 0 {
		delete(s.sessions, session)
	}
	s.mu.Unlock()
	s.local.drop(gone...)
	return nil
}

// Inventory lists what is here, in order; see service.DataService. Parts by themselves are not listed.
func (s *Service) Inventory(context.Context) ([]service.Holding, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.holdings(func(x *session) []op.Key {
		out := make([]op.Key, 0, len(x.chunks))
		for key, k := range x.chunks {
			if s.local.has(&k.at) {
				out = append(out, key)
			}
		}
		return out
	}), nil
}

// Given lists, in order, what clients have stored here and nobody else may know of yet.
func (s *Service) Given() []service.Holding {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.holdings(s.givenIn)
}

// givenIn are the keys of what a client has stored; s.mu is held.
func (s *Service) givenIn(x *session) (out []op.Key) {
	for key := range x.given {
		if s.local.has(&x.chunks[key].at) {
			out = append(out, key)
		}
	}
	return out
}

// holdings are the sessions of which there are such keys, in order; s.mu is held.
func (s *Service) holdings(keys func(*session) []op.Key) (out []service.Holding) {
	byKey := func(a, b op.Key) int { return bytes.Compare(a[:], b[:]) }
	for id, x := range s.sessions {
		h := service.Holding{Session: id, Keys: keys(x), Given: s.givenIn(x)}
		if len(h.Keys) > 0 {
			slices.SortFunc(h.Keys, byKey)
			slices.SortFunc(h.Given, byKey)
			out = append(out, h)
		}
	}
	slices.SortFunc(out, func(a, b service.Holding) int { return strings.Compare(a.Session, b.Session) })
	return out
}

// Adopted says that values which clients gave are known to the supervisor by now: they are as others.
func (s *Service) Adopted(session string, keys []op.Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if x := s.sessions[session]; x != nil {
		for _, k := range keys {
			delete(x.given, k)
		}
	}
}

// Close drops all of a session; see service.DataService. Nothing of it may run any more.
func (s *Service) Close(_ context.Context, session string) error {
	s.mu.Lock()
	x := s.sessions[session]
	delete(s.sessions, session)
	s.mu.Unlock()
	if x == nil {
		return nil
	}
	gone := make([]*place, 0, len(x.chunks)+len(x.lent))
	for _, k := range x.chunks {
		gone = append(gone, &k.at)
	}
	for _, l := range x.lent {
		gone = append(gone, l.at)
	}
	s.local.drop(gone...)
	return nil
}

// Sessions are those of which something is here.
func (s *Service) Sessions() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.sessions))
}

// Has reports that a value, or with part >= 0 that part of it, is here.
func (s *Service) Has(session string, key op.Key, part int32) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.sessions[session]
	if x == nil {
		return false
	}
	if k := x.chunks[key]; k != nil {
		return s.local.has(&k.at)
	}
	l := x.lent[piece{key, part}]
	return l != nil && part >= 0 && s.local.has(l.at)
}
