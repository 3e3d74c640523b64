package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/pick"
)

type diag struct {
	op.Recipe `rank:"0 1..2 Input must be 1- or 2-d."`
	K         int
}

func init() {
	op.Register[diag](op.Doc{
		Name: "tensor.diag", Like: "numpy.diag", Sig: "diag(v, k=0)", Summary: "Matrix of a diagonal, or diagonal of a matrix",
		Go: "Diag(v, k...)",
		Text: "Of a vector it is a square matrix with it on diagonal k and zeros elsewhere, of a matrix " +
			"the vector of its diagonal k.",
	})
}

// Build reads or writes the places of the diagonal.
func (o *diag) Build(v *Tensor) *Tensor {
	shape, ok := v.Value().Meta().Shape()
	if !ok && v.Rank() == 2 {
		return diagonalOf(v, o.K)
	} else if !ok {
		return squareAlong(v, o.K)
	}
	row, col := max(0, -o.K), max(0, o.K)
	span := func(lo, n int) *Tensor { return Arange(lo, lo+n, 1) }
	if len(shape) == 2 {
		n := max(0, min(shape[0]-row, shape[1]-col))
		return apply(&pick.Pick{Axes: []int{0, 1}, Where: []int{0, 1}}, v, span(row, n), span(col, n))
	}
	n := shape[0]
	z := Zeros(Shape(n+row+col, n+row+col), Create{DType: v.DType()})
	return apply(&pick.Put{Axes: []int{0, 1}, Where: []int{0, 1}}, z, v, span(row, n), span(col, n))
}

// squareAlong is the matrix with a vector of unknown length on a diagonal.
func squareAlong(v *Tensor, k int) *Tensor {
	more := max(k, -k)
	i := placesOf(Concatenate([]*Tensor{onesAlong(v, 0), Ones(Shape(more), Create{DType: dtype.Int64})}, 0))
	padded := Concatenate([]*Tensor{v, Zeros(Shape(more), Create{DType: v.DType()})}, 0)
	row := i.Get(Whole, NewAxis)
	if k >= 0 {
		padded = padded.Get(Whole, NewAxis)
	}
	return Where(Equal(Add(row, k), i), padded, AsType(scalarOf(int64(0)), v.DType()))
}
