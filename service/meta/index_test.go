package meta

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// The lists of an index say what the chunks say, whatever came and went, and stay short.
func TestIndex(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	nodes := []string{"a", "b", "c", "d", "e"}
	some := func() (bands []service.Band) {
		for range rng.IntN(3) {
			bands = append(bands, service.Band{Node: nodes[rng.IntN(len(nodes))], Name: "numa-0"})
		}
		return bands
	}
	h := &shard{}
	for i := range 30_000 {
		most := 400
		if i > 20_000 { // they go
			most = 3
		}
		k := op.Key{byte(rng.IntN(256)), byte(rng.IntN(2))}
		m := &service.ChunkMeta{Facts: service.Facts{Key: k}, Bands: some(), Away: some()}
		if len(m.Bands)+len(m.Away) == 0 || len(h.chunks) >= most {
			m = nil
		}
		h.set(k, m)
		if size := h.places.size; size > (1+stale)*h.places.live+slack {
			t.Fatalf("step %d: %d keys for %d bands", i, size, h.places.live)
		}
		if i%97 != 0 {
			continue
		}
		for _, node := range nodes {
			want := map[op.Key]bool{}
			for k, m := range h.chunks {
				if isOn(m, node) {
					want[k] = true
				}
			}
			got := h.tidy(node)
			if len(got) != len(want) || slices.ContainsFunc(got, func(k op.Key) bool { return !want[k] }) {
				t.Fatalf("step %d: on %s are %d chunks, of them are listed %d", i, node, len(want), len(got))
			}
		}
		all := 0
		for ks := range maps.Values(h.places.keys) {
			all += len(ks)
		}
		if all != h.places.size {
			t.Fatalf("step %d: %d keys are counted, there are %d", i, h.places.size, all)
		}
	}
}
