package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Diag is a square matrix with the vector v on diagonal k and zeros elsewhere, or of a matrix its diagonal k.
func Diag(v any, k ...int) *Tensor {
	t, err := As(v)
	if err != nil {
		return bad("tensor.diag", err)
	}
	o := &diag{}
	if len(k) > 0 {
		o.K = k[0]
	}
	return apply(o, t)
}

type diag struct {
	op.Recipe
	K int
}

func init() {
	op.Register[diag](op.Doc{
		Name: "tensor.diag", Like: "numpy.diag", Sig: "diag(v, k=0)", Summary: "Matrix of a diagonal, or diagonal of a matrix",
	})
}

// Build reads or writes the places of the diagonal.
func (o *diag) Build(v *Tensor) (*Tensor, error) {
	if n := v.Rank(); n != 1 && n != 2 {
		return nil, errs.New(errs.Invalid, "Input must be 1- or 2-d.")
	}
	shape, ok := v.Value().Meta().Shape()
	if !ok {
		return nil, errs.New(errs.Invalid, "diag wants a tensor of known shape: execute it first")
	}
	row, col := max(0, -o.K), max(0, o.K)
	span := func(lo, n int) *Tensor { return Arange(lo, lo+n, 1) }
	if len(shape) == 2 {
		n := max(0, min(shape[0]-row, shape[1]-col))
		return apply(&pick{Axes: []int{0, 1}, Where: []int{0, 1}}, v, span(row, n), span(col, n)), nil
	}
	n := shape[0]
	z := Zeros(Shape(n+row+col, n+row+col), Create{DType: v.DType()})
	return apply(&put{Axes: []int{0, 1}, Where: []int{0, 1}}, z, v, span(row, n), span(col, n)), nil
}
