package op

import (
	"slices"
	"sort"
)

// A Box is a part of a whole grid and where it goes in the output chunk. Positions count in the whole. A flat
// box is a range of C-order positions: Lo, At and Size have one number each, Step is not used.
type Box struct {
	From Grid
	Lo   []int // first position; with a negative step the highest
	Step []int // nil: 1 everywhere
	At   []int // nil: zeros
	Size []int
	Flat bool
}

// Gather makes chunks of m with the given known splits, each assembled from the boxes that parts names for
// the output box at lo. Grids with unknown lengths are run first; a chunk that is one whole input chunk is
// that chunk.
func (t *Tiler) Gather(m Meta, splits [][]Dim, from []Grid, parts func(lo, size []int) []Box) Grid {
	if m.Kind == Tensor {
		splits = t.Fit(m, splits)
	}
	return t.assemble(m, splits, from, parts)
}

// assemble is Gather with splits that stay as they are.
func (t *Tiler) assemble(m Meta, splits [][]Dim, from []Grid, parts func(lo, size []int) []Box) Grid {
	if !t.ok() || t.Need(Rows, from...) != nil {
		return Grid{Meta: m}
	}
	cut := cutter{t: t}
	var es []Edge
	return t.boxes(splits, m, func(idx, lo, sz []int) Edge {
		o := &gather{Size: slices.Clone(sz)}
		es = es[:0]
		for _, p := range parts(lo, sz) {
			cut.box(p, func(e Edge, c piece) {
				if c.In = slices.Index(es, e); c.In < 0 {
					c.In, es = len(es), append(es, e)
				}
				o.Pieces = append(o.Pieces, c)
			})
		}
		if len(es) == 0 && m.Kind != Tensor && len(from) > 0 { // no rows, but the columns of some chunk
			es, o.Pieces = append(es, from[0].Edges[0]), []piece{{From: []int{0}, Step: []int{1}, To: []int{0}, Size: []int{0}}}
		}
		if len(es) == 1 && len(o.Pieces) == 1 && o.Pieces[0].whole(sz) && t.isSize(es[0], sz) {
			return es[0]
		}
		c := m
		c.Dims = Dims(sz...)
		return t.make(o, Chunk, idx, es, lo, c)
	})
}

func (t *Tiler) isSize(e Edge, sz []int) bool {
	d := t.c.Dims(e)
	if len(d) != len(sz) {
		return false
	}
	for a := range d {
		if r := d[a].Resolve(t.env.Known); !r.Known() || r.N != sz[a] {
			return false
		}
	}
	return true
}

// cutter intersects boxes with the chunks of their grids; the starts of chunks are found once per grid.
type cutter struct {
	t    *Tiler
	last *Edge // identity of the grid that at belongs to
	at   [][]int
	full []int
}

func (c *cutter) use(g Grid) {
	if len(g.Edges) > 0 && c.last == &g.Edges[0] && len(c.at) == len(g.Shape) {
		return
	}
	c.at, c.full = make([][]int, len(g.Shape)), make([]int, len(g.Shape))
	for a := range g.Shape {
		c.at[a] = offsets(c.t.Splits(g, a))
		c.full[a] = c.at[a][g.Shape[a]]
	}
	if len(g.Edges) > 0 {
		c.last = &g.Edges[0]
	}
}

func (c *cutter) box(p Box, f func(Edge, piece)) {
	c.use(p.From)
	if p.Flat {
		c.flat(p, f)
		return
	}
	rank := len(p.Size)
	first, last := make([]int, rank), make([]int, rank)
	shape := make([]int, rank)
	for a := range p.Size {
		if p.Size[a] == 0 {
			return
		}
		lo, hi := p.Lo[a], p.Lo[a]+(p.Size[a]-1)*p.step(a)
		first[a], last[a] = c.find(a, min(lo, hi)), c.find(a, max(lo, hi))
		shape[a] = last[a] - first[a] + 1
	}
	idx := make([]int, rank)
	each(shape, func(i []int) bool {
		q := piece{}
		for a := range i {
			idx[a] = first[a] + i[a]
			b, e := c.at[a][idx[a]], c.at[a][idx[a]+1]
			lo, hi := overlap(p.Lo[a], p.step(a), p.Size[a], b, e)
			if lo > hi {
				return true
			}
			to := lo
			if p.At != nil {
				to += p.At[a]
			}
			q.From = append(q.From, p.Lo[a]+lo*p.step(a)-b)
			q.Step = append(q.Step, p.step(a))
			q.To = append(q.To, to)
			q.Size = append(q.Size, hi-lo+1)
		}
		f(p.From.At(idx...), q)
		return true
	})
}

// flat cuts a C-order range over a grid whose chunks are contiguous in C order: cut along the first axis
// only.
func (c *cutter) flat(p Box, f func(Edge, piece)) {
	inner := 1
	for _, n := range c.full[min(1, len(c.full)):] {
		inner *= n
	}
	to, lo, hi := 0, p.Lo[0], p.Lo[0]+p.Size[0]
	if p.At != nil {
		to = p.At[0]
	}
	if lo >= hi {
		return
	}
	if len(c.full) == 0 {
		f(p.From.Edges[0], piece{From: []int{0}, Step: []int{1}, To: []int{to}, Size: []int{1}, Flat: true})
		return
	}
	for k := c.find(0, lo/inner); k < p.From.Shape[0]; k++ {
		b, e := c.at[0][k]*inner, c.at[0][k+1]*inner
		if b >= hi {
			return
		}
		x, y := max(b, lo), min(e, hi)
		if x < y {
			f(p.From.Edges[k], piece{From: []int{x - b}, Step: []int{1}, To: []int{to + x - lo}, Size: []int{y - x}, Flat: true})
		}
	}
}

// find is the chunk along axis a that holds position p.
func (c *cutter) find(a, p int) int {
	at := c.at[a]
	return max(0, min(len(at)-2, sort.Search(len(at)-1, func(i int) bool { return at[i+1] > p })))
}

func (p *Box) step(a int) int {
	if p.Step == nil {
		return 1
	}
	return p.Step[a]
}

// overlap is the range of i in [0, n) with b <= lo + i*step < e.
func overlap(lo, step, n, b, e int) (first, last int) {
	if step > 0 {
		return max(0, ceilDiv(b-lo, step)), min(n-1, ceilDiv(e-lo, step)-1)
	}
	return max(0, ceilDiv(lo-e+1, -step)), min(n-1, floorDiv(lo-b, -step))
}

func ceilDiv(a, b int) int { return -floorDiv(-a, b) }
func floorDiv(a, b int) int {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// Rechunk cuts g at other places, whatever the chunk limit. Equal splits, symbols included, cost nothing; one
// axis of nil keeps its splits.
func (t *Tiler) Rechunk(g Grid, splits ...[]Dim) Grid {
	if !t.ok() {
		return g
	}
	same := true
	splits = slices.Clone(splits)
	for a := range splits {
		have := t.Splits(g, a)
		if splits[a] == nil {
			splits[a] = have
		}
		same = same && slices.Equal(have, splits[a])
	}
	if same {
		return g
	}
	if t.Need(Rows, g) != nil {
		return g
	}
	m := g.Meta
	if m.Kind == 0 {
		m = t.c.Meta(g.Edges[0])
	}
	for a := range splits { // symbols that the first call could not answer
		for i := range splits[a] {
			splits[a][i] = splits[a][i].Resolve(t.env.Known)
		}
	}
	o := t.assemble(m, splits, []Grid{g}, func(lo, sz []int) []Box { return []Box{{From: g, Lo: lo, Size: sz}} })
	o.ord, o.whole = g.ord, g.whole
	return o
}

// Fit cuts the splits of m further where a chunk would pass twice the limit, but not along the axes that
// stay.
func (t *Tiler) Fit(m Meta, splits [][]Dim, stay ...int) [][]Dim {
	return fit(splits, m.DType.Is.Size(), 2*t.env.ChunkBytes(), t.env.ChunkBytes(), stay...)
}

// FitRows cuts the rows of g, each of which makes n rows of the output, where what a chunk makes would pass
// twice the limit.
func (t *Tiler) FitRows(g Grid, n int) Grid {
	if t.Need(Rows, g) != nil {
		return g
	}
	limit := t.env.ChunkBytes()
	return t.Rechunk(g, fit([][]Dim{t.Splits(g, 0)}, max(n, 1)*rowBytes(t.n.Outs[0]), 2*limit, limit)...)
}

// RowsFit is about how many rows of the output a chunk has.
func (t *Tiler) RowsFit() int { return max(1, t.env.ChunkBytes()/rowBytes(t.n.Outs[0])) }

// WholeAxes is g with the axes in one piece. The others are cut further where a chunk would pass twice the
// limit; nil means that all axes are whole.
func (t *Tiler) WholeAxes(g Grid, axes ...int) Grid {
	whole := true
	for a, n := range g.Shape {
		whole = whole && (n == 1 || axes != nil && !slices.Contains(axes, a))
	}
	if whole || t.Need(Rows, g) != nil {
		return g
	}
	splits := t.AllSplits(g)
	for a := range splits {
		if axes == nil || slices.Contains(axes, a) {
			splits[a] = []Dim{Sum(splits[a])}
		}
	}
	if axes != nil {
		splits = t.Fit(t.c.Meta(g.Edges[0]), splits, axes...)
	}
	return t.Rechunk(g, splits...)
}

// Like cuts g as h is cut.
func (t *Tiler) Like(g, h Grid) Grid { return t.Rechunk(g, t.AllSplits(h)...) }
