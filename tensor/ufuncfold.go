package tensor

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/ufunc"
)

// UfuncReduce folds a along axes with the universal function of a NumPy name, which has two arguments and one
// result: f(f(a0, a1), a2). The default axis is the first one; several are for functions that may go in any
// order. The chunks of a row follow each other, so the order is NumPy's whatever the cut; sums, products,
// extrema and truths are Sum, Prod, Min, Max, Any and All.
func UfuncReduce(name string, a any, o ...Reduce) *Tensor {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		return bad("tensor.ufunc_reduce", err)
	}
	r := Reduce{Axis: Axes(0)}
	if len(o) > 0 {
		if r = o[0]; r.Axis == nil {
			r.Axis = Axes(0)
		}
	}
	in, f := []*Tensor{t}, &ufuncFold{Ufunc: name, Axis: chunk.Plain(r.Axis), Keepdims: r.Keepdims, Dtype: r.DType, Initial: chunk.Plain(chunk.Number(r.Initial))}
	if r.Where != nil {
		w, err := As(r.Where)
		if err != nil {
			return bad("tensor.ufunc_reduce", err)
		}
		in, f.Where = append(in, w), op.In(1)
	}
	return apply(f, in...)
}

// ufuncFold is the reduction along axes: along one, or one after the other.
type ufuncFold struct {
	op.Recipe
	Ufunc    string     `sig:"-"`
	Axis     op.Written // one, several, or None for all
	Dtype    dtype.DType
	Keepdims bool
	Initial  op.Written
	Where    op.Ref
	Bare     bool `sig:"-"` // begin with the first element, also where the function has an identity: initial=None
}

func init() {
	op.Register[ufuncFold](op.Doc{
		Name: "tensor.ufunc_reduce", Like: "numpy.ufunc.reduce", Methods: "Ufunc.reduce", Forms: "axis=plain initial=plain",
		Sig:     "reduce(array, /, axis=0, dtype=None, out=None, keepdims=False, initial=<no value>, where=True)",
		Summary: "The elements along an axis, or several, folded by the function; with axis=None all of them",
	})
}

// Normalize counts axes from 0.
func (o *ufuncFold) Normalize(in []op.Meta) error {
	if err := ufunc.TwoArguments(o.Ufunc, "reduce"); err != nil || o.Axis.V == nil {
		return err
	}
	axes, ok := chunk.WholeIn(o.Axis.V)
	if !ok {
		return errs.New(errs.Type, "an axis is an integer, not %v", o.Axis.V)
	}
	axes, err := chunk.NormAxes(axes, len(in[0].Dims))
	o.Axis = chunk.Plain(axes)
	return err
}

// Build folds along the last axis first. The initial number counts once.
func (o *ufuncFold) Build(a, where *Tensor) (*Tensor, error) {
	var axis []int
	if o.Axis.V != nil {
		axis, _ = chunk.WholeIn(o.Axis.V)
	}
	initial, bare := o.Initial.V, o.Bare || o.Initial.Is && o.Initial.V == nil
	if !bare {
		if t := o.named(a, where, axis); t != nil {
			return t, nil
		}
	}
	l, err := ufunc.FoldLoop(o.Ufunc, a.DType(), o.Dtype)
	if err != nil {
		return nil, err
	}
	axes := chunk.AllAxes(axis, a.Rank())
	if len(axes) > 1 && !basic.Reorderable(o.Ufunc) {
		return nil, errs.New(errs.Invalid, "reduction operation '%s' is not reorderable, so at most one axis may be specified", o.Ufunc)
	}
	if where != nil && initial == nil && basic.Identity(o.Ufunc) == nil {
		return nil, errs.New(errs.Invalid, "reduction operation '%s' does not have an identity, so to use a where mask one has to specify 'initial'", o.Ufunc)
	}
	if bare && initial == nil && slices.ContainsFunc(axes, func(k int) bool { return a.size(k) == op.Dim{} }) {
		return nil, errs.New(errs.Invalid, "zero-size array to reduction operation %s which has no identity", o.Ufunc)
	}
	t := AsType(a, l.In[0])
	for i, k := range slices.Backward(axes) {
		f := &ufunc.FoldAlong{Ufunc: o.Ufunc, Axis: k, Dtype: l.In[0], Initial: initial}
		in := []*Tensor{t}
		if where != nil && i == len(axes)-1 {
			in, f.Where = append(in, BroadcastArrays(where, t)[0]), op.In(1)
		}
		if i > 0 && basic.Identity(o.Ufunc) != nil {
			f.Initial = nil // functions without an identity may begin with it each time
		}
		t = apply(f, in...)
	}
	if len(axes) == 0 && initial != nil {
		t = Ufunc(o.Ufunc, initial, t)
	}
	if o.Keepdims {
		t = ExpandDims(t, axes...)
	}
	return t, nil
}

// named is the reduction that has a name of its own; nil where there is none, or it does not take what is
// asked for.
func (o *ufuncFold) named(a, where *Tensor, axis []int) *Tensor {
	f := map[string]func(any, ...Reduce) *Tensor{
		"add": Sum, "multiply": Prod, "maximum": Max, "minimum": Min, "logical_and": All, "logical_or": Any,
	}[o.Ufunc]
	truth := strings.HasPrefix(o.Ufunc, "logical_")
	if f == nil || axis != nil && len(axis) == 0 || truth && (!o.Dtype.IsZero() || o.Initial.Is) {
		return nil
	}
	r := Reduce{Axis: axis, Keepdims: o.Keepdims, Initial: o.Initial.V}
	if where != nil {
		r.Where = where
	}
	if o.Ufunc == "add" || o.Ufunc == "multiply" {
		r.DType = o.Dtype
		return f(a, r)
	}
	if o.Dtype.IsZero() {
		return f(a, r)
	}
	return AsType(f(a, r), o.Dtype)
}
