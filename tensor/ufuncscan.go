package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/ufunc"
)

// UfuncAccumulate is what UfuncReduce comes to after each element along one axis, the first unless Reduce
// names another: a0, f(a0, a1), f(f(a0, a1), a2).
func UfuncAccumulate(name string, a any, o ...Reduce) *Tensor {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		return bad("tensor.ufunc_accumulate", err)
	}
	s := &ufuncScan{Ufunc: name}
	if len(o) > 0 {
		if s.Dtype = o[0].DType; len(o[0].Axis) > 0 {
			s.Axis = o[0].Axis[0]
		}
	}
	return apply(s, t)
}

// ufuncScan is a running reduction; sums and products have operators of their own.
type ufuncScan struct {
	op.Recipe
	Ufunc string `sig:"-"`
	Axis  int
	Dtype dtype.DType
}

func init() {
	op.Register[ufuncScan](op.Doc{
		Name: "tensor.ufunc_accumulate", Like: "numpy.ufunc.accumulate", Methods: "Ufunc.accumulate", Summary: "What reduce comes to after each element along an axis",
		Sig: "accumulate(array, /, axis=0, dtype=None, out=None)",
	})
}

func (o *ufuncScan) Build(a *Tensor) (*Tensor, error) {
	if err := ufunc.TwoArguments(o.Ufunc, "accumulate"); err != nil {
		return nil, err
	}
	r := Reduce{Axis: Axes(o.Axis), DType: o.Dtype}
	switch o.Ufunc {
	case "add":
		return Cumsum(a, r), nil
	case "multiply":
		return Cumprod(a, r), nil
	}
	return apply(&ufunc.ScanAlong{Ufunc: o.Ufunc, Axis: o.Axis, Dtype: o.Dtype}, a), nil
}
