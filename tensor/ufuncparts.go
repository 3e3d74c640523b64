package tensor

import "github.com/mars-project/mars-go/tensor/ufunc"

// UfuncReduceat folds parts of a along one axis, the first unless Reduce names another: part k goes from
// places[k] to places[k+1], the last one to the end. Where the next place is not greater it is the one
// element. NotFound: a place is outside.
func UfuncReduceat(name string, a any, places []int, o ...Reduce) *Tensor {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		return bad("tensor.ufunc_reduceat", err)
	}
	s := &ufunc.UfuncParts{Ufunc: name, Indices: places}
	if len(o) > 0 {
		if s.Dtype = o[0].DType; len(o[0].Axis) > 0 {
			s.Axis = o[0].Axis[0]
		}
	}
	return apply(s, t)
}
