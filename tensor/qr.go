package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/linalg"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// QR factors a matrix into Q with orthonormal columns and an upper triangular R, in their reduced shapes (m, k) and (k, n)
// with k = min(m, n). The signs are those of the factorisation of blocks, which numpy.linalg.qr need not share.
func QR(a any) (q, r *Tensor) {
	t, err := As(a)
	if err != nil {
		b := bad("tensor.linalg.qr", err)
		return b, b
	}
	o := outputs(node(&qr{}, t), 2)
	return o[0], o[1]
}

type qr struct{}

func init() {
	op.Register[qr](op.Doc{
		Name: "tensor.linalg.qr", Like: "numpy.linalg.qr", Sig: "qr(a, mode='reduced')",
		Summary: "QR factors of a matrix",
		Notes:   "Blocks of rows are factored, their R stacked and factored again up a tree: TSQR of Demmel, Grigori, Hoemmen and Langou (2012).",
	})
}

func (*qr) Infer(in []op.Meta) ([]op.Meta, error) {
	if len(in[0].Dims) != 2 {
		return nil, errs.New(errs.Invalid, "%d-dimensional array given. Array must be two-dimensional", len(in[0].Dims))
	}
	d, err := inexact(in[0].DType.Is)
	m, n := in[0].Dims[0], in[0].Dims[1]
	k := least(m, n)
	return []op.Meta{op.NewTensor(d, m, k), op.NewTensor(d, k, n)}, err
}

// inexact is the dtype that linear algebra computes in.
func inexact(d dtype.DType) (dtype.DType, error) {
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

// StageMeta: Map factors a block and Combine stacked Rs, into Q and R; Final multiplies a Q by its rows of the Q above.
func (o *qr) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Final {
		return []op.Meta{in[0].WithDims(in[0].Dims[0], in[1].Dims[1])}, nil
	}
	d, err := inexact(in[0].DType.Is)
	rows, n := op.Dim{}, in[0].Dims[1]
	for _, m := range in {
		rows = rows.Plus(m.Dims[0])
	}
	k := least(rows, n)
	return []op.Meta{op.NewTensor(d, rows, k), op.NewTensor(d, k, n)}, err
}

func (o *qr) Tile(t *op.Tiler) error {
	a := t.WholeAxes(t.In(0), 1)
	if err := t.Need(op.Rows, a); err != nil {
		return err
	}
	q, r := o.tree(t, t.At(op.Map).Map(a))
	return t.Out(q, r)
}

// treeFan is how many Rs are stacked.
const treeFan = 4

// tree gives Q and R of a grid of factored blocks.
func (o *qr) tree(t *op.Tiler, m op.Grid) (q, r op.Grid) {
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

func (o *qr) Exec(x *op.Exec) error {
	if x.Stage == op.Final {
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
	if a, err = cast(x, a, x.Out(0).DType.Is); err != nil {
		return err
	}
	q, r, err := linalg.QR(x.Mem(), x.Parallel, a, linalg.Reduced)
	if err != nil {
		return err
	}
	_ = x.Put(1, r)
	return x.Put(0, q)
}
