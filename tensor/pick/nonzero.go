package pick

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/op"
)

// Nonzero is the operand of tensor.nonzero.
type Nonzero struct{}

func init() {
	op.Register[Nonzero](op.Doc{
		Gives: "rank",
		Name:  "tensor.nonzero", Like: "numpy.nonzero", Methods: "Tensor.nonzero", Sig: "nonzero(a)",
		Summary: "Positions of elements that are not zero",
	})
}

// Infer: positions of true elements are as many as a mask selects.
func (*Nonzero) Infer(in []op.Meta) ([]op.Meta, error) {
	if len(in[0].Dims) == 0 {
		return nil, errs.New(errs.Invalid, "Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() instead. "+
			"If the context of this code is of the form `arr[nonzero(cond)]`, just use `arr[cond]`.")
	}
	out := make([]op.Meta, len(in[0].Dims))
	for i := range out {
		out[i] = op.NewTensor(dtype.Int64, trues(in[0]))
	}
	return out, nil
}

// Tile cuts along the first axis only, for C order, and tells each chunk where it lies.
func (*Nonzero) Tile(t *op.Tiler) error {
	g := t.In(0)
	if r := len(g.Shape); r > 1 {
		inner := make([]int, r-1)
		for a := range inner {
			inner[a] = a + 1
		}
		g = t.WholeAxes(g, inner...)
	}
	if err := t.Need(op.Rows, g); err != nil {
		return err
	}
	out := op.Grid{Shape: []int{g.Shape[0]}}
	full := make([]int, len(g.Shape))
	for a := range full {
		full[a] = op.Sum(t.Splits(g, a)).N
	}
	t.Boxes(g, func(k int, idx, lo, _ []int) {
		out.Edges = append(out.Edges, t.Place(lo, full).Edge(idx[:1], g.Edges[k]))
	})
	gs := make([]op.Grid, len(full))
	for i := range gs {
		gs[i] = out.Out(i)
	}
	return t.Out(gs...)
}

func (*Nonzero) Exec(x *op.Exec) error {
	at, err := sort.Nonzero(x.Mem(), x.Array(0), x.Lo()[0], x.Parallel)
	if err != nil {
		return err
	}
	for i, a := range at {
		_ = x.Put(i, a)
	}
	return nil
}
