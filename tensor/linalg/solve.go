package linalg

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/linalg"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Solve is the operand of tensor.linalg.solve and tensor.linalg.solve_triangular.
type Solve struct {
	Lower        bool `sig:"-"` // of solve_triangular
	UnitDiagonal bool `sig:"-"` // too
	name         string
}

func (o *Solve) Row() string { return o.name }

func init() {
	op.Register[Solve](op.Doc{
		Name: "tensor.linalg.solve", Like: "numpy.linalg.solve", Sig: "solve(a, b)", Summary: "Solution x of a x = b for square matrices",
	}, Solve{name: "solve"})
	op.Register[Solve](op.Doc{
		Name: "tensor.linalg.solve_triangular", Like: "scipy.linalg.solve_triangular",
		Sig:     "solve_triangular(a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False, check_finite=True)",
		Summary: "Solution x of a x = b for triangular matrices", Notes: "Stacks of matrices are solved one by one.",
	}, Solve{name: "solve_triangular"})
}

// dtype is that of the computation.
func (o *Solve) dtype(in []op.Meta) (dtype.DType, error) {
	a, err := Inexact(in[0].DType.Is)
	if err != nil {
		return a, err
	}
	b, err := Inexact(in[1].DType.Is)
	if err != nil {
		return b, err
	}
	return dtype.Promote(a, b)
}

func (o *Solve) Infer(in []op.Meta) ([]op.Meta, error) {
	if _, err := squareMatrices(in[0]); err != nil {
		return nil, err
	}
	d, err := o.dtype(in)
	if err != nil {
		return nil, err
	}
	lead, n := splitMatrix(in[0])
	b := in[1].Dims
	if len(b) == 0 {
		return nil, errs.New(errs.Invalid, "0-dimensional array given. Array must be at least one-dimensional")
	}
	rows := b[max(0, len(b)-2)]
	if rows.Known() && n.Known() && rows.N != n.N {
		return nil, errs.In(errs.New(errs.Invalid, "the right side has %s rows where the matrix has %s", rows, n), "solve: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (m,m),(m,n)->(m,n) (size %s is different from %s)", rows, n)
	}
	if len(b) == 1 {
		return []op.Meta{op.NewTensor(d, append(lead, n)...)}, nil
	}
	dims, err := op.Broadcast(in[0].WithDims(lead...), in[1].WithDims(b[:len(b)-2]...))
	if err != nil {
		return nil, err
	}
	return []op.Meta{op.NewTensor(d, append(dims, n, b[len(b)-1])...)}, nil
}

// Tile gives single matrices to every chunk; stacks with the same leading axes meet chunk by chunk, others in
// one piece.
func (o *Solve) Tile(t *op.Tiler) error {
	a, b := matrices(t, 0), t.In(1)
	rank := len(t.Meta(0).Dims)
	switch {
	case len(a.Shape) > 2 && len(b.Shape) < 3:
		return t.Out(ofRank(withOne(t, a, b, true), rank))
	case len(b.Shape) < 3:
		return t.Out(withOne(t, t.WholeAxes(b, 0), a, false))
	case len(a.Shape) == 2:
		return t.Out(withOne(t, matrices(t, 1), a, false))
	}
	b = matrices(t, 1)
	if err := t.Need(op.Rows, a, b); err != nil {
		return err
	}
	splits := t.AllSplits(b)
	for k := range len(a.Shape) - 2 {
		if len(a.Shape) != len(b.Shape) || op.Sum(splits[k]) != op.Sum(t.Splits(a, k)) {
			return t.Out(t.Pair(t.One(a), t.One(b)))
		}
		splits[k] = t.Splits(a, k)
	}
	return t.Out(t.Pair(a, t.Rechunk(b, splits...)))
}

// withOne makes a task of every chunk of g and the whole of one, in this order where g is first.
func withOne(t *op.Tiler, g, one op.Grid, first bool) op.Grid {
	one = t.One(one)
	out := op.Grid{Shape: g.Shape}
	if t.Err() != nil {
		return out
	}
	for k, e := range g.Edges {
		in := []op.Edge{one.Edges[0], e}
		if first {
			in[0], in[1] = e, one.Edges[0]
		}
		out.Edges = append(out.Edges, t.Edge(indexOf(k, g.Shape), in...))
	}
	return out
}

// indexOf is place k in C order of shape.
func indexOf(k int, shape []int) []int {
	idx := make([]int, len(shape))
	for a := len(shape) - 1; a >= 0; a-- {
		idx[a], k = k%shape[a], k/shape[a]
	}
	return idx
}

func (o *Solve) Exec(x *op.Exec) error {
	d, err := o.dtype([]op.Meta{x.InMeta(0), x.InMeta(1)})
	if err != nil {
		return err
	}
	a, err := chunk.Cast(x, x.Array(0), d)
	if err != nil {
		return err
	}
	b, err := chunk.Cast(x, x.Array(1), d)
	if err != nil {
		return err
	}
	if o.name == "solve_triangular" {
		b, err = linalg.SolveTriangular(x.Mem(), x.Parallel, a, b, o.Lower, o.UnitDiagonal)
	} else {
		b, err = linalg.Solve(x.Mem(), x.Parallel, a, b)
	}
	if err != nil {
		return err
	}
	return x.Put(0, b)
}
