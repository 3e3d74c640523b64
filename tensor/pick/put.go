package pick

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Put writes a value to places. Where the axes are in one piece each chunk takes one chunk of places after
// another. Otherwise places and their values are sent to the boxes they lie in: one exchange each. Of equal
// places the last one wins.
type Put struct {
	Axes  []int
	Place int
	Where []int
}

func init() {
	op.Register[Put](op.Doc{
		Face: "inner",
		Name: "tensor.put_at", Sig: "put_at(a, value, axes, place, where, *indices)",
		Summary: "Tensor with a value at places along axes, told by index tensors that broadcast",
	})
}

func (o *Put) places() *Places { return &Places{o.Axes, o.Place, o.Where, ""} }

func (o *Put) Infer(in []op.Meta) ([]op.Meta, error) {
	m, err := o.places().Selection(in[0], in[2:])
	if err != nil {
		return nil, err
	}
	if len(in[1].Dims) != len(m.Dims) || !chunk.Broadcasts(in[1], m) {
		return nil, errs.New(errs.Invalid, "shape mismatch: value array of shape %s could not be broadcast to indexing result of shape %s", op.ShapeString(in[1].Dims), op.ShapeString(m.Dims))
	}
	_, err = basic.Cast(in[0].DType.Is, in[1].DType.Is)
	return in[:1], err
}

// StageMeta: Map asks, Combine tells bounds or sends values, Final writes.
func (o *Put) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch {
	case s == op.Map:
		return []op.Meta{op.NewTensor(dtype.Int64, op.Sym("ask", in...), op.Dim{N: 2})}, nil
	case s == op.Combine && len(in) == 0:
		return []op.Meta{op.NewTensor(dtype.Int64, op.Sym("bounds"))}, nil
	case s == op.Combine:
		return []op.Meta{in[0].WithDims(append([]op.Dim{op.Sym("sent", in...)}, o.others(in[0].Dims, rankOf(in[1:len(in)-1]))...)...)}, nil
	}
	return in[:1], nil
}

func (o *Put) Tile(t *op.Tiler) error {
	p, x := o.places(), t.In(0)
	if err := t.Need(op.Rows, t.Ins()...); err != nil {
		return err
	}
	metas := make([]op.Meta, len(t.Ins()))
	for i, g := range t.Ins() {
		metas[i] = g.Meta.WithDims()
		for a := range g.Shape {
			metas[i].Dims = append(metas[i].Dims, op.Sum(t.Splits(g, a)))
		}
	}
	if _, err := o.Infer(metas); err != nil {
		return err
	}
	m, err := p.Selection(metas[0], metas[2:])
	if err != nil {
		return err
	}
	l, ok := p.cut(t, x, t.Ins()[2:], m)
	if !ok {
		return t.Err()
	}
	v := spread(t, t.In(1), l.splits)
	if t.Err() != nil {
		return t.Err()
	}
	out := op.Grid{Shape: x.Shape}
	if nd.Size(l.boxes) == 1 {
		Every(t, x.Shape, func(at []int) {
			_, line := o.split(at)
			e := x.At(at...)
			Every(t, l.blocks, func(b []int) {
				e = t.Edge(append(slices.Clone(at), b...), append([]op.Edge{e, corner(v, p.selected(b, line))}, l.block(b)...)...)
			})
			out.Edges = append(out.Edges, e)
		})
		return t.Out(out)
	}
	bounds, asks := p.bounds(t, x), op.Grid{}
	Every(t, l.blocks, func(b []int) {
		asks.Edges = append(asks.Edges, t.At(op.Map).Edge([]int{len(asks.Edges)}, append(l.block(b), bounds)...))
	})
	asks.Shape = []int{len(asks.Edges)}
	asked, sent := t.Scatter(asks, nd.Size(l.boxes)), map[string]op.Grid{}
	Every(t, l.others, func(line []int) {
		var g op.Grid
		Every(t, l.blocks, func(b []int) {
			in := append([]op.Edge{corner(v, p.selected(b, line))}, append(l.block(b), bounds)...)
			g.Edges = append(g.Edges, t.At(op.Combine).Edge([]int{len(g.Edges)}, in...))
		})
		g.Shape = []int{len(g.Edges)}
		sent[key(line)] = t.Scatter(g, nd.Size(l.boxes))
	})
	Every(t, x.Shape, func(at []int) {
		j, line := o.split(at)
		k := Place(l.boxes, j)
		out.Edges = append(out.Edges, t.At(op.Final).Edge(at, x.At(at...), asked.Edges[k], sent[key(line)].Edges[k]))
	})
	return t.Out(out)
}

// split is a place in the grid of x as those along the axes and along the others.
func (o *Put) split(at []int) (j, line []int) {
	for _, a := range o.Axes {
		j = append(j, at[a])
	}
	return j, chunk.Without(at, o.Axes)
}

func (o *Put) Exec(x *op.Exec) error {
	p := o.places()
	switch {
	case x.Stage == op.Map:
		return p.ask(x, x.Index[0])
	case x.Stage == op.Combine && x.Len() == 0:
		return tell(x)
	case x.Stage == op.Combine:
		return o.send(x)
	case x.Stage == op.Final:
		ask, err := x.Array(1).Contig(x.Mem())
		if err != nil {
			return err
		}
		return o.write(x, ask.Slice(1, 0, 1, 1).Index(1, 0), x.Array(2))
	}
	flat, err := p.Flat(x, x.Arrays()[2:], p.lens(x.Array(0)))
	if err != nil {
		return err
	}
	return o.write(x, flat, o.front(x.Array(1), flat.Rank()))
}

// others is what is left of the axes of a selection without those of the index arrays, which have n.
func (o *Put) others(d []op.Dim, n int) []op.Dim {
	return slices.Delete(slices.Clone(d), o.Place, o.Place+n)
}

// front is a value with the n axes of the index arrays first.
func (o *Put) front(v *nd.Array, n int) *nd.Array {
	if v.Rank() == 0 {
		return v
	}
	perm := []int{}
	for a := range n {
		perm = append(perm, o.Place+a)
	}
	for a := range v.Rank() {
		if a < o.Place || a >= o.Place+n {
			perm = append(perm, a)
		}
	}
	return v.Transpose(perm...)
}

// send takes the values of a block apart by the boxes that their places lie in. The inputs are the value,
// index arrays, and the bounds.
func (o *Put) send(x *op.Exec) error {
	p, k := o.places(), x.Len()-1
	m, lens := mesh(x.Array(k))
	flat, err := p.Flat(x, x.Arrays()[1:k], lens)
	if err != nil {
		return err
	}
	v := o.front(x.Array(0), flat.Rank())
	rest := v.Shape[flat.Rank():]
	if v, err = v.BroadcastTo(slices.Concat(flat.Shape, rest)...); err != nil {
		return err
	}
	if v, err = v.Contig(x.Mem()); err != nil {
		return err
	}
	v, _ = v.Reshape(append([]int{flat.Size()}, rest...)...)
	rows := make([][]int64, m.Len())
	for i, b := range m.Route(nd.Data[int64](flat)) {
		rows[b] = append(rows[b], int64(i))
	}
	out := &op.Parts{P: make([]any, m.Len())}
	for b, r := range rows {
		if out.P[b], err = sort.Take(x.Mem(), v, nd.Of(r, len(r)), 0, sort.Raise); err != nil {
			return err
		}
	}
	return x.Put(0, out)
}

// write puts values, whose first axes are those of the positions, into the chunk.
func (o *Put) write(x *op.Exec, at, v *nd.Array) error {
	v, err := chunk.Cast(x, v, x.Array(0).DType)
	if err != nil {
		return err
	}
	a := x.Own(0)
	if err := sort.PutFlat(x.Mem(), a, o.Axes, at, v); err != nil {
		return err
	}
	return x.Put(0, a)
}

// rankOf is the number of axes of metas together.
func rankOf(ms []op.Meta) (n int) {
	for _, m := range ms {
		n = max(n, len(m.Dims))
	}
	return n
}

// spread cuts a value that broadcasts to the given splits like them; further leading axes have length 1.
func spread(t *op.Tiler, v op.Grid, splits [][]op.Dim) op.Grid {
	want := make([][]op.Dim, len(v.Shape))
	for a := range want {
		k := a + len(splits) - len(want)
		if want[a] = op.Dims(1); k >= 0 && op.Sum(t.Splits(v, a)) != (op.Dim{N: 1}) {
			want[a] = splits[k]
		}
	}
	return t.Rechunk(v, want...)
}
