package pick

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Places are positions along several axes, told by index arrays that broadcast: what reading and writing by
// arrays share.
type Places struct {
	Axes  []int  // of the tensor, one for each index array
	Place int    // where the axes of the index arrays stand in the selection
	Where []int  // names of the axes in errors: where they stand in what the user indexed
	Mode  string // what a position outside means: "raise", "wrap", "clip"
}

// Selection is the meta of the elements of x at the places.
func (p *Places) Selection(x op.Meta, idx []op.Meta) (op.Meta, error) {
	for _, m := range idx {
		if !m.DType.Is.IsInteger() {
			return x, errs.New(errs.NotFound, "arrays used as indices must be of integer (or boolean) type")
		}
	}
	d, err := op.Broadcast(idx...)
	if err != nil {
		return x, errs.New(errs.NotFound, "shape mismatch: indexing arrays could not be broadcast together with shapes %s", metaShapes(idx))
	}
	return x.WithDims(slices.Insert(chunk.Without(x.Dims, p.Axes), p.Place, d...)...), nil
}

func metaShapes(ms []op.Meta) (s string) {
	for _, m := range ms {
		s += op.ShapeString(m.Dims) + " "
	}
	return s
}

// Outside is Mode for kernels.
func (p *Places) Outside() (sort.Mode, error) {
	switch p.Mode {
	case "", "raise":
		return sort.Raise, nil
	case "wrap":
		return sort.Wrap, nil
	case "clip":
		return sort.Clip, nil
	}
	return 0, errs.New(errs.Invalid, "clipmode must be one of 'clip', 'raise', or 'wrap' (got '%s')", p.Mode)
}

// layout is how the work on places is cut.
type layout struct {
	x      op.Grid
	idx    []op.Grid  // cut alike
	blocks []int      // grid of the index arrays together
	boxes  []int      // grid of x along the axes
	others []int      // grid of x along its other axes
	splits [][]op.Dim // of the selection
}

// cut finds a layout for a selection of meta m. Index arrays are cut where a chunk of the selection would
// pass the limit.
func (p *Places) cut(t *op.Tiler, x op.Grid, idx []op.Grid, m op.Meta) (l layout, ok bool) {
	if t.Need(op.Rows, append([]op.Grid{x}, idx...)...) != nil {
		return l, false
	}
	rank := 0
	for _, g := range idx {
		rank = max(rank, len(g.Shape))
	}
	own, stay := make([][]op.Dim, rank), []int{}
	for _, g := range idx {
		for a := range g.Shape {
			k := a + rank - len(g.Shape)
			if s := t.Splits(g, a); own[k] == nil || op.Sum(own[k]) == (op.Dim{N: 1}) {
				own[k] = s
			}
		}
	}
	for k, s := range own {
		if op.Sum(s) == (op.Dim{N: 1}) { // it repeats, so chunks without elements beside it are no blocks
			own[k] = op.Dims(1)
		}
	}
	for a := range x.Shape {
		if slices.Contains(p.Axes, a) {
			l.boxes = append(l.boxes, 0)
			continue
		}
		k := len(l.splits)
		l.splits, l.others = append(l.splits, t.Splits(x, a)), append(l.others, x.Shape[a])
		if k >= p.Place {
			k += rank
		}
		stay = append(stay, k)
	}
	for i, a := range p.Axes {
		l.boxes[i] = x.Shape[a]
	}
	l.splits = t.Fit(m, slices.Insert(l.splits, p.Place, own...), stay...)
	own = l.splits[p.Place : p.Place+rank]
	for _, s := range own {
		l.blocks = append(l.blocks, len(s))
	}
	for _, g := range idx {
		want := make([][]op.Dim, len(g.Shape))
		for a := range want {
			if want[a] = own[a+rank-len(g.Shape)]; op.Sum(t.Splits(g, a)) == (op.Dim{N: 1}) {
				want[a] = op.Dims(1)
			}
		}
		l.idx = append(l.idx, t.Rechunk(g, want...))
	}
	l.x = x
	return l, t.Err() == nil
}

// block is the chunk of every index array for block b.
func (l *layout) block(b []int) (es []op.Edge) {
	for _, g := range l.idx {
		es = append(es, corner(g, b))
	}
	return es
}

// corner is the chunk of g at the last of the places of at; axes in one piece broadcast.
func corner(g op.Grid, at []int) op.Edge {
	i, skip := make([]int, len(g.Shape)), len(at)-len(g.Shape)
	for a, n := range g.Shape {
		if a+skip >= 0 {
			i[a] = min(at[a+skip], n-1)
		}
	}
	return g.At(i...)
}

// chunk is the place in x of box j of the axes and line l of the others.
func (p *Places) chunk(j, line []int) []int {
	at, k := []int{}, 0
	for a := range len(j) + len(line) {
		if i := slices.Index(p.Axes, a); i >= 0 {
			at = append(at, j[i])
			continue
		}
		at = append(at, line[k])
		k++
	}
	return at
}

// selected is the place in the selection of block b and line l.
func (p *Places) selected(b, line []int) []int {
	return slices.Insert(slices.Clone(line), p.Place, b...)
}

// Every calls f with every index of shape in C order until a call failed.
func Every(t *op.Tiler, shape []int, f func(at []int)) {
	nd.Each(shape, func(at []int) {
		if t.Err() == nil {
			f(slices.Clone(at))
		}
	})
}

// bounds is a task that tells the starts of the boxes of x along the axes: for each axis their number, the
// starts, and the length.
func (p *Places) bounds(t *op.Tiler, x op.Grid) op.Edge {
	var list []int
	for _, a := range p.Axes {
		list = append(list, x.Shape[a])
		at := 0
		for _, d := range t.Splits(x, a) {
			list = append(list, at)
			at += d.N
		}
		list = append(list, at)
	}
	return t.At(op.Combine).Edge(list)
}

// tell is the work of bounds.
func tell(x *op.Exec) error {
	out := x.Alloc(dtype.Int64, len(x.Index))
	for i, v := range x.Index {
		nd.Data[int64](out)[i] = int64(v)
	}
	return x.Put(0, out)
}

// mesh reads what bounds told.
func mesh(a *nd.Array) (m sort.Mesh, lens []int) {
	for d := nd.Data[int64](a); len(d) > 0; {
		n := int(d[0])
		m.Bounds = append(m.Bounds, d[1:n+2])
		lens = append(lens, int(d[n+1]))
		d = d[n+2:]
	}
	return m, lens
}

// Flat is the index arrays as C-order positions in the axes, which have the given lengths.
func (p *Places) Flat(x *op.Exec, idx []*nd.Array, lens []int) (*nd.Array, error) {
	as := make([]*nd.Array, len(idx))
	for i, a := range idx {
		var err error
		if as[i], err = chunk.Cast(x, a, dtype.Int64); err != nil {
			return nil, err
		}
	}
	m, err := p.Outside()
	if err != nil {
		return nil, err
	}
	return sort.Ravel(x.Mem(), as, lens, p.Where, m)
}

// lens are the lengths of a along the axes.
func (p *Places) lens(a *nd.Array) (n []int) {
	for _, k := range p.Axes {
		n = append(n, a.Shape[k])
	}
	return n
}

// ask sends the places of a block to the boxes they lie in, each with the number of the block. The inputs are
// index arrays and, last, the bounds.
func (p *Places) ask(x *op.Exec, block int) error {
	k := x.Len() - 1
	m, lens := mesh(x.Array(k))
	flat, err := p.Flat(x, x.Arrays()[:k], lens)
	if err != nil {
		return err
	}
	local := nd.Data[int64](flat)
	to := m.Route(local)
	out := &op.Parts{P: make([]any, m.Len())}
	rows := make([]int, m.Len())
	for _, b := range to {
		rows[b]++
	}
	at := make([][]int64, m.Len())
	for j, n := range rows {
		a := x.Alloc(dtype.Int64, n, 2)
		out.P[j], at[j] = a, nd.Data[int64](a)
	}
	for i, b := range to {
		at[b][0], at[b][1] = local[i], int64(block)
		at[b] = at[b][2:]
	}
	return x.Put(0, out)
}
