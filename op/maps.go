package op

import "slices"

// Map makes one task per chunk. Several inputs are broadcast and cut alike: equal splits, symbols included,
// need no data; unequal ones ask for the rows, so that Infer can decide. A Whole input goes entire to every
// task.
func (t *Tiler) Map(in ...Grid) Grid {
	if !t.ok() {
		return Grid{}
	}
	rank := 0
	for _, g := range in {
		if !g.whole {
			rank = max(rank, len(g.Shape))
		}
	}
	splits, ok := t.meet(rank, in)
	if !ok {
		return Grid{}
	}
	splits = t.shrink(splits, in)
	in = slices.Clone(in)
	for i, g := range in {
		if g.whole {
			in[i] = t.One(g)
			continue
		}
		want := make([][]Dim, len(g.Shape))
		for a := range want {
			want[a] = splits[a+rank-len(g.Shape)]
			if s := t.Splits(g, a); len(s) == 1 && s[0] == (Dim{N: 1}) && Sum(want[a]) != s[0] { // else all have one row, some chunks none
				want[a] = s
			}
		}
		in[i] = t.Rechunk(g, want...)
	}
	if !t.ok() {
		return Grid{}
	}
	return t.zip(rank, splits, in)
}

// zip makes the tasks of Map over inputs that are cut alike.
func (t *Tiler) zip(rank int, splits [][]Dim, in []Grid) Grid {
	out := Grid{Shape: make([]int, rank)}
	for k := range splits {
		out.Shape[k] = len(splits[k])
	}
	if len(in) > 0 {
		out.ord = in[0].ord
	}
	out.Edges = make([]Edge, 0, size(out.Shape))
	t.c.room(size(out.Shape), len(out.Shape))
	es := make([]Edge, len(in))
	each(out.Shape, func(idx []int) bool {
		for i, g := range in {
			if g.whole {
				es[i] = g.Edges[0]
				continue
			}
			p, skip := 0, rank-len(g.Shape)
			for a, n := range g.Shape {
				p *= n
				if n > 1 {
					p += idx[a+skip]
				}
			}
			es[i] = g.Edges[p]
		}
		out.Edges = append(out.Edges, t.Edge(idx, es...))
		return t.ok()
	})
	return out
}

// meet finds the splits that all inputs can be cut at.
func (t *Tiler) meet(rank int, in []Grid) ([][]Dim, bool) {
	splits := make([][]Dim, rank)
	one := []Dim{{N: 1}}
	var cut []Grid
	equal := true
	for _, g := range in {
		if g.whole {
			continue
		}
		cut = append(cut, g)
		for a, s := range t.AllSplits(g) {
			k := a + rank - len(g.Shape)
			switch {
			case splits[k] == nil || slices.Equal(splits[k], one):
				splits[k] = s
			case !slices.Equal(splits[k], s) && !slices.Equal(s, one):
				equal = false
			}
		}
	}
	if equal {
		return splits, t.ok()
	}
	if t.Need(Rows, cut...) != nil {
		return nil, false
	}
	metas := make([]Meta, 0, len(in))
	for _, g := range in {
		metas = append(metas, t.resolved(g))
	}
	if _, err := infer(t.n.Op, metas); err != nil {
		t.Fail(err)
		return nil, false
	}
	clear(splits)
	for _, g := range cut {
		for a, s := range t.AllSplits(g) {
			k := a + rank - len(g.Shape)
			splits[k] = refine(splits[k], s)
		}
	}
	return splits, true
}

// resolved is the meta of g with lengths from its splits.
func (t *Tiler) resolved(g Grid) Meta {
	m := g.Meta.clone()
	for a := range m.Dims {
		if a < len(g.Shape) && !m.Dims[a].Known() {
			if d := Sum(t.Splits(g, a)); d.Known() {
				m.Dims[a] = d
			}
		}
	}
	return m
}

// shrink cuts further where broadcasting would make chunks of more than twice the limit.
func (t *Tiler) shrink(splits [][]Dim, in []Grid) [][]Dim {
	if len(in) < 2 || len(t.n.Outs) == 0 || t.n.Outs[0].Kind != Tensor {
		return splits
	}
	return fit(splits, t.n.Outs[0].DType.Is.Size(), 2*t.env.ChunkBytes(), t.env.ChunkBytes())
}

// fit halves the longest known splits, but for those of the axes that stay, until a chunk is at most limit
// bytes; nothing changes while chunks are under most.
func fit(splits [][]Dim, item, most, limit int, stay ...int) [][]Dim {
	bytes := item
	for _, s := range splits {
		n, known := longest(s)
		if !known {
			return splits
		}
		bytes *= max(1, n)
	}
	if bytes <= most {
		return splits
	}
	splits = slices.Clone(splits)
	for bytes > limit {
		best, len0 := -1, 1
		for a, s := range splits {
			if n, _ := longest(s); n > len0 && !slices.Contains(stay, a) {
				best, len0 = a, n
			}
		}
		if best < 0 {
			break
		}
		half := (len0 + 1) / 2
		var cut []Dim
		for _, d := range splits[best] {
			if d.N > half {
				cut = append(cut, Even(d.N, half)...)
			} else {
				cut = append(cut, d)
			}
		}
		splits[best] = cut
		bytes = bytes/len0*half + item
	}
	return splits
}

// Pair makes one task per chunk place: chunk k of every grid, whatever their lengths.
func (t *Tiler) Pair(in ...Grid) Grid {
	if !t.ok() {
		return Grid{}
	}
	out := Grid{Shape: in[0].Shape, ord: in[0].ord, Edges: make([]Edge, 0, len(in[0].Edges))}
	es := make([]Edge, len(in))
	for k := range in[0].Edges {
		for i, g := range in {
			es[i] = g.Edges[k]
		}
		out.Edges = append(out.Edges, t.Edge([]int{k}, es...))
	}
	return out
}

// One joins all chunks of g into one.
func (t *Tiler) One(g Grid) Grid {
	if len(g.Edges) == 1 || !t.ok() {
		return g
	}
	m := g.Meta
	if m.Kind == 0 {
		m = t.c.Meta(g.Edges[0])
		m.Dims = slices.Clone(m.Dims)
		for a := range m.Dims {
			if a < len(g.Shape) {
				m.Dims[a] = Sum(t.Splits(g, a))
			}
		}
	}
	e := t.make(&joined{g.Shape}, Chunk, nil, g.Edges, nil, m)
	return Grid{Shape: slices.Repeat([]int{1}, len(g.Shape)), Edges: []Edge{e}, Meta: m, whole: g.whole, ord: g.ord}
}
