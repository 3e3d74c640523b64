package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type tensorsolve struct {
	op.Recipe
	Axes []int
}

type tensorinv struct {
	op.Recipe
	Ind *int
}

func init() {
	op.Register[tensorsolve](op.Doc{
		Name: "tensor.linalg.tensorsolve", Like: "numpy.linalg.tensorsolve", Sig: "tensorsolve(a, b, axes=None)", Summary: "Solution x of a x = b for tensors",
		Go: "Tensorsolve(a, b, axes...)",
		Text: "The product is summed over all axes of x. The axes of a that are named go to its end " +
			"first.",
	})
	op.Register[tensorinv](op.Doc{
		Name: "tensor.linalg.tensorinv", Like: "numpy.linalg.tensorinv", Sig: "tensorinv(a, ind=2)", Summary: "Inverse of a tensor for tensordot",
		Go:   "Tensorinv(a, ind)",
		Text: "It is that of tensordot over ind axes: those before them are those of the result behind.",
	})
}

func (o *tensorsolve) Build(a, b *Tensor) (*Tensor, error) {
	rank := a.Rank()
	if o.Axes != nil {
		order := make([]int, rank)
		for i := range order {
			order[i] = i
		}
		for _, k := range o.Axes {
			k, err := normAxis(k, rank)
			if err != nil {
				return nil, err
			}
			order = append(slices.DeleteFunc(order, func(a int) bool { return a == k }), k)
		}
		a = Transpose(a, order...)
	}
	shape, known := a.Value().Meta().Shape()
	if !known {
		return nil, errs.New(errs.Invalid, "tensorsolve of a tensor of unknown lengths: execute it first")
	}
	of := shape[min(b.Rank(), rank):]
	n := lengthsProduct(of)
	if lengthsProduct(shape) != n*n {
		return nil, errs.New(errs.Invalid, "Input arrays must satisfy the requirement prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])")
	}
	return Reshape(Solve(Reshape(a, n, n), Reshape(b, -1)), of...), nil
}

func lengthsProduct(shape []int) int {
	n := 1
	for _, s := range shape {
		n *= s
	}
	return n
}

func (o *tensorinv) Build(a *Tensor) (*Tensor, error) {
	shape, known := a.Value().Meta().Shape()
	switch {
	case *o.Ind <= 0:
		return nil, errs.New(errs.Invalid, "Invalid ind argument.")
	case !known:
		return nil, errs.New(errs.Invalid, "tensorinv of a tensor of unknown lengths: execute it first")
	case *o.Ind > len(shape):
		return nil, errs.New(errs.Invalid, "ind is %d and the tensor has %d axes", *o.Ind, len(shape))
	}
	of := append(slices.Clone(shape[*o.Ind:]), shape[:*o.Ind]...)
	n := lengthsProduct(shape[*o.Ind:])
	if n*n != lengthsProduct(shape) {
		return nil, errs.New(errs.Invalid, "Last 2 dimensions of the array must be square")
	}
	return Reshape(Inv(Reshape(a, n, n)), of...), nil
}
