package op

import "slices"

// Halo gives every chunk the rows around it along axis 0 as further inputs: the last before rows of what
// comes ahead of it, then the first after rows of what follows. Borders pass on through short chunks, so
// lengths need not be known. A chunk at an edge has no border there; Exec tells by Sides which inputs it got.
func (t *Tiler) Halo(g Grid, before, after int) Grid {
	if !t.ok() {
		return g
	}
	n := g.Shape[0]
	left, right := make([][]Edge, n), make([][]Edge, n)
	if before > 0 {
		o := t.c.operand(&edge{N: before})
		for i := 1; i < n; i++ {
			in := append(slices.Clone(left[i-1]), g.Edges[i-1])
			left[i] = []Edge{t.border(o, i, in, g.Edges[i-1])}
		}
	}
	if after > 0 {
		o := t.c.operand(&edge{N: after, Front: true})
		for i := n - 2; i >= 0; i-- {
			in := append([]Edge{g.Edges[i+1]}, right[i+1]...)
			right[i] = []Edge{t.border(o, i, in, g.Edges[i+1])}
		}
	}
	out := Grid{Shape: g.Shape, ord: g.ord}
	for i, e := range g.Edges {
		in := append([]Edge{e}, left[i]...)
		in = append(in, right[i]...)
		out.Edges = append(out.Edges, Edge{t.Task([]int{i, len(left[i]), len(right[i])}, []Meta{t.c.Meta(e)}, in...), 0, -1})
	}
	return out
}

func (t *Tiler) border(o int32, i int, in []Edge, like Edge) Edge {
	m := t.c.Meta(like)
	m = m.WithRows(Sym("edge", m))
	return t.made(o, Chunk, []int{i}, in, nil, m)
}

// Sides are the inputs that hold the rows before and after the chunk of a Halo task; -1 where there are none.
func (x *Exec) Sides() (before, after int) {
	before, after = -1, -1
	next := 1
	if x.Index[1] > 0 {
		before, next = 1, 2
	}
	if x.Index[2] > 0 {
		after = next
	}
	return before, after
}
