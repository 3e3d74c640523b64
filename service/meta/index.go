package meta

import (
	"sync"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// An index is the chunks of a session by node: those with a copy there, or with one that may come back with
// it.
//
// Invariant: a key is below a node just while that is a band's in Bands or Away of the chunk. It changes with
// the chunk, under the lock of its shard.
type index struct {
	mu sync.Mutex
	on map[string]map[op.Key]struct{}
}

// set replaces what is known of a chunk, nil: nothing. h.mu is held.
func (x *session) set(h *shard, k op.Key, m *service.ChunkMeta) {
	old := h.chunks[k]
	switch {
	case m == nil:
		delete(h.chunks, k)
	case h.chunks == nil:
		h.chunks = map[op.Key]*service.ChunkMeta{k: m}
	default:
		h.chunks[k] = m
	}
	if old == m {
		return
	}
	x.places.mu.Lock()
	defer x.places.mu.Unlock()
	for b := range bandsOf(m) {
		x.places.add(b.Node, k)
	}
	for b := range bandsOf(old) {
		if !isOn(m, b.Node) {
			x.places.remove(b.Node, k)
		}
	}
}

// bandsOf are the bands of a chunk, those that are away too.
func bandsOf(m *service.ChunkMeta) func(yield func(service.Band) bool) {
	return func(yield func(service.Band) bool) {
		if m == nil {
			return
		}
		for _, bs := range [2][]service.Band{m.Bands, m.Away} {
			for _, b := range bs {
				if !yield(b) {
					return
				}
			}
		}
	}
}

func isOn(m *service.ChunkMeta, node string) bool {
	for b := range bandsOf(m) {
		if b.Node == node {
			return true
		}
	}
	return false
}

func (x *index) add(node string, k op.Key) {
	ks := x.on[node]
	if ks == nil {
		if x.on == nil {
			x.on = map[string]map[op.Key]struct{}{}
		}
		ks = map[op.Key]struct{}{}
		x.on[node] = ks
	}
	ks[k] = struct{}{}
}

func (x *index) remove(node string, k op.Key) {
	ks := x.on[node]
	if delete(ks, k); len(ks) == 0 {
		delete(x.on, node)
	}
}

// of are the chunks of a node, in any order.
func (x *index) of(node string) []op.Key {
	x.mu.Lock()
	defer x.mu.Unlock()
	out := make([]op.Key, 0, len(x.on[node]))
	for k := range x.on[node] {
		out = append(out, k)
	}
	return out
}
