package tensor

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Tensordot sums products over pairs of axes: axesA[i] of a with axesB[i] of b. The other axes stay, those of
// a first.
func Tensordot(a, b any, axesA, axesB []int) *Tensor {
	x, y, err := two("tensordot", a, b)
	if err != nil {
		return bad("tensor.tensordot", err)
	}
	return apply(&contracted{Axes: [][]int{axesA, axesB}}, x, y)
}

// TensordotN is Tensordot over the last n axes of a and the first n of b.
func TensordotN(a, b any, n int) *Tensor {
	x, y, err := two("tensordot", a, b)
	if err != nil {
		return bad("tensor.tensordot", err)
	}
	ax := make([][]int, 2)
	for i := range n {
		ax[0], ax[1] = append(ax[0], x.Rank()-n+i), append(ax[1], i)
	}
	return apply(&contracted{Axes: ax}, x, y)
}

type tensordot struct {
	op.Recipe
	Axes op.Written
}

type contracted struct {
	Axes [][]int
}

func init() {
	op.Register[tensordot](op.Doc{
		Name: "tensor.tensordot", Like: "numpy.tensordot", Sig: "tensordot(a, b, axes=2)", Forms: "axes=plain",
		Summary: "Sum of products over pairs of axes",
	})
	op.Register[contracted](op.Doc{Face: "inner", Name: "tensor.contracted", Sig: "contracted(a, b, axes)", Summary: "Sum of products over pairs of axes"})
}

// Build reads how many axes there are, the last of a and the first of b, or which.
func (o *tensordot) Build(a, b *Tensor) (*Tensor, error) {
	if n, ok := number(o.Axes.V).(int64); ok {
		return TensordotN(a, b, int(n)), nil
	}
	pair, list := itemsIn(o.Axes.V)
	if len(pair) == 2 {
		of, whole := wholeIn(pair[0])
		if with, ok := wholeIn(pair[1]); ok && whole {
			return Tensordot(a, b, of, with), nil
		}
	}
	kind := errs.Type
	if list {
		kind = errs.Invalid
	}
	return nil, errs.New(kind, "axes is a number, or axes of a and of b, not %v", o.Axes.V)
}

// Normalize counts axes from 0.
func (o *contracted) Normalize(in []op.Meta) error {
	if len(o.Axes) != 2 || len(o.Axes[0]) != len(o.Axes[1]) {
		return errs.New(errs.Invalid, "shape-mismatch for sum")
	}
	out := make([][]int, 2)
	for i := range out {
		for _, a := range o.Axes[i] {
			n, err := normAxis(a, len(in[i].Dims))
			if err != nil {
				return err
			}
			out[i] = append(out[i], n)
		}
	}
	o.Axes = out
	return nil
}

func (o *contracted) product(ra, rb int) product {
	a, b := []byte(letters(0, ra)), []byte(letters(ra, rb))
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

func (o *contracted) Infer(in []op.Meta) ([]op.Meta, error) {
	return o.product(len(in[0].Dims), len(in[1].Dims)).infer(in, func([]op.Meta) error {
		return errs.New(errs.Invalid, "shape-mismatch for sum")
	})
}

func (o *contracted) Tile(t *op.Tiler) error {
	p := o.product(len(t.In(0).Shape), len(t.In(1).Shape))
	return t.Out(t.Blocked(p.subs, t.In(0), t.In(1)))
}

func (o *contracted) Exec(x *op.Exec) error {
	return o.product(x.Array(0).Rank(), x.Array(1).Rank()).exec(x)
}
