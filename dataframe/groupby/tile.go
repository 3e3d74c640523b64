package groupby

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Tiling brings partial aggregates, one grid chunk per input chunk, to results. The operator merges partials
// in its Combine stage and finishes them in its Final stage.
type Tiling struct {
	Keys     []frame.Label                        // key columns of the partials
	Sort     bool                                 // results ascend by key, else they stand by first appearance
	holistic bool                                 // partials are rows, which only Final can merge
	one      bool                                 // Final must see all groups at once
	spread   func(t *op.Tiler, g op.Grid) op.Grid // what is done with many groups; nil: one shuffle by key
}

// The physical operators that a groupby chooses from.
const (
	treeAggregate        = "tree aggregate"        // partials are merged in a tree
	partitionedAggregate = "partitioned aggregate" // partials are sent by key
	partitionedRows      = "partitioned rows"      // rows are sent by key, since the aggregate has no partials
)

// fanIn is how many partials one Combine takes: fixed, so that the order of additions depends on the chunks
// alone.
const fanIn = 8

// Tile merges partials in a tree while they are small or become few, and sends what stays large by its keys:
// by range when results are sorted. Which it is depends on the bytes of partials and the chunk limit, so on
// the data alone.
func (h Tiling) Tile(t *op.Tiler, g op.Grid) op.Grid {
	if t.Err() != nil {
		return g
	}
	if h.holistic {
		if h.one {
			return h.finish(t, t.One(g))
		}
		t.Choose(partitionedRows, "the aggregate needs all rows of a group")
		return h.shuffle(t, g)
	}
	for level, before := 0, int64(0); ; level++ {
		if h.one && g.Len() <= fanIn {
			t.Choose(treeAggregate, "all groups are seen at once")
			return h.finish(t, g)
		}
		if !h.one {
			if t.Need(op.Stats, g) != nil {
				return g
			}
			total, most := h.bytes(t, g)
			switch {
			case total <= int64(t.ChunkBytes()) && g.Len() <= fanIn:
				t.Choose(treeAggregate, "groups are few")
				return h.finish(t, g)
			case total > int64(t.ChunkBytes()) && (fanIn*most > int64(t.ChunkBytes()) || level > 0 && 2*total > before):
				t.Choose(partitionedAggregate, "groups are many")
				return h.shuffle(t, g)
			}
			before = total
		}
		g = h.combine(t, g, level)
	}
}

func (h Tiling) bytes(t *op.Tiler, g op.Grid) (total, most int64) {
	for k := range g.Len() {
		n := t.Facts(g, k).Bytes
		total, most = total+n, max(most, n)
	}
	return total, most
}

// combine merges neighbours.
func (h Tiling) combine(t *op.Tiler, g op.Grid, level int) op.Grid {
	out := op.Grid{}
	for lo := 0; lo < g.Len(); lo += fanIn {
		es := g.Edges[lo:min(lo+fanIn, g.Len())]
		out.Edges = append(out.Edges, t.At(op.Combine).Edge([]int{level, len(out.Edges)}, es...))
	}
	out.Shape = []int{len(out.Edges)}
	return out
}

// finish makes the only Final task whose index has two places.
func (h Tiling) finish(t *op.Tiler, g op.Grid) op.Grid {
	return op.Grid{Shape: []int{1}, Edges: []op.Edge{t.At(op.Final).Edge([]int{0, 0}, g.Edges...)}}
}

func (h Tiling) shuffle(t *op.Tiler, g op.Grid) op.Grid {
	if t.Need(op.Stats, g) != nil {
		return g
	}
	if h.spread != nil {
		return h.spread(t, g)
	}
	how := op.ByInput
	if h.Sort {
		how = op.ByKey
	}
	return t.ShuffleN(how, h.parts(t, g), op.By(g, h.Keys...))
}

// parts is how many reducers there are.
func (h Tiling) parts(t *op.Tiler, g op.Grid) int {
	total, _ := h.bytes(t, g)
	return Parts(g.Len(), total, int64(t.ChunkBytes()))
}

// Parts is how many reducers there are for so many chunks of partials: what a reducer joins, its tables and
// its results are about four times the bytes of its part, and together they should take no more than a chunk
// does. There may be twice as many as chunks, so that tables stay in the cache, while they can be dealt at
// once.
func Parts(chunks int, bytes, limit int64) int {
	most := max(chunks, min(2*chunks, frame.FewParts))
	return int(min(int64(most), 4*bytes/limit+1))
}
