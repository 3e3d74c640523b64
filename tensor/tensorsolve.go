package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

type tensorsolve struct {
	op.Recipe `known:"lengths"`
	Axes      []int `axis:"0"`
}

type tensorinv struct {
	op.Recipe `known:"lengths"`
	Ind       *int
}

func init() {
	op.Register[tensorsolve](op.Doc{
		Name: "tensor.linalg.tensorsolve", Like: "numpy.linalg.tensorsolve", Sig: "tensorsolve(a, b, axes=None)", Summary: "Solution x of a x = b for tensors",
		Text: "The product is summed over all axes of x. The axes of a that are named go to its end first.",
		Go:   "Tensorsolve(a, b, axes...)",
	})
	op.Register[tensorinv](op.Doc{
		Name: "tensor.linalg.tensorinv", Like: "numpy.linalg.tensorinv", Sig: "tensorinv(a, ind=2)", Summary: "Inverse of a tensor for tensordot",
		Text: "It is that of tensordot over ind axes: those before them are those of the result behind.", Go: "Tensorinv(a, ind)",
	})
}

func (o *tensorsolve) Build(a, b *Tensor) (*Tensor, error) {
	if o.Axes != nil {
		a = Transpose(a, append(chunk.Without(chunk.AllAxes(nil, a.Rank()), o.Axes), o.Axes...)...)
	}
	of, k := a.Shape(), a.Rank()-b.Rank() // axes of the result; NumPy takes all where there is no difference
	if k > 0 {
		of = of[len(of)-k:]
	} else {
		of = of[min(-k, len(of)):]
	}
	n := nd.Size(of)
	if nd.Size(a.Shape()) != n*n {
		return nil, errs.New(errs.Invalid, "Input arrays must satisfy the requirement prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])")
	}
	return Reshape(Solve(Reshape(a, n, n), Reshape(b, -1)), of...), nil
}

func (o *tensorinv) Build(a *Tensor) (*Tensor, error) {
	shape := a.Shape()
	switch {
	case *o.Ind <= 0:
		return nil, errs.New(errs.Invalid, "Invalid ind argument.")
	case len(shape) == 0:
		return nil, errs.New(errs.Type, "a number has no axes to invert over")
	}
	k := min(*o.Ind, len(shape)) // as NumPy cuts a tuple
	of, n := slices.Concat(shape[k:], shape[:k]), nd.Size(shape[k:])
	if n*n != nd.Size(shape) {
		return nil, errs.New(errs.Invalid, "Last 2 dimensions of the array must be square")
	}
	return Reshape(Inv(Reshape(a, n, n)), of...), nil
}
