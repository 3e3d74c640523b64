package linalg

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/linalg"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// SVD is the operand of tensor.linalg.svd.
type SVD struct {
	FullMatrices *bool
	ComputeUv    *bool
}

func init() {
	op.Register[SVD](op.Doc{
		Gives: "SVDResult U S Vh where compute_uv",
		Name:  "tensor.linalg.svd", Like: "numpy.linalg.svd", Sig: "svd(a, full_matrices=True, compute_uv=True, hermitian=False)",
		Summary: "Singular values and vectors of a matrix",
		Notes:   "A tall matrix is factored by TSQR first, and R by one task, as Benson, Gleich and Demmel do (2013).",
	})
}

func (o *SVD) Infer(in []op.Meta) ([]op.Meta, error) {
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
	s := op.NewTensor(chunk.RealOf(d), append(lead, k)...)
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
func (o *SVD) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Chunk && len(in) == 1 {
		return nil, nil
	}
	return reducedQR().StageMeta(s, in)
}

func reducedQR() *QR { return &QR{Mode: "reduced"} }

func (o *SVD) Tile(t *op.Tiler) error {
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
func (o *SVD) outs(g op.Grid) []op.Grid {
	s := g
	if n := len(g.Shape); n > 0 {
		s.Shape = g.Shape[:n-1]
	}
	if !*o.ComputeUv {
		return []op.Grid{s}
	}
	return []op.Grid{g, s.Out(1), g.Out(2)}
}

func (o *SVD) Exec(x *op.Exec) error {
	if x.Stage != op.Chunk || x.Len() > 1 {
		return reducedQR().Exec(x)
	}
	d, err := Inexact(x.Array(0).DType)
	if err != nil {
		return err
	}
	a, err := chunk.Cast(x, x.Array(0), d)
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
