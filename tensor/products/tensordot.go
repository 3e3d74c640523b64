package products

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Contracted is the operand of tensor.contracted.
type Contracted struct {
	Axes [][]int
}

func init() {
	op.Register[Contracted](op.Doc{Face: "inner", Name: "tensor.contracted", Sig: "contracted(a, b, axes)", Summary: "Sum of products over pairs of axes"})
}

// Normalize counts axes from 0.
func (o *Contracted) Normalize(in []op.Meta) error {
	if len(o.Axes) != 2 || len(o.Axes[0]) != len(o.Axes[1]) {
		return errs.New(errs.Invalid, "shape-mismatch for sum")
	}
	out := make([][]int, 2)
	for i := range out {
		for _, a := range o.Axes[i] {
			n, err := chunk.NormAxis(a, len(in[i].Dims))
			if err != nil {
				return err
			}
			out[i] = append(out[i], n)
		}
	}
	o.Axes = out
	return nil
}

func (o *Contracted) product(ra, rb int) product {
	a, b := []byte(Letters(0, ra)), []byte(Letters(ra, rb))
	for i, ax := range o.Axes[0] {
		b[o.Axes[1][i]] = a[ax]
	}
	var out []byte
	for i, l := range a {
		if !slices.Contains(o.Axes[0], i) {
			out = append(out, l)
		}
	}
	for i, l := range b {
		if !slices.Contains(o.Axes[1], i) {
			out = append(out, l)
		}
	}
	return product{strings.Join([]string{string(a), string(b)}, ",") + "->" + string(out)}
}

func (o *Contracted) Infer(in []op.Meta) ([]op.Meta, error) {
	return o.product(len(in[0].Dims), len(in[1].Dims)).infer(in, func([]op.Meta) error {
		return errs.New(errs.Invalid, "shape-mismatch for sum")
	})
}

func (o *Contracted) Tile(t *op.Tiler) error {
	p := o.product(len(t.In(0).Shape), len(t.In(1).Shape))
	return t.Out(t.Blocked(p.subs, t.In(0), t.In(1)))
}

func (o *Contracted) Exec(x *op.Exec) error {
	return o.product(x.Array(0).Rank(), x.Array(1).Rank()).exec(x)
}
