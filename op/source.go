package op

import "slices"

// Source makes chunks of output 0 out of nothing, cut evenly by the chunk limit; each knows its box.
func (t *Tiler) Source() Grid { return t.SourceAt(t.Even(t.n.Outs[0], nil)) }

// SourceAt is Source with given splits.
func (t *Tiler) SourceAt(splits [][]Dim) Grid { return t.SourceOf(splits) }

// SourceOf is SourceAt whose tasks also get what lies at their box of every input: inputs broadcast to the
// shape of the output.
func (t *Tiler) SourceOf(splits [][]Dim, in ...Grid) Grid {
	if !t.ok() || t.Need(Rows, in...) != nil {
		return Grid{}
	}
	in = slices.Clone(in)
	for i, g := range in {
		want := make([][]Dim, len(g.Shape))
		for a := range want {
			if want[a] = splits[a+len(splits)-len(g.Shape)]; Sum(t.Splits(g, a)) == (Dim{N: 1}) {
				want[a] = Dims(1)
			}
		}
		in[i] = t.Rechunk(g, want...)
	}
	m, es, full := t.n.Outs[0], make([]Edge, len(in)), make([]int, len(splits))
	for a := range splits {
		full[a] = Sum(splits[a]).N
	}
	return t.boxes(splits, m, func(idx, lo, sz []int) Edge {
		for i, g := range in {
			at := slices.Clone(idx[len(idx)-len(g.Shape):])
			for a, n := range g.Shape {
				at[a] = min(at[a], n-1)
			}
			es[i] = g.At(at...)
		}
		c := m
		c.Dims = Dims(sz...)
		return Edge{t.c.add(spec{op: t.op, node: t.node, stage: t.stage, index: idx, in: es, outs: []Meta{c}, lo: lo, full: full}, false), 0, -1}
	})
}

// Even is the default splits of a value of known shape: chunks of the limit's bytes, near-square for tensors,
// rows only for frames. chunk gives sizes of the user's: one number for all axes or one for each, 0 for the
// default.
func (t *Tiler) Even(m Meta, chunk []int) [][]Dim {
	return EvenSplits(m, chunk, t.env.ChunkBytes())
}

// EvenSplits is Even for a chunk limit in bytes. The answer depends on shape and dtype alone.
func EvenSplits(m Meta, chunk []int, limit int) [][]Dim {
	shape, _ := m.Shape()
	step := slices.Clone(shape)
	item, free := m.DType.Is.Size(), []int{}
	if m.Kind != Tensor {
		item = rowBytes(m)
	}
	fixed := item
	for a := range shape {
		switch {
		case len(chunk) == 1 && chunk[0] > 0:
			step[a] = min(shape[a], chunk[0])
		case a < len(chunk) && chunk[a] > 0:
			step[a] = min(shape[a], chunk[a])
		default:
			free = append(free, a)
			continue
		}
		fixed *= max(1, step[a])
	}
	spread(step, free, max(1, limit/max(1, fixed)))
	for count(shape, step) > maxChunks && len(chunk) == 0 {
		limit *= 2
		copy(step, shape)
		spread(step, free, max(1, limit/max(1, fixed)))
	}
	out := make([][]Dim, len(shape))
	for a := range shape {
		out[a] = Even(shape[a], step[a])
	}
	return out
}

// maxChunks is the number of chunks above which default chunks grow instead.
const maxChunks = 65536

// spread shares n elements among the free axes: short axes stay whole, the others become near-square.
func spread(step, free []int, n int) {
	free = slices.Clone(free)
	slices.SortFunc(free, func(a, b int) int { return step[a] - step[b] })
	for i, a := range free {
		side := root(n, len(free)-i)
		step[a] = max(1, min(step[a], side))
		n = max(1, n/step[a])
	}
}

// root is the largest r with r^k <= n.
func root(n, k int) int {
	lo, hi := 1, n
	for lo < hi {
		mid := lo + (hi-lo+1)/2
		p, over := 1, false
		for range k {
			if p > n/mid {
				over = true
				break
			}
			p *= mid
		}
		if over {
			hi = mid - 1
		} else {
			lo = mid
		}
	}
	return lo
}

func count(shape, step []int) int {
	n := 1
	for a := range shape {
		n *= max(1, (shape[a]+max(1, step[a])-1)/max(1, step[a]))
	}
	return n
}

// rowBytes estimates a row of a frame; strings count as their views and a short heap entry.
func rowBytes(m Meta) int {
	n := 0
	for _, c := range m.Cols {
		n += max(8, c.Is.Size())
	}
	return max(8, n)
}

// boxes makes a grid of m with known splits, calling f for every chunk. idx, lo and size are reused.
func (t *Tiler) boxes(splits [][]Dim, m Meta, f func(idx, lo, size []int) Edge) Grid {
	g := Grid{Meta: m, Shape: make([]int, len(splits))}
	at := make([][]int, len(splits))
	for a, s := range splits {
		g.Shape[a], at[a] = len(s), offsets(s)
	}
	g.Edges = make([]Edge, 0, size(g.Shape))
	t.c.room(size(g.Shape), len(splits))
	lo, sz := make([]int, len(splits)), make([]int, len(splits))
	each(g.Shape, func(idx []int) bool {
		for a, i := range idx {
			lo[a], sz[a] = at[a][i], splits[a][i].N
		}
		g.Edges = append(g.Edges, f(idx, lo, sz))
		return t.ok()
	})
	return g
}

// offsets are the starts of splits and, last, their sum.
func offsets(s []Dim) []int {
	at := make([]int, len(s)+1)
	for i, d := range s {
		at[i+1] = at[i] + d.N
	}
	return at
}

// Boxes calls f with every chunk of g and its box; the lengths must be known. The slices are reused.
func (t *Tiler) Boxes(g Grid, f func(k int, idx, lo, size []int)) {
	if !t.ok() {
		return
	}
	k := 0
	t.boxes(t.AllSplits(g), g.Meta, func(idx, lo, sz []int) Edge { f(k, idx, lo, sz); k++; return Edge{} })
}

// Sink writes: Map per chunk, one Final that commits all parts in order.
func (t *Tiler) Sink(g Grid) Grid {
	m := t.At(Map).Map(g)
	if !t.ok() {
		return Grid{}
	}
	return Grid{Shape: []int{}, Edges: []Edge{{t.At(Final).Task(nil, []Meta{g.Meta}, m.Edges...), 0, -1}}}
}
