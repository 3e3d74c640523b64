package chunk

import (
	"slices"

	"github.com/mars-project/mars-go/op"
)

// Tree combines partials in order, and finishes them, with what leads as first inputs, to one chunk. virt is
// what Infer sees.
func Tree(t *op.Tiler, line []op.Edge, virt []op.Meta, lead ...op.Edge) op.Grid {
	const fan = 8 // as TreeReduce
	for lvl := 0; len(line) > fan && t.Err() == nil; lvl++ {
		var next []op.Edge
		for i := 0; i < len(line); i += fan {
			next = append(next, t.At(op.Combine).Edge([]int{lvl, i}, line[i:min(i+fan, len(line))]...))
		}
		line = next
	}
	e := op.Edge{ID: t.At(op.Final).Task(nil, virt, append(slices.Clone(lead), line...)...), Part: -1}
	g := op.Grid{Edges: []op.Edge{e}}
	if t.Err() == nil {
		for range t.MetaOf(e).Dims {
			g.Shape = append(g.Shape, 1)
		}
	}
	return g
}
