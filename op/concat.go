package op

import "slices"

// Concat puts grids one after another along an axis, lengths known or not; the other axes are cut alike.
func (t *Tiler) Concat(axis int, in ...Grid) Grid {
	if !t.ok() || len(in) == 0 {
		return Grid{}
	}
	in = slices.Clone(in)
	rank := len(in[0].Shape)
	for a := range rank {
		if a == axis {
			continue
		}
		var want []Dim
		for _, g := range in {
			s := t.Splits(g, a)
			if want != nil && !slices.Equal(want, s) && t.Need(Rows, in...) != nil {
				return Grid{}
			}
			want = refine(want, s)
		}
		for i, g := range in {
			cut := make([][]Dim, rank)
			cut[a] = want
			in[i] = t.Rechunk(g, cut...)
		}
	}
	if !t.ok() {
		return Grid{}
	}
	out := Grid{Shape: slices.Clone(in[0].Shape)}
	for _, g := range in[1:] {
		out.Shape[axis] += g.Shape[axis]
	}
	outer := 1
	for _, n := range out.Shape[:axis] {
		outer *= n
	}
	for o := range outer { // chunk rows of each grid, in turn
		for _, g := range in {
			w := len(g.Edges) / outer
			out.Edges = append(out.Edges, g.Edges[o*w:(o+1)*w]...)
		}
	}
	return out
}

// Stack puts grids side by side along a new axis of chunks of length 1: each chunk gets the new axis by the
// operand's task.
func (t *Tiler) Stack(axis int, in ...Grid) Grid {
	in = slices.Clone(in)
	for i := range in {
		if i > 0 {
			in[i] = t.Like(in[i], in[0])
		}
		if !t.ok() {
			return Grid{}
		}
		g := Grid{Shape: slices.Insert(slices.Clone(in[i].Shape), axis, 1)}
		k := 0
		each(g.Shape, func(idx []int) bool {
			at := slices.Clone(idx)
			at[axis] = i
			g.Edges = append(g.Edges, t.Edge(at, in[i].Edges[k]))
			k++
			return t.ok()
		})
		in[i] = g
	}
	return t.Concat(axis, in...)
}
