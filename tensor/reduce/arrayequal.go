package reduce

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// ArrayEqual is the operand of tensor.array_equal.
type ArrayEqual struct {
	EqualNan bool
}

func init() {
	op.Register[ArrayEqual](op.Doc{
		Name: "tensor.array_equal", Like: "numpy.array_equal", Sig: "array_equal(a1, a2, equal_nan=False)",
		Summary: "Whether two tensors have the same shape and elements",
	})
}

func (o *ArrayEqual) Infer(in []op.Meta) ([]op.Meta, error) {
	_, err := basic.Resolve("equal", in[0].DType.Is, in[min(1, len(in)-1)].DType.Is)
	return []op.Meta{op.NewTensor(dtype.Bool)}, err
}

// StageMeta describes the comparison of chunks, which Map makes, and its folds.
func (o *ArrayEqual) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Map && len(in) == 2 {
		return []op.Meta{op.NewTensor(dtype.Bool, in[0].Dims...)}, nil
	}
	return []op.Meta{op.NewTensor(dtype.Bool)}, nil
}

// Tile compares chunk with chunk if the shapes are equal, which may not be known before.
func (o *ArrayEqual) Tile(t *op.Tiler) error {
	x, y := t.In(0), t.In(1)
	if err := t.Need(op.Rows, x, y); err != nil {
		return err
	}
	if !slices.Equal(chunk.Lengths(t, x), chunk.Lengths(t, y)) {
		return t.Out(t.SourceAt(nil))
	}
	return t.Out(t.TreeReduce(t.At(op.Map).Map(x, y)))
}

// Lower compares two chunks, or folds what came of it.
func (o *ArrayEqual) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	switch len(in) {
	case 0:
		return 0
	case 1:
		return b.Fold("all", dtype.DType{}, in[0])
	}
	r := b.Call("equal", in...)
	if o.EqualNan && !slices.ContainsFunc(in, func(r kernel.Reg) bool { return b.Type(r).IsInteger() || b.Type(r).IsBool() }) {
		r = b.Call("logical_or", r, b.Call("logical_and", b.Call("isnan", in[0]), b.Call("isnan", in[1])))
	}
	return r
}

// Exec joins partials; without any the shapes differ.
func (o *ArrayEqual) Exec(x *op.Exec) error {
	if x.Len() == 0 {
		no := x.Alloc(dtype.Bool)
		nd.Data[bool](no)[0] = false
		return x.Put(0, no)
	}
	out, err := x.Program(func(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
		r := in[0]
		for _, i := range in[1:] {
			r = b.Call("logical_and", r, i)
		}
		return r
	})
	if err != nil {
		return err
	}
	return x.Put(0, out[0])
}
