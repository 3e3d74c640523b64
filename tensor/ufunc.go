package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/pick"
	"github.com/mars-project/mars-go/tensor/ufunc"
)

// Elementwise is the options of universal functions.
type Elementwise struct {
	DType     dtype.DType // of the result, and so of the computation; the default is what the arguments promote to
	Casting   string      // how arguments may be cast: no, equiv, safe, same_kind or unsafe. The default is same_kind
	Signature []string    // dtypes of arguments and results, in that order; an empty one may be any. The default is any
}

// Ufunc applies the universal function of a NumPy name to tensors, Go slices and numbers. It is for functions
// of one result; Divmod, Frexp and Modf have two.
func Ufunc(name string, args ...any) *Tensor { return elementwise(name, nil, args...) }

// UfuncWith is Ufunc with options.
func UfuncWith(o Elementwise, name string, args ...any) *Tensor {
	return elementwise(name, []Elementwise{o}, args...)
}

// elementwise is what the functions of one result call.
func elementwise(name string, o []Elementwise, args ...any) *Tensor {
	return Of(op.Value{N: universal(name, 1, o, args)})
}

// elementwise2 is what the functions of two results call.
func elementwise2(name string, o []Elementwise, args ...any) (*Tensor, *Tensor) {
	n := universal(name, 2, o, args)
	return Of(op.Value{N: n}), Of(op.Value{N: n, I: 1})
}

func universal(name string, outs int, o []Elementwise, args []any) *op.Node {
	def := op.Lookup("tensor." + name)
	if def == nil {
		return op.BadAt("tensor."+name, errs.New(errs.NotFound, "there is no universal function %q", name))
	}
	u, ok := def.New().(*ufunc.Ufunc)
	if !ok || !u.Takes(len(args), outs) {
		return op.BadAt("tensor."+name, errs.New(errs.Type, "%s() is not a universal function of %d arguments and %d results", errs.Name(name), len(args), outs))
	}
	args[0] = only(args[0], o)
	if len(o) > 0 {
		if u.Dtype = o[0].DType; o[0].Signature != nil {
			u.Signature = chunk.Plain(o[0].Signature)
		}
		if c := o[0].Casting; c != "" {
			u.Casting = &c
		}
	}
	s, in, err := mixed(args)
	if err != nil {
		return op.BadAt("tensor."+name, err)
	}
	u.Scalars = s
	return node(u, in...)
}

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
