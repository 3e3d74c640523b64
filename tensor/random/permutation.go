package random

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/rng"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Permutation is the operand of tensor.random.permutation.
type Permutation struct {
	op.Seeded
	op.Scalars // x may be a number
	Axis       *int
}

// Places is 1: x.
func (*Permutation) Places() int { return 1 }

func init() {
	op.Register[Permutation](op.Doc{
		Name: "tensor.random.permutation", Like: "numpy.random.permutation", Sig: "permutation(x, axis=0)",
		Summary: "Rows, or slices along an axis, in random order", Notes: "A Fisher-Yates shuffle up to 65,536 rows, a Feistel network above.",
	})
	op.AddRule(rowsDrawn("permutation of a tensor", func(o *Permutation) *int { return o.Axis }, func(o *Permutation, rows int64) op.Operand {
		p := *o
		p.Args = []any{rows}
		return &p
	}))
}

func (o *Permutation) Infer(in []op.Meta) ([]op.Meta, error) {
	if len(in) == 0 {
		n := int(o.Args[0].(int64))
		return []op.Meta{op.NewTensor(dtype.Int64, op.Dim{N: n})}, chunk.CheckShape([]int{n})
	}
	if len(in[0].Dims) == 0 {
		return nil, errs.New(errs.NotFound, "x must be an integer or at least 1-dimensional")
	}
	k, err := chunk.NormAxis(*o.Axis, len(in[0].Dims))
	if err != nil {
		return nil, err
	}
	if !in[0].Dims[k].Known() {
		return nil, errs.New(errs.Invalid, "permutation wants a tensor of known length: execute it first")
	}
	return in[:1], nil
}

func (o *Permutation) Tile(t *op.Tiler) error {
	if len(t.Ins()) > 0 {
		return errs.New(errs.Internal, "a permutation of a tensor was not taken apart")
	}
	return t.Out(t.Source())
}

func (o *Permutation) Exec(x *op.Exec) error {
	shape, _ := x.Out(0).Shape()
	out := x.Alloc(dtype.Int64, shape...)
	rng.NewPermutation(rng.Key{Seed: *o.Seed}, uint64(o.Args[0].(int64))).Fill(nd.Data[int64](out), uint64(x.Lo()[0]))
	return x.Put(0, out)
}
