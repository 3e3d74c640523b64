package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/linalg"
	"github.com/mars-project/mars-go/op"
)

// SVDOptions are the options of SVD.
type SVDOptions struct {
	Full bool // u and vh are square; then the whole matrix is in one chunk. NumPy's default is true, this one's false.
}

// SVD factors a matrix of shape (m, n), or a stack of them, into u of shape (m, k), the k = min(m, n)
// singular values in descending order, and vh of shape (k, n), so that a = u diag(s) vh. Signs of the columns
// of u and the rows of vh go in pairs and need not be NumPy's.
func SVD(a any, o ...SVDOptions) (u, s, vh *Tensor) {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		b := bad("tensor.linalg.svd", err)
		return b, b, b
	}
	full := len(o) > 0 && o[0].Full
	if d := t.Value().Meta().Dims; !full && len(d) == 2 && d[0].Known() && d[1].Known() && d[0].N < d[1].N {
		v, s, uh := SVD(adjoint(t)) // the blocks are of rows: a wide matrix is factored on its side
		return adjoint(uh), s, adjoint(v)
	}
	out := outputs(node(&svd{FullMatrices: &full}, t), 3)
	return out[0], out[1], out[2]
}

// adjoint is the conjugate transpose of a matrix.
func adjoint(t *Tensor) *Tensor {
	if t.DType().IsComplex() {
		t = Conjugate(t)
	}
	return Transpose(t)
}

// SingularValues are those of SVD, without the vectors.
func SingularValues(a any) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.linalg.svd", err)
	}
	return apply(&svd{FullMatrices: new(bool), ComputeUv: new(bool)}, t)
}

type svd struct {
	FullMatrices *bool
	ComputeUv    *bool
}

func init() {
	op.Register[svd](op.Doc{
		Gives: "SVDResult U S Vh where compute_uv",
		Name:  "tensor.linalg.svd", Like: "numpy.linalg.svd", Sig: "svd(a, full_matrices=True, compute_uv=True, hermitian=False)",
		Summary: "Singular values and vectors of a matrix",
		Notes:   "A tall matrix is factored by TSQR first, and R by one task, as Benson, Gleich and Demmel do (2013).",
	})
}

func (o *svd) Infer(in []op.Meta) ([]op.Meta, error) {
	rank := len(in[0].Dims)
	if rank < 2 {
		return nil, errs.New(errs.Invalid, "%d-dimensional array given. Array must be at least two-dimensional", rank)
	}
	d, err := inexact(in[0].DType.Is)
	if err != nil {
		return nil, err
	}
	lead, m, n := in[0].Dims[:rank-2:rank-2], in[0].Dims[rank-2], in[0].Dims[rank-1]
	k := least(m, n)
	s := op.NewTensor(realOf(d), append(lead, k)...)
	if !*o.ComputeUv {
		return []op.Meta{s}, nil
	}
	rows, cols := k, k
	if *o.FullMatrices {
		rows, cols = n, m
	}
	return []op.Meta{op.NewTensor(d, append(lead, m, cols)...), s, op.NewTensor(d, append(lead, rows, n)...)}, nil
}

// StageMeta: all but a Chunk of one input is as in qr.
func (o *svd) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Chunk && len(in) == 1 {
		return nil, nil
	}
	return reducedQR().StageMeta(s, in)
}

func reducedQR() *qr { return &qr{Mode: "reduced"} }

func (o *svd) Tile(t *op.Tiler) error {
	x := t.In(0)
	rank := len(x.Shape)
	if rank > 2 || *o.FullMatrices {
		return t.Out(o.outs(t.Map(t.WholeAxes(x, rank-2, rank-1)))...)
	}
	a := t.WholeAxes(x, 1)
	if err := t.Need(op.Rows, a); err != nil {
		return err
	}
	q, r := reducedQR().tree(t, t.At(op.Map).Map(a))
	if a.Shape[0] > 1 {
		q, r = reducedQR().signed(t, a, q, r)
	}
	f := o.outs(t.Map(r))
	if t.Err() != nil || !*o.ComputeUv {
		return t.Out(f...)
	}
	u := op.Grid{Shape: q.Shape}
	for i, e := range q.Edges {
		u.Edges = append(u.Edges, t.At(op.Final).Edge([]int{i, 2}, e, f[0].Edges[0]))
	}
	return t.Out(u, f[1], f[2])
}

// outs are the outputs of a grid of factored matrices; the singular values have one axis less.
func (o *svd) outs(g op.Grid) []op.Grid {
	s := g
	if n := len(g.Shape); n > 0 {
		s.Shape = g.Shape[:n-1]
	}
	if !*o.ComputeUv {
		return []op.Grid{s}
	}
	return []op.Grid{g, s.Out(1), g.Out(2)}
}

func (o *svd) Exec(x *op.Exec) error {
	if x.Stage != op.Chunk || x.Len() > 1 {
		return reducedQR().Exec(x)
	}
	d, err := inexact(x.Array(0).DType)
	if err != nil {
		return err
	}
	a, err := cast(x, x.Array(0), d)
	if err != nil {
		return err
	}
	u, s, vh, err := linalg.SVD(x.Mem(), x.Parallel, a, *o.FullMatrices, *o.ComputeUv)
	if err != nil {
		return err
	}
	if !*o.ComputeUv {
		return x.Put(0, s)
	}
	_ = x.Put(1, s)
	_ = x.Put(2, vh)
	return x.Put(0, u)
}
