package linalg

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/linalg"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// QR is the operand of tensor.linalg.qr.
type QR struct {
	Mode string
}

func init() {
	op.Register[QR](op.Doc{
		Gives: "QRResult Q R where mode != 'r'",
		Name:  "tensor.linalg.qr", Like: "numpy.linalg.qr", Sig: "qr(a, mode='reduced')",
		Summary: "QR factors of a matrix",
		Notes: "Blocks of rows, each at least as long as it is wide, are factored, their R stacked and factored again up a tree: TSQR of Demmel, Grigori, Hoemmen and Langou (2012). The signs of " +
			"Householder's method are found again from the first rows of Q.",
	})
}

// Normalize checks the mode.
func (o *QR) Normalize([]op.Meta) error {
	switch o.Mode {
	case "reduced", "complete", "r":
		return nil
	}
	return errs.New(errs.Invalid, "Unrecognized mode '%s'", o.Mode)
}

func (o *QR) Infer(in []op.Meta) ([]op.Meta, error) {
	rank := len(in[0].Dims)
	if rank < 2 {
		return nil, errs.New(errs.Invalid, "%d-dimensional array given. Array must be at least two-dimensional", rank)
	}
	d, err := Inexact(in[0].DType.Is)
	if err != nil {
		return nil, err
	}
	lead, m, n := in[0].Dims[:rank-2:rank-2], in[0].Dims[rank-2], in[0].Dims[rank-1]
	k := least(m, n)
	if o.Mode == "complete" {
		k = m
	}
	r := op.NewTensor(d, append(lead, k, n)...)
	if o.Mode == "r" {
		return []op.Meta{r}, nil
	}
	return []op.Meta{op.NewTensor(d, append(lead, m, k)...), r}, nil
}

// Inexact is the dtype that linear algebra computes in.
func Inexact(d dtype.DType) (dtype.DType, error) {
	switch {
	case d == dtype.Float16:
		return d, errs.New(errs.Type, "array type float16 is unsupported in linalg")
	case d.IsFloat() || d.IsComplex():
		return d, nil
	case d.IsBool() || d.IsInteger():
		return dtype.Float64, nil
	}
	return d, errs.New(errs.Type, "array type %s is unsupported in linalg", d)
}

// least is the smaller of two lengths; of an unknown one the other, which is right for tall matrices.
func least(m, n op.Dim) op.Dim {
	if m.Known() && n.Known() {
		return op.Dim{N: min(m.N, n.N)}
	}
	return n
}

// StageMeta: Map factors a block and Combine stacked Rs, into Q and R; Final multiplies a Q by its rows of
// the Q above, or by signs. A Chunk of two inputs finds the signs.
func (o *QR) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch {
	case s == op.Chunk && len(in) == 2:
		return []op.Meta{op.NewTensor(in[1].DType.Is, in[1].Dims[0])}, nil
	case s == op.Chunk:
		return nil, nil
	case s == op.Final && len(in[1].Dims) == 2:
		return []op.Meta{in[0].WithDims(in[0].Dims[0], in[1].Dims[1])}, nil
	case s == op.Final:
		return in[:1], nil
	}
	d, err := Inexact(in[0].DType.Is)
	rows, n := op.Dim{}, in[0].Dims[1]
	for _, m := range in {
		rows = rows.Plus(m.Dims[0])
	}
	k := least(rows, n)
	return []op.Meta{op.NewTensor(d, rows, k), op.NewTensor(d, k, n)}, err
}

func (o *QR) Tile(t *op.Tiler) error {
	rank := len(t.In(0).Shape)
	if rank > 2 || o.Mode == "complete" {
		g := t.Map(t.WholeAxes(t.In(0), rank-2, rank-1))
		if o.Mode == "r" {
			return t.Out(g)
		}
		return t.Out(g, g.Out(1))
	}
	a := t.WholeAxes(t.In(0), 1)
	if err := t.Need(op.Rows, a); err != nil {
		return err
	}
	a = tall(t, a)
	q, r := o.tree(t, t.At(op.Map).Map(a))
	if a.Shape[0] > 1 {
		q, r = o.signed(t, a, q, r)
	}
	if o.Mode == "r" {
		return t.Out(r)
	}
	return t.Out(q, r)
}

// tall joins blocks of rows until each has twice as many rows as columns, for the Rs of wide ones together
// are no smaller than the matrix: a square matrix is factored as a whole, which the last step of the tree
// would do as well.
func tall(t *op.Tiler, a op.Grid) op.Grid {
	if t.Err() != nil {
		return a
	}
	rows, n := t.Splits(a, 0), op.Sum(t.Splits(a, 1)).N
	if !slices.ContainsFunc(rows, func(d op.Dim) bool { return d.N < n }) {
		return a
	}
	var blocks []op.Dim
	for _, d := range rows {
		if k := len(blocks) - 1; k >= 0 && blocks[k].N < 2*n {
			blocks[k].N += d.N
			continue
		}
		blocks = append(blocks, d)
	}
	if k := len(blocks) - 1; k > 0 && blocks[k].N < n {
		blocks[k-1].N += blocks[k].N
		blocks = blocks[:k]
	}
	return t.Rechunk(a, blocks, nil)
}

// treeFan is how many Rs are stacked.
const treeFan = 4

// tree gives Q and R of a grid of factored blocks.
func (o *QR) tree(t *op.Tiler, m op.Grid) (q, r op.Grid) {
	if t.Err() != nil || m.Len() == 1 {
		return m, m.Out(1)
	}
	up, rs := op.Grid{}, m.Out(1)
	var splits []op.Dim
	for i := 0; i < m.Len(); i += treeFan {
		part := rs.Edges[i:min(i+treeFan, m.Len())]
		up.Edges = append(up.Edges, t.At(op.Combine).Edge([]int{m.Len(), i}, part...))
		for _, e := range part {
			splits = append(splits, t.MetaOf(e).Dims[0])
		}
	}
	up.Shape = []int{len(up.Edges), 1}
	q2, r := o.tree(t, up)
	if t.Err() != nil {
		return m, r
	}
	k := t.MetaOf(q2.Edges[0]).Dims[1]
	q2.Meta = t.MetaOf(q2.Edges[0]).WithDims(op.Sum(splits), k)
	return t.At(op.Final).Pair(m, t.Rechunk(q2, splits, []op.Dim{k})), r
}

// signed gives the factors the signs of Householder's method.
func (o *QR) signed(t *op.Tiler, a, q, r op.Grid) (op.Grid, op.Grid) {
	rows := t.Splits(a, 0)
	if t.Err() != nil {
		return q, r
	}
	m, k := op.Sum(rows), t.MetaOf(r.Edges[0]).Dims[0]
	q.Meta = t.MetaOf(q.Edges[0]).WithDims(m, k)
	first := t.Gather(q.Meta.WithDims(k, k), [][]op.Dim{{k}, {k}}, []op.Grid{q}, func(lo, size []int) []op.Box {
		return []op.Box{{From: q, Lo: lo, Size: size}}
	})
	s := t.One(first)
	if t.Err() != nil {
		return q, r
	}
	signs := t.Edge([]int{m.N}, s.Edges[0], r.Edges[0])
	by := func(g op.Grid, axis int) op.Grid {
		out := op.Grid{Shape: g.Shape}
		for i, e := range g.Edges {
			out.Edges = append(out.Edges, t.At(op.Final).Edge([]int{i, axis}, e, signs))
		}
		return out
	}
	return by(q, 1), by(r, 0)
}

func (o *QR) Exec(x *op.Exec) error {
	switch {
	case x.Stage == op.Chunk && x.Len() == 2:
		s, err := linalg.Signs(x.Mem(), x.Array(0), x.Array(1), x.Index[0])
		if err != nil {
			return err
		}
		return x.Put(0, s)
	case x.Stage == op.Chunk:
		return o.whole(x)
	case x.Stage == op.Final && x.Array(1).Rank() == 1:
		s := x.Array(1)
		if x.Index[1] == 0 {
			s = s.NewAxis(1)
		}
		a, err := chunk.One(x, []*nd.Array{x.Array(0), s}, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg { return b.Call("multiply", in...) })
		if err != nil {
			return err
		}
		return x.Put(0, a)
	case x.Stage == op.Final:
		c, err := linalg.MatMul(x.Mem(), x.Parallel, x.Array(0), x.Array(1))
		if err != nil {
			return err
		}
		return x.Put(0, c)
	}
	a, err := nd.Concat(x.Mem(), 0, x.Arrays()...)
	if err != nil {
		return err
	}
	if a, err = chunk.Cast(x, a, x.Out(0).DType.Is); err != nil {
		return err
	}
	q, r, err := linalg.QR(x.Mem(), x.Parallel, a, linalg.Reduced)
	if err != nil {
		return err
	}
	_ = x.Put(1, r)
	return x.Put(0, q)
}

// whole factors matrices that are in one piece.
func (o *QR) whole(x *op.Exec) error {
	a, err := chunk.Cast(x, x.Array(0), x.Out(0).DType.Is)
	if err != nil {
		return err
	}
	mode := map[string]linalg.QRMode{"reduced": linalg.Reduced, "complete": linalg.Complete, "r": linalg.OnlyR}[o.Mode]
	q, r, err := linalg.QR(x.Mem(), x.Parallel, a, mode)
	if err != nil {
		return err
	}
	if o.Mode == "r" {
		return x.Put(0, r)
	}
	_ = x.Put(1, r)
	return x.Put(0, q)
}
