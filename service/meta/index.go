package meta

import (
	"bytes"
	"slices"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// An index is the chunks of a shard by node: those with a copy there, or with one that may come back with it.
// A node's keys are a list that only grows until it is read, for chunks come and go all the time and a node
// is asked for when it ends.
//
// Invariant: a key is in the list of each node that is a band's in Bands or Away of its chunk. What else is
// there, other keys and the same once more, is at most stale times what is asked for, and slack.
type index struct {
	keys map[string][]op.Key
	size int // of all lists
	live int // bands of all chunks: what size cannot be below
}

// What lists may hold beside what is asked for: so many times that, and so many keys more.
const (
	stale = 8
	slack = 64
)

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
	if old != nil {
		h.places.live -= len(old.Bands) + len(old.Away)
	}
	if m != nil {
		h.places.live += len(m.Bands) + len(m.Away)
		h.list(k, m.Bands, old)
		h.list(k, m.Away, old)
	}
	if h.places.size > (1+stale)*h.places.live+slack {
		for node := range h.places.keys {
			h.tidy(node)
		}
	}
}

// list notes a chunk with the nodes where old was not.
func (h *shard) list(k op.Key, bands []service.Band, old *service.ChunkMeta) {
	for _, b := range bands {
		if old != nil && isOn(old, b.Node) {
			continue
		}
		if h.places.keys == nil {
			h.places.keys = map[string][]op.Key{}
		}
		h.places.keys[b.Node] = append(h.places.keys[b.Node], k)
		h.places.size++
	}
}

// tidy leaves those keys of a node that are asked for, in order. h.mu is held.
func (h *shard) tidy(node string) []op.Key {
	was := h.places.keys[node]
	ks := slices.DeleteFunc(was, func(k op.Key) bool {
		m := h.chunks[k]
		return m == nil || !isOn(m, node)
	})
	slices.SortFunc(ks, func(a, b op.Key) int { return bytes.Compare(a[:], b[:]) })
	ks = slices.Compact(ks)
	h.places.size -= len(was) - len(ks)
	switch {
	case len(ks) == 0:
		delete(h.places.keys, node)
	case 4*len(ks) < cap(ks):
		ks = slices.Clone(ks)
		fallthrough
	default:
		h.places.keys[node] = ks
	}
	return ks
}

func isOn(m *service.ChunkMeta, node string) bool {
	on := func(b service.Band) bool { return b.Node == node }
	return slices.ContainsFunc(m.Bands, on) || slices.ContainsFunc(m.Away, on)
}

// of are the chunks of a node, in any order.
func (x *session) of(node string) (out []op.Key) {
	for i := range x.shards {
		h := &x.shards[i]
		h.mu.Lock()
		out = append(out, h.tidy(node)...)
		h.mu.Unlock()
	}
	return out
}
