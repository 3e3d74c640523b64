package meta

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// An index is the chunks of a shard by node: those with a copy there, or with one that may come back with it.
//
// Invariant: a key is below a node just while that is a band's in Bands or Away of the chunk. It changes with
// the chunk, under the lock of its shard.
type index map[string]map[op.Key]struct{}

// set replaces what is known of a chunk, nil: nothing. h.mu is held.
func (h *shard) set(k op.Key, m *service.ChunkMeta) {
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
	for b := range bandsOf(m) {
		h.places.add(b.Node, k)
	}
	for b := range bandsOf(old) {
		if !isOn(m, b.Node) {
			h.places.remove(b.Node, k)
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
	ks := (*x)[node]
	if ks == nil {
		if *x == nil {
			*x = index{}
		}
		ks = map[op.Key]struct{}{}
		(*x)[node] = ks
	}
	ks[k] = struct{}{}
}

func (x index) remove(node string, k op.Key) {
	ks := x[node]
	if delete(ks, k); len(ks) == 0 {
		delete(x, node)
	}
}

// of are the chunks of a node, in any order.
func (x *session) of(node string) (out []op.Key) {
	for i := range x.shards {
		h := &x.shards[i]
		h.mu.RLock()
		for k := range h.places[node] {
			out = append(out, k)
		}
		h.mu.RUnlock()
	}
	return out
}
