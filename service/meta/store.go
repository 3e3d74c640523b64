package meta

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

const shards = 32

// atOnce bounds the records that are made together.
const atOnce = 16

// A Store is the MetaService of a supervisor. The zero value is not ready: use New. All methods are safe for
// concurrent use.
type Store struct {
	mu       sync.RWMutex
	sessions map[string]*session
	version  atomic.Uint64
}

type session struct {
	shards [shards]shard
}

type shard struct {
	mu     sync.RWMutex
	chunks map[op.Key]*service.ChunkMeta // replaced, never changed
	places index
}

// New makes a store that knows nothing.
func New() *Store { return &Store{sessions: map[string]*session{}} }

var _ service.MetaService = (*Store)(nil)

func (s *Store) session(id string, create bool) *session {
	s.mu.RLock()
	x := s.sessions[id]
	s.mu.RUnlock()
	if x != nil || !create {
		return x
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if x = s.sessions[id]; x == nil {
		x = &session{}
		s.sessions[id] = x
	}
	return x
}

func (x *session) shard(k op.Key) *shard { return &x.shards[k[0]%shards] }

// Put adds chunks, or copies of known ones; see service.MetaService.
func (s *Store) Put(_ context.Context, id string, ms []service.ChunkMeta) error {
	x := s.session(id, true)
	var r room
	for i := range ms {
		m := r.next(len(ms) - i)
		*m = ms[i]
		s.put(x, m)
	}
	return nil
}

// Made is Put for what subtasks have made on a band, but for what the band keeps to itself.
func (s *Store) Made(id string, b service.Band, rs []service.Result) {
	x := s.session(id, true)
	bands := []service.Band{b}
	var r room
	for i := range rs {
		for j := range rs[i].Facts {
			if f := &rs[i].Facts[j]; !f.Local {
				m := r.next(len(rs) - i)
				m.Facts, m.Bands = *f, bands
				s.put(x, m)
			}
		}
	}
}

// A room is records that are made together, a few, for they go together too.
type room []service.ChunkMeta

// next is a new record; of about so many more are needed.
func (r *room) next(more int) *service.ChunkMeta {
	if len(*r) == 0 {
		*r = make([]service.ChunkMeta, min(atOnce, more))
	}
	m := &(*r)[0]
	*r = (*r)[1:]
	return m
}

func (s *Store) put(x *session, m *service.ChunkMeta) {
	h := x.shard(m.Key)
	h.mu.Lock()
	defer h.mu.Unlock()
	if old := h.chunks[m.Key]; old != nil {
		*m = merge(old, m.Bands)
	}
	m.Version = s.version.Add(1)
	h.set(m.Key, m)
}

func merge(old *service.ChunkMeta, bands []service.Band) service.ChunkMeta {
	m := *old
	m.Bands = slices.Clone(old.Bands)
	for _, b := range bands {
		if !slices.Contains(m.Bands, b) {
			m.Bands = append(m.Bands, b)
		}
	}
	return m
}

// Copies adds copies of chunks that are known and returns the keys of those that are not: they were deleted
// meanwhile, and who has a copy should drop it.
func (s *Store) Copies(id string, ms []service.ChunkMeta) (unknown []op.Key) {
	x := s.session(id, false)
	for i := range ms {
		if x == nil || !s.copied(x, &ms[i]) {
			unknown = append(unknown, ms[i].Key)
		}
	}
	return unknown
}

func (s *Store) copied(x *session, m *service.ChunkMeta) bool {
	h := x.shard(m.Key)
	h.mu.Lock()
	defer h.mu.Unlock()
	old := h.chunks[m.Key]
	if old != nil {
		n := merge(old, m.Bands)
		n.Version = s.version.Add(1)
		h.set(m.Key, &n)
	}
	return old != nil
}

// Get answers in the order of keys; see service.MetaService.
func (s *Store) Get(_ context.Context, id string, keys []op.Key) ([]service.ChunkMeta, error) {
	out := make([]service.ChunkMeta, len(keys))
	x := s.session(id, false)
	for i, k := range keys {
		out[i].Key = k
		if x == nil {
			continue
		}
		if m := x.look(k); m != nil {
			out[i] = *m
		}
	}
	return out, nil
}

// Locate says where chunks are: it sets their bands, and the version that goes with these.
func (s *Store) Locate(id string, ms []service.ChunkMeta) {
	x := s.session(id, false)
	for i := range ms {
		ms[i].Bands, ms[i].Version = nil, 0
		if x == nil {
			continue
		}
		if m := x.look(ms[i].Key); m != nil {
			ms[i].Bands, ms[i].Version = m.Bands, m.Version
		}
	}
}

// Take forgets chunks, and calls f with what was known of each that was known, in the order of keys.
func (s *Store) Take(id string, keys []op.Key, f func(*service.ChunkMeta)) {
	x := s.session(id, false)
	if x == nil {
		return
	}
	for _, k := range keys {
		h := x.shard(k)
		h.mu.Lock()
		m := h.chunks[k]
		h.set(k, nil)
		h.mu.Unlock()
		if m != nil {
			f(m)
		}
	}
}

// look is what is known of a chunk.
func (x *session) look(k op.Key) *service.ChunkMeta {
	h := x.shard(k)
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.chunks[k]
}

// Invalidate forgets chunks that somebody found on none of the bands that he was told; seen is the Version
// that came with them. Those of which more is known by now stay. It returns those that are nowhere now, with
// where they were said to be: those with Away may come back.
func (s *Store) Invalidate(id string, keys []op.Key, seen []uint64) (lost []service.ChunkMeta) {
	x := s.session(id, false)
	for i, k := range keys {
		m := service.ChunkMeta{Facts: service.Facts{Key: k}}
		if x != nil {
			h := x.shard(k)
			h.mu.Lock()
			if old := h.chunks[k]; old != nil {
				m = *old
			}
			if m.Version != 0 && m.Version != seen[i] {
				h.mu.Unlock()
				continue
			}
			if len(m.Away) > 0 {
				left := m
				left.Bands = nil
				h.set(k, &left)
			} else {
				h.set(k, nil)
			}
			h.mu.Unlock()
		}
		lost = append(lost, m)
	}
	return lost
}

// Remove forgets copies on a band, or with the zero band all of them; see service.MetaService.
func (s *Store) Remove(_ context.Context, id string, keys []op.Key, from service.Band) error {
	x := s.session(id, false)
	if x == nil {
		return nil
	}
	for _, k := range keys {
		h := x.shard(k)
		h.mu.Lock()
		x.drop(h, k, func(b service.Band) bool { return from.IsZero() || b == from })
		h.mu.Unlock()
	}
	return nil
}

// drop forgets the copies for which f is true, and reports that none is left. h.mu is held.
func (x *session) drop(h *shard, k op.Key, f func(service.Band) bool) (gone bool) {
	old := h.chunks[k]
	if old == nil || !slices.ContainsFunc(old.Bands, f) && !slices.ContainsFunc(old.Away, f) {
		return false
	}
	m := *old
	m.Bands = slices.DeleteFunc(slices.Clone(old.Bands), f)
	m.Away = slices.DeleteFunc(slices.Clone(old.Away), f)
	if len(m.Bands)+len(m.Away) == 0 {
		h.set(k, nil)
		return true
	}
	h.set(k, &m)
	return false
}

// Forget drops all copies on a node; see service.MetaService. The keys of a session are in order.
func (s *Store) Forget(_ context.Context, node string) (map[string][]op.Key, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	out := map[string][]op.Key{}
	for id, x := range s.sessions {
		var gone []op.Key
		for _, k := range x.of(node) {
			h := x.shard(k)
			h.mu.Lock()
			if x.drop(h, k, func(b service.Band) bool { return b.Node == node }) {
				gone = append(gone, k)
			}
			h.mu.Unlock()
		}
		if len(gone) > 0 {
			slices.SortFunc(gone, func(a, b op.Key) int { return slices.Compare(a[:], b[:]) })
			out[id] = gone
		}
	}
	return out, nil
}

// Close drops a session; see service.MetaService.
func (s *Store) Close(_ context.Context, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sessions, id)
	return nil
}

// Len is the number of chunks that are known of a session.
func (s *Store) Len(id string) (n int) {
	x := s.session(id, false)
	if x == nil {
		return 0
	}
	for i := range x.shards {
		x.shards[i].mu.RLock()
		n += len(x.shards[i].chunks)
		x.shards[i].mu.RUnlock()
	}
	return n
}
