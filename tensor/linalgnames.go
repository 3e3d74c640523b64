package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Functions of numpy.linalg that the array API defines and that are others with arguments of their own.

type svdvals struct{ op.Recipe }

type matrixTranspose struct{ op.Recipe }

type linalgTrace struct {
	op.Recipe
	Offset int
	Dtype  dtype.DType
}

type linalgDiagonal struct {
	op.Recipe
	Offset int
}

type linalgOuter struct{ op.Recipe }

type matrixNorm struct {
	op.Recipe
	Keepdims bool
	Ord      any
}

type vectorNorm struct {
	op.Recipe
	Axis     []int
	Keepdims bool
	Ord      any
}

func init() {
	op.Register[svdvals](op.Doc{
		Name: "tensor.linalg.svdvals", Like: "numpy.linalg.svdvals", Sig: "svdvals(x, /)", Summary: "Singular values of matrices",
		Text: "They descend.", Go: "Svdvals",
	})
	op.Register[matrixTranspose](op.Doc{
		Name: "tensor.linalg.matrix_transpose", Like: "numpy.linalg.matrix_transpose", Sig: "matrix_transpose(x, /)", Summary: "The last two axes changed over",
		Go: "MatrixTranspose",
	})
	op.Register[linalgTrace](op.Doc{
		Name: "tensor.linalg.trace", Like: "numpy.linalg.trace", Sig: "trace(x, /, *, offset=0, dtype=None)", Summary: "Sum along a diagonal of the last two axes",
		Go: "LinalgTrace(x, Diagonals)",
	})
	op.Register[linalgDiagonal](op.Doc{
		Name: "tensor.linalg.diagonal", Like: "numpy.linalg.diagonal", Sig: "diagonal(x, /, *, offset=0)", Summary: "Elements along a diagonal of the last two axes",
		Go: "LinalgDiagonal(x, offset)",
	})
	op.Register[linalgOuter](op.Doc{
		Name: "tensor.linalg.outer", Like: "numpy.linalg.outer", Sig: "outer(x1, x2, /)", Summary: "Products of all pairs of elements of two vectors",
		Go: "LinalgOuter",
	})
	op.Register[matrixNorm](op.Doc{
		Name: "tensor.linalg.matrix_norm", Like: "numpy.linalg.matrix_norm", Sig: "matrix_norm(x, /, *, keepdims=False, ord='fro')", Summary: "Norm of the matrices of the last two axes",
		Go: "MatrixNorm(x, ord, MatrixNorms)",
	})
	op.Register[vectorNorm](op.Doc{
		Name: "tensor.linalg.vector_norm", Like: "numpy.linalg.vector_norm", Sig: "vector_norm(x, /, *, axis=None, keepdims=False, ord=2)", Summary: "Norm of the elements along axes as one vector",
		Go: "VectorNorm(x, ord, VectorNorms)",
	})
}

func (*svdvals) Build(x *Tensor) *Tensor { return SingularValues(x) }

func (*matrixTranspose) Build(x *Tensor) (*Tensor, error) {
	if x.Rank() < 2 {
		return nil, errs.New(errs.Invalid, "Input array must be at least 2-dimensional, but it is %d", x.Rank())
	}
	return Swapaxes(x, -1, -2), nil
}

func lastTwo(o Diagonals) Diagonals {
	a, b := -2, -1
	o.Axis1, o.Axis2 = &a, &b
	return o
}

func (o *linalgTrace) Build(x *Tensor) *Tensor {
	return Trace(x, lastTwo(Diagonals{Offset: o.Offset, DType: o.Dtype}))
}

func (o *linalgDiagonal) Build(x *Tensor) *Tensor {
	return Diagonal(x, lastTwo(Diagonals{Offset: o.Offset}))
}

func (*linalgOuter) Build(a, b *Tensor) (*Tensor, error) {
	if a.Rank() != 1 || b.Rank() != 1 {
		return nil, errs.New(errs.Invalid, "Input arrays must be one-dimensional, but they are x1.ndim=%d and x2.ndim=%d.", a.Rank(), b.Rank())
	}
	return Outer(a, b), nil
}

func (o *matrixNorm) Build(x *Tensor) *Tensor {
	return Norm(x, Norms{Ord: o.Ord, Axis: []int{-2, -1}, Keepdims: o.Keepdims})
}

// Build puts the axes together into one, the last.
func (o *vectorNorm) Build(x *Tensor) (*Tensor, error) {
	rank := x.Rank()
	axes, err := chunk.NormAxes(o.Axis, rank)
	if err != nil {
		return nil, err
	}
	axes = chunk.AllAxes(axes, rank)
	if len(axes) == 1 {
		return Norm(x, Norms{Ord: o.Ord, Axis: axes, Keepdims: o.Keepdims}), nil
	}
	shape, known := x.Value().Meta().Shape()
	if !known {
		return nil, errs.New(errs.Invalid, "vector_norm along several axes of unknown lengths: execute the tensor first")
	}
	var order, lead, kept []int
	size := 1
	for a, n := range shape {
		if slices.Contains(axes, a) {
			size, kept = size*n, append(kept, 1)
			continue
		}
		order, lead, kept = append(order, a), append(lead, n), append(kept, n)
	}
	v := Reshape(Transpose(x, append(order, axes...)...), append(lead, size)...)
	v = Norm(v, Norms{Ord: o.Ord, Axis: []int{-1}})
	if o.Keepdims {
		v = Reshape(v, kept...)
	}
	return v, nil
}
