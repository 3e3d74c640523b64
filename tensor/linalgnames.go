package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Functions of numpy.linalg that the array API defines and that are others with arguments of their own.

// Svdvals is the singular values of matrices, in descending order.
func Svdvals(x any) *Tensor { return made(&svdvals{}, x) }

// MatrixTranspose changes the last two axes over.
func MatrixTranspose(x any) *Tensor { return made(&matrixTranspose{}, x) }

// LinalgTrace is Trace along the last two axes.
func LinalgTrace(x any, o ...Diagonals) *Tensor {
	t := &linalgTrace{}
	if len(o) > 0 {
		t.Offset, t.Dtype = o[0].Offset, o[0].DType
	}
	return made(t, x)
}

// LinalgDiagonal is Diagonal along the last two axes.
func LinalgDiagonal(x any, offset int) *Tensor { return made(&linalgDiagonal{Offset: offset}, x) }

// LinalgOuter is Outer of two vectors.
func LinalgOuter(x1, x2 any) *Tensor { return made(&linalgOuter{}, x1, x2) }

// MatrixNorm is Norm of the last two axes, "fro" where ord is nil.
func MatrixNorm(x, ord any, keepdims bool) *Tensor {
	if n := number(ord); n != nil {
		ord = n
	}
	return made(&matrixNorm{Ord: ord, Keepdims: keepdims}, x)
}

// VectorNorm is Norm of the elements along axes as one vector; nil is all of them.
func VectorNorm(x any, ord any, axis []int, keepdims bool) *Tensor {
	if n := number(ord); n != nil {
		ord = n
	}
	return made(&vectorNorm{Ord: ord, Axis: axis, Keepdims: keepdims}, x)
}

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
	doc := func(name, sig, summary string) op.Doc {
		return op.Doc{Name: "tensor.linalg." + name, Like: "numpy.linalg." + name, Sig: name + sig, Summary: summary}
	}
	op.Register[svdvals](doc("svdvals", "(x, /)", "Singular values of matrices"))
	op.Register[matrixTranspose](doc("matrix_transpose", "(x, /)", "The last two axes changed over"))
	op.Register[linalgTrace](doc("trace", "(x, /, *, offset=0, dtype=None)", "Sum along a diagonal of the last two axes"))
	op.Register[linalgDiagonal](doc("diagonal", "(x, /, *, offset=0)", "Elements along a diagonal of the last two axes"))
	op.Register[linalgOuter](doc("outer", "(x1, x2, /)", "Products of all pairs of elements of two vectors"))
	op.Register[matrixNorm](doc("matrix_norm", "(x, /, *, keepdims=False, ord='fro')", "Norm of the matrices of the last two axes"))
	op.Register[vectorNorm](doc("vector_norm", "(x, /, *, axis=None, keepdims=False, ord=2)", "Norm of the elements along axes as one vector"))
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
	axes, err := normAxes(o.Axis, rank)
	if err != nil {
		return nil, err
	}
	axes = allAxes(axes, rank)
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
