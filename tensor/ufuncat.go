package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/pick"
	"github.com/mars-project/mars-go/tensor/ufunc"
)

// UfuncAt is a with a universal function applied at places of its first axes, one index tensor for each, one
// place after the other: a place that comes twice is changed twice. value is the second argument, which
// broadcasts to the selection; nil for functions of one argument. Every chunk takes all places. Entries of an
// index, as Get takes them, may stand among the tensors.
func UfuncAt(name string, a, value any, indices ...any) *Tensor {
	if slices.ContainsFunc(indices, func(i any) bool { _, ok := i.(pick.Index); return ok }) {
		return ufuncAtEntries(name, a, value, indices)
	}
	t, err := As(a)
	if err != nil {
		return bad("tensor.ufunc_at", err)
	}
	o, in := &ufunc.UfuncAt{Ufunc: name}, []*Tensor{t}
	if value != nil {
		v, err := As(value)
		if err != nil {
			return bad("tensor.ufunc_at", err)
		}
		o.Value, in = op.In(1), append(in, v)
	}
	for _, i := range indices {
		v, err := As(i)
		if err != nil {
			return bad("tensor.ufunc_at", err)
		}
		o.Indices, in = append(o.Indices, op.In(len(in))), append(in, v)
	}
	return apply(o, in...)
}
