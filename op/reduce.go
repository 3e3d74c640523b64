package op

import "slices"

// fanIn is how many partials one Combine takes: fixed, so that the order of additions never depends on the
// cluster.
const fanIn = 8

// TreeReduce maps every chunk (Map), combines partials in chunk order along the axes (Combine, only when
// there are more than eight), and finishes (Final). Nil axes mean all, an empty list none. The chunk metas
// that Infer sees have the reduced axes whole.
func (t *Tiler) TreeReduce(g Grid, axes ...int) Grid {
	if !t.ok() {
		return g
	}
	if axes == nil {
		for a := range g.Shape {
			axes = append(axes, a)
		}
	}
	kept, cross := slices.Clone(g.Shape), slices.Repeat([]int{1}, len(g.Shape))
	whole := make([]Dim, len(g.Shape))
	for _, a := range axes {
		kept[a], cross[a] = 1, g.Shape[a]
		whole[a] = Sum(t.Splits(g, a))
	}
	out := Grid{Shape: kept, Edges: make([]Edge, 0, size(kept))}
	t.c.room(len(g.Edges), len(g.Shape))
	idx := make([]int, len(g.Shape))
	var line []Edge
	each(kept, func(k []int) bool {
		line = line[:0]
		each(cross, func(c []int) bool {
			for a := range idx {
				idx[a] = k[a] + c[a]
			}
			line = append(line, t.At(Map).Edge(idx, g.At(idx...)))
			return t.ok()
		})
		if !t.ok() {
			return false
		}
		virt := t.c.Meta(g.At(k...))
		virt.Dims = slices.Clone(virt.Dims)
		for _, a := range axes {
			if a < len(virt.Dims) {
				virt.Dims[a] = whole[a]
			}
		}
		if virt.Kind != Tensor && g.Meta.Kind == virt.Kind && slices.Contains(axes, 0) { // a chunk of a range does not say where the whole begins
			virt.Index = g.Meta.Index
		}
		if len(line) > 1 {
			h := t.c.hash.Reset()
			for _, e := range line {
				h.Key(t.c.recs[e.ID].key)
			}
			virt.Key = h.Sum()
		}
		out.Edges = append(out.Edges, t.fold(k, virt, line))
		return t.ok()
	})
	if t.ok() && len(t.c.Dims(out.Edges[0])) != len(kept) {
		out.Shape = nil
		for a, n := range kept {
			if !slices.Contains(axes, a) {
				out.Shape = append(out.Shape, n)
			}
		}
		if r := len(t.c.Dims(out.Edges[0])); len(out.Shape) < r { // a new axis in place of the reduced ones
			out.Shape = append(slices.Repeat([]int{1}, r-len(out.Shape)), out.Shape...)
		}
	}
	return out
}

// fold combines a line of partials in order and finishes it.
func (t *Tiler) fold(k []int, virt Meta, line []Edge) Edge {
	vs := []Meta{virt}
	for lvl := 0; len(line) > fanIn && t.ok(); lvl++ {
		var next []Edge
		for c := range slices.Chunk(line, fanIn) {
			at := append(slices.Clone(k), lvl, len(next))
			next = append(next, Edge{t.At(Combine).Task(at, vs, c...), 0, -1})
		}
		line = next
	}
	return Edge{t.At(Final).Task(k, vs, line...), 0, -1}
}

// Scan makes a partial of every chunk but the last (Map), carries them along axis (Combine: carry so far,
// next partial), and applies: Final gets the chunk and, but for the first, what came before it.
func (t *Tiler) Scan(g Grid, axis int) Grid { return t.scanAll(axis, g) }

// scanAll is Scan over several grids cut alike: Map and Final get a chunk of each, Final the carry last.
func (t *Tiler) scanAll(axis int, gs ...Grid) Grid {
	if !t.ok() {
		return Grid{}
	}
	g := gs[0]
	out := Grid{Shape: g.Shape, Edges: make([]Edge, len(g.Edges)), ord: g.ord}
	lines := slices.Clone(g.Shape)
	lines[axis] = 1
	each(lines, func(idx []int) bool {
		var carry []Edge
		j := slices.Clone(idx)
		for i := range g.Shape[axis] {
			j[axis] = i
			var es []Edge
			for _, x := range gs {
				es = append(es, x.At(j...))
			}
			virt := []Meta{t.c.Meta(es[0])}
			out.Edges[flat(g.Shape, j)] = Edge{t.At(Final).Task(j, virt, append(slices.Clone(es), carry...)...), 0, -1}
			if i == g.Shape[axis]-1 || !t.ok() {
				break
			}
			p := t.At(Map).Edge(j, es...)
			if carry = append(carry, p); len(carry) == 2 {
				carry = []Edge{t.At(Combine).Edge(j, carry...)}
			}
		}
		return t.ok()
	})
	return out
}
