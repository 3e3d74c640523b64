package pick

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Pick reads the elements at places. Where the axes are in one piece each chunk of places reads its chunk;
// where one axis is in few pieces, each reads them all. Otherwise places are sent to the boxes they lie in,
// and what is read there back: two exchanges, and no task holds more than a box and what it is asked for.
type Pick struct {
	Axes  []int
	Place int
	Where []int
	Mode  string
}

func init() {
	op.Register[Pick](op.Doc{
		Face: "inner",
		Name: "tensor.pick", Sig: "pick(a, axes, place, where, mode, *indices)",
		Summary: "Elements at places along axes, told by index tensors that broadcast",
	})
}

// PickRows is pick of rows by one index tensor.
func PickRows() *Pick { return PickAlong(0) }

// PickAlong is pick of places along an axis by one index tensor.
func PickAlong(axis int) *Pick { return &Pick{Axes: []int{axis}, Place: axis, Where: []int{axis}} }

func (o *Pick) places() *Places { return &Places{o.Axes, o.Place, o.Where, o.Mode} }

func (o *Pick) Normalize([]op.Meta) error {
	_, err := o.places().Outside()
	return err
}

func (o *Pick) Infer(in []op.Meta) ([]op.Meta, error) {
	// A chunk may read several boxes, which come first.
	m, err := o.places().Selection(in[0], in[len(in)-len(o.Axes):])
	return []op.Meta{m}, err
}

// StageMeta: Map asks, Combine tells bounds or serves, Final puts what was served in order.
func (o *Pick) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch {
	case s == op.Map:
		return []op.Meta{op.NewTensor(dtype.Int64, op.Sym("ask", in...), op.Dim{N: 2})}, nil
	case s == op.Combine && len(in) == 0:
		return []op.Meta{op.NewTensor(dtype.Int64, op.Sym("bounds"))}, nil
	case s == op.Combine:
		rest := chunk.Without(in[0].Dims, o.Axes)
		return []op.Meta{in[0].WithDims(append([]op.Dim{op.Sym("served", in...)}, rest...)...)}, nil
	case s == op.Final:
		n := len(in) - 2
		d, err := op.Broadcast(in[:n]...)
		return []op.Meta{in[n+1].WithDims(slices.Insert(slices.Clone(in[n+1].Dims[1:]), o.Place, d...)...)}, err
	}
	return nil, nil
}

func (o *Pick) Tile(t *op.Tiler) error {
	p, x := o.places(), t.In(0)
	l, ok := p.cut(t, x, t.Ins()[1:], t.Meta(0))
	if !ok {
		return t.Err()
	}
	out := op.Grid{Shape: p.selected(l.blocks, l.others)}
	if nd.Size(l.boxes) == 1 || o.near(t, &l) {
		Every(t, out.Shape, func(at []int) {
			b, line := p.parted(at, len(l.blocks))
			var in []op.Edge
			Every(t, l.boxes, func(j []int) { in = append(in, x.At(p.chunk(j, line)...)) })
			out.Edges = append(out.Edges, t.Edge(at, append(in, l.block(b)...)...))
		})
		return t.Out(out)
	}
	bounds, asks := p.bounds(t, x), op.Grid{}
	Every(t, l.blocks, func(b []int) {
		asks.Edges = append(asks.Edges, t.At(op.Map).Edge([]int{len(asks.Edges)}, append(l.block(b), bounds)...))
	})
	asks.Shape = []int{len(asks.Edges)}
	asked := t.Scatter(asks, nd.Size(l.boxes))
	served := map[string]op.Grid{}
	Every(t, l.others, func(line []int) {
		var g op.Grid
		Every(t, l.boxes, func(j []int) {
			k := len(g.Edges)
			g.Edges = append(g.Edges, t.At(op.Combine).Edge([]int{len(asks.Edges), k}, x.At(p.chunk(j, line)...), asked.Edges[k]))
		})
		g.Shape = []int{len(g.Edges)}
		served[key(line)] = t.Scatter(g, len(asks.Edges))
	})
	Every(t, out.Shape, func(at []int) {
		b, line := p.parted(at, len(l.blocks))
		in := append(l.block(b), bounds, served[key(line)].Edges[Place(l.blocks, b)])
		out.Edges = append(out.Edges, t.At(op.Final).Edge(at, in...))
	})
	return t.Out(out)
}

const (
	nearBoxes = 8 // so many chunk limits are read whole rather than asked
	nearRows  = 8 // so many elements of the axis for one place are still read whole
)

// near reports that the boxes of an axis are few, and the places so many that most of the boxes will be read
// anyway.
func (o *Pick) near(t *op.Tiler, l *layout) bool {
	if len(o.Axes) != 1 || l.boxes[0] > nearBoxes {
		return false
	}
	lens := make([]int, len(l.x.Shape))
	for a := range lens {
		lens[a] = op.Sum(t.Splits(l.x, a)).N
	}
	places := 1
	for a := range l.idx[0].Shape {
		places *= op.Sum(t.Splits(l.idx[0], a)).N
	}
	bytes := nd.Size(lens) * l.x.Meta.DType.Is.Size() / max(1, nd.Size(l.others))
	return lens[o.Axes[0]] <= nearRows*places && bytes <= nearBoxes*t.ChunkBytes()
}

// parted is a place in the selection as those of the index arrays and of the other axes.
func (p *Places) parted(at []int, rank int) (b, line []int) {
	return at[p.Place : p.Place+rank], append(append([]int{}, at[:p.Place]...), at[p.Place+rank:]...)
}

// Place is the number of at in C order of a grid.
func Place(grid, at []int) int {
	k := 0
	for a, n := range grid {
		k = k*n + at[a]
	}
	return k
}

func key(at []int) string {
	b := make([]byte, 0, 4*len(at))
	for _, v := range at {
		b = append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	return string(b)
}

func (o *Pick) Exec(x *op.Exec) error {
	p := o.places()
	switch {
	case x.Stage == op.Map:
		return p.ask(x, x.Index[0])
	case x.Stage == op.Combine && x.Len() == 0:
		return tell(x)
	case x.Stage == op.Combine:
		return p.serve(x, x.Index[0])
	case x.Stage == op.Final:
		return p.arrange(x)
	}
	if len(o.Axes) == 1 {
		return p.take(x)
	}
	flat, err := p.Flat(x, x.Arrays()[1:], p.lens(x.Array(0)))
	if err != nil {
		return err
	}
	a, err := sort.TakeFlat(x.Mem(), x.Array(0), o.Axes, flat, o.Place)
	if err != nil {
		return err
	}
	return x.Put(0, a)
}

// take reads along one axis, whose boxes come before the places.
func (p *Places) take(x *op.Exec) error {
	k := x.Len() - 1
	idx, err := chunk.Cast(x, x.Array(k), dtype.Int64)
	if err != nil {
		return err
	}
	m, err := p.Outside()
	if err != nil {
		return err
	}
	a, err := sort.TakeBoxes(x.Mem(), x.Arrays()[:k], idx, p.Axes[0], p.Where[0], m, x.Parallel)
	if err != nil {
		return err
	}
	return x.Put(0, a.Transpose(moved(a.Rank(), p.Axes[0], idx.Rank(), p.Place)...))
}

// moved is the permutation of rank axes that takes the n from axis from on to place, and leaves the others in
// order.
func moved(rank, from, n, place int) []int {
	var perm, own []int
	for a := range rank {
		if a >= from && a < from+n {
			own = append(own, a)
		} else {
			perm = append(perm, a)
		}
	}
	return slices.Insert(perm, place, own...)
}

// serve reads what was asked of a box, for each of n blocks. Requests come in order of the blocks.
func (p *Places) serve(x *op.Exec, n int) error {
	ask, err := x.Array(1).Contig(x.Mem())
	if err != nil {
		return err
	}
	rows := nd.Data[int64](ask)
	out, at := &op.Parts{P: make([]any, n)}, 0
	for b := range n {
		lo := at
		for at < len(rows)/2 && rows[2*at+1] == int64(b) {
			at++
		}
		a, err := sort.TakeFlat(x.Mem(), x.Array(0), p.Axes, ask.Box([]int{lo, 0}, []int{at - lo, 1}).Index(1, 0), 0)
		if err != nil {
			return err
		}
		out.P[b] = a
	}
	return x.Put(0, out)
}

// arrange puts what the boxes served for a block in its order: the rows of a box come in the order they were
// asked for.
func (p *Places) arrange(x *op.Exec) error {
	k := x.Len() - 2
	m, lens := mesh(x.Array(k))
	flat, err := p.Flat(x, x.Arrays()[:k], lens)
	if err != nil {
		return err
	}
	pos := nd.Data[int64](flat)
	to := m.Route(pos)
	next := make([]int64, m.Len()+1)
	for _, b := range to {
		next[b+1]++
	}
	for b := range m.Len() {
		next[b+1] += next[b]
	}
	for i, b := range to {
		pos[i] = next[b]
		next[b]++
	}
	a, err := sort.TakeFlat(x.Mem(), x.Array(k+1), []int{0}, flat, p.Place)
	if err != nil {
		return err
	}
	return x.Put(0, a)
}
