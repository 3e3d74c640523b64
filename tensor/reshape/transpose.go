package reshape

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Transpose is the operand of tensor.transpose.
type Transpose struct {
	Axes []int
}

func init() {
	op.Register[Transpose](op.Doc{
		Name: "tensor.transpose", Like: "numpy.transpose", Aliases: "permute_dims",
		Sig: "transpose(a, axes=None)", Summary: "Tensor with permuted axes",
		Also: []op.Name{
			{Sig: "Tensor.transpose(*axes)", Summary: "The axes in another order, reversed by default"},
			{Sig: "Tensor.T", Summary: "The axes in reverse order"},
		},
	})
}

// Normalize writes the permutation out, counting from 0.
func (o *Transpose) Normalize(in []op.Meta) error {
	n := len(in[0].Dims)
	out := make([]int, n)
	if o.Axes == nil {
		for i := range out {
			out[i] = n - 1 - i
		}
		o.Axes = out
		return nil
	}
	if len(o.Axes) != n {
		return errs.New(errs.Invalid, "axes don't match array")
	}
	for i, a := range o.Axes {
		k, err := chunk.NormAxis(a, n)
		if err != nil {
			return err
		}
		if slices.Contains(out[:i], k) {
			return errs.New(errs.Invalid, "repeated axis in transpose")
		}
		out[i] = k
	}
	o.Axes = out
	return nil
}

func (o *Transpose) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0].WithDims()
	for _, a := range o.Axes {
		m.Dims = append(m.Dims, in[0].Dims[a])
	}
	return []op.Meta{m}, nil
}

func (o *Transpose) Tile(t *op.Tiler) error {
	g := t.In(0)
	out, at, from := op.Grid{}, make([]int, len(o.Axes)), make([]int, len(o.Axes))
	n := 1
	for _, a := range o.Axes {
		out.Shape = append(out.Shape, g.Shape[a])
		n *= g.Shape[a]
	}
	for range n {
		for i, a := range o.Axes {
			from[a] = at[i]
		}
		out.Edges = append(out.Edges, t.Edge(at, g.At(from...)))
		for k := len(at) - 1; k >= 0; k-- {
			if at[k]++; at[k] < out.Shape[k] {
				break
			}
			at[k] = 0
		}
	}
	return t.Out(out)
}

func (o *Transpose) Permutation(int) []int { return o.Axes }

// Back is the inverse permutation.
func (o *Transpose) Back(op.Meta) (op.Operand, bool, error) {
	axes := make([]int, len(o.Axes))
	for i, a := range o.Axes {
		axes[a] = i
	}
	return &Transpose{Axes: axes}, false, nil
}

// Exec is a view.
func (o *Transpose) Exec(x *op.Exec) error { return x.Put(0, x.Array(0).Transpose(o.Axes...)) }
