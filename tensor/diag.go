package tensor

import (
	"github.com/mars-project/mars-go/dtype"
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
	macro
	K int
}

func init() {
	op.Register[diag](op.Doc{
		Name: "tensor.diag", Like: "numpy.diag", Sig: "diag(v, k=0)", Summary: "Matrix of a diagonal, or diagonal of a matrix",
	})
	expand[diag]("diag")
}

func (o *diag) Infer(in []op.Meta) ([]op.Meta, error) {
	if n := len(in[0].Dims); n != 1 && n != 2 {
		return nil, errs.New(errs.Invalid, "Input must be 1- or 2-d.")
	}
	if _, ok := in[0].Shape(); !ok {
		return nil, errs.New(errs.Invalid, "diag wants a tensor of known shape: execute it first")
	}
	return inferred(o, in)
}

// build reads or writes the places of the diagonal.
func (o *diag) build(b builder, in []op.Value) op.Value {
	shape, _ := in[0].Meta().Shape()
	row, col := max(0, -o.K), max(0, o.K)
	span := func(lo, n int) op.Value {
		return b.value(&arange{Start: int64(lo), Stop: int64(lo + n), Step: int64(1), Dtype: dtype.Int64})
	}
	if len(shape) == 2 {
		n := max(0, min(shape[0]-row, shape[1]-col))
		return b.value(&pick{Axes: []int{0, 1}, Where: []int{0, 1}}, in[0], span(row, n), span(col, n))
	}
	n := shape[0]
	z := op.Lookup("tensor.zeros").New().(*fill)
	z.Shape, z.Dtype = []int{n + row + col, n + row + col}, in[0].Meta().DType.Is
	return b.value(&put{Axes: []int{0, 1}, Where: []int{0, 1}}, b.value(z), in[0], span(row, n), span(col, n))
}
