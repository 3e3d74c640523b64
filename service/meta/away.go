package meta

import (
	"bytes"
	"slices"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// A Turn is what became of chunks of a session that have or had a copy on a node. Keys are in order.
type Turn struct {
	Away  []op.Key // all copies are with nodes that are dead and may come back
	Fewer []op.Key // others are left
	Back  []op.Key // that of the node is there again
	Lost  []op.Key // there is none
}

// Away notes that a node is dead: its copies cannot be read, and may come back.
func (s *Store) Away(node string) map[string]*Turn {
	return s.each(node, func(_ string, m *service.ChunkMeta, t *Turn) *service.ChunkMeta { return leave(m, node, t) })
}

// AwayAt is Away for chunks of a session alone, which were made known behind the end of their node.
func (s *Store) AwayAt(id string, keys []op.Key, node string) (t Turn) {
	x := s.session(id, false)
	if x == nil {
		return t
	}
	for _, k := range keys {
		h := x.shard(k)
		h.mu.Lock()
		if m := h.chunks[k]; m != nil {
			h.set(k, leave(m, node, &t))
		}
		h.mu.Unlock()
	}
	return t
}

// leave is what is known of a chunk when a node is dead.
func leave(m *service.ChunkMeta, node string, t *Turn) *service.ChunkMeta {
	on := func(b service.Band) bool { return b.Node == node }
	if !slices.ContainsFunc(m.Bands, on) {
		return m
	}
	n := *m
	n.Away = slices.Clone(m.Away)
	n.Bands = slices.DeleteFunc(slices.Clone(m.Bands), func(b service.Band) bool {
		if on(b) && !slices.Contains(n.Away, b) {
			n.Away = append(n.Away, b)
		}
		return on(b)
	})
	if len(n.Bands) == 0 {
		t.Away = append(t.Away, n.Key)
	} else {
		t.Fewer = append(t.Fewer, n.Key)
	}
	return &n
}

// Return takes back a node that was dead, with what it still holds. Its other copies are gone.
func (s *Store) Return(node string, holds func(session string, k op.Key) bool) map[string]*Turn {
	on := func(b service.Band) bool { return b.Node == node }
	return s.each(node, func(id string, m *service.ChunkMeta, t *Turn) *service.ChunkMeta {
		if !slices.ContainsFunc(m.Away, on) {
			return m
		}
		n := *m
		n.Away = slices.DeleteFunc(slices.Clone(m.Away), on)
		switch {
		case holds(id, m.Key):
			for _, b := range m.Away {
				if on(b) && !slices.Contains(n.Bands, b) {
					n.Bands = append(slices.Clip(n.Bands), b)
				}
			}
			n.Version = s.version.Add(1)
			t.Back = append(t.Back, n.Key)
		case len(n.Bands)+len(n.Away) == 0:
			t.Lost = append(t.Lost, n.Key)
			return nil
		case len(n.Bands) > 0:
			t.Fewer = append(t.Fewer, n.Key)
		}
		return &n
	})
}

// each calls f with all chunks that have or had a copy on a node, which f may replace, or drop with nil.
// Sessions of which f has noted nothing are left out of the answer.
func (s *Store) each(node string, f func(session string, m *service.ChunkMeta, t *Turn) *service.ChunkMeta) map[string]*Turn {
	s.mu.RLock()
	defer s.mu.RUnlock()
	out := map[string]*Turn{}
	for id, x := range s.sessions {
		t := &Turn{}
		for _, k := range x.of(node) {
			h := x.shard(k)
			h.mu.Lock()
			if m := h.chunks[k]; m != nil {
				if n := f(id, m, t); n != m {
					h.set(k, n)
				}
			}
			h.mu.Unlock()
		}
		if len(t.Away)+len(t.Fewer)+len(t.Back)+len(t.Lost) > 0 {
			for _, ks := range [][]op.Key{t.Away, t.Fewer, t.Back, t.Lost} {
				slices.SortFunc(ks, func(a, b op.Key) int { return bytes.Compare(a[:], b[:]) })
			}
			out[id] = t
		}
	}
	return out
}

// OnlyAway are those of some chunks that may come back with a node that is dead, and are nowhere else.
func (s *Store) OnlyAway(id string, keys []op.Key) (away []op.Key) {
	x := s.session(id, false)
	if x == nil {
		return nil
	}
	for _, k := range keys {
		if m := x.look(k); m != nil && len(m.Bands) == 0 && len(m.Away) > 0 {
			away = append(away, k)
		}
	}
	return away
}

// NotOn are those of some chunks of which no copy is known on a band.
func (s *Store) NotOn(id string, keys []op.Key, b service.Band) (not []op.Key) {
	x := s.session(id, false)
	for _, k := range keys {
		if x != nil {
			if m := x.look(k); m != nil && slices.Contains(m.Bands, b) {
				continue
			}
		}
		not = append(not, k)
	}
	return not
}

// On lists the chunks with a copy on a node, by session.
func (s *Store) On(node string) map[string][]service.ChunkMeta {
	out := map[string][]service.ChunkMeta{}
	s.each(node, func(id string, m *service.ChunkMeta, _ *Turn) *service.ChunkMeta {
		if slices.ContainsFunc(m.Bands, func(b service.Band) bool { return b.Node == node }) {
			out[id] = append(out[id], *m)
		}
		return m
	})
	return out
}
