package tensor

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
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
	in, f := []*Tensor{t}, &ufuncFold{Ufunc: name, Axis: plain(r.Axis), Keepdims: r.Keepdims, Dtype: r.DType, Initial: plain(number(r.Initial))}
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

// foldAlong is the reduction along one axis. A chunk's task takes the mask, where there is one, and what the
// chunks before it come to.
type foldAlong struct {
	Ufunc   string
	Axis    int
	Dtype   dtype.DType
	Initial any
	Where   op.Ref
}

func init() {
	op.Register[ufuncFold](op.Doc{
		Name: "tensor.ufunc_reduce", Like: "numpy.ufunc.reduce", Methods: "Ufunc.reduce", Forms: "axis=plain initial=plain",
		Sig:     "reduce(array, /, axis=0, dtype=None, out=None, keepdims=False, initial=<no value>, where=True)",
		Summary: "The elements along an axis, or several, folded by the function; with axis=None all of them",
	})
	op.Register[foldAlong](op.Doc{
		Face: "inner", Name: "tensor.fold_along", Summary: "Reduction by a universal function along one axis",
		Sig: "fold_along(a, ufunc, axis, dtype=None, initial=None, where=None)",
	})
}

// Normalize counts axes from 0.
func (o *ufuncFold) Normalize(in []op.Meta) error {
	if err := twoArguments(o.Ufunc, "reduce"); err != nil || o.Axis.V == nil {
		return err
	}
	axes, ok := wholeIn(o.Axis.V)
	if !ok {
		return errs.New(errs.Type, "an axis is an integer, not %v", o.Axis.V)
	}
	axes, err := normAxes(axes, len(in[0].Dims))
	o.Axis = plain(axes)
	return err
}

// twoArguments refuses functions that are not of two arguments and one result.
func twoArguments(name, method string) error {
	switch r := basic.Lookup(name); {
	case r == nil:
		return errs.New(errs.NotFound, "there is no universal function %q", name)
	case r.In != 2:
		return errs.New(errs.Invalid, "%s only supported for binary functions", method)
	case r.Out != 1:
		return errs.New(errs.Invalid, "%s only supported for functions returning a single value", method)
	}
	return nil
}

// Build folds along the last axis first. The initial number counts once.
func (o *ufuncFold) Build(a, where *Tensor) (*Tensor, error) {
	var axis []int
	if o.Axis.V != nil {
		axis, _ = wholeIn(o.Axis.V)
	}
	initial, bare := o.Initial.V, o.Bare || o.Initial.Is && o.Initial.V == nil
	if !bare {
		if t := o.named(a, where, axis); t != nil {
			return t, nil
		}
	}
	l, err := foldLoop(o.Ufunc, a.DType(), o.Dtype)
	if err != nil {
		return nil, err
	}
	axes := allAxes(axis, a.Rank())
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
		f := &foldAlong{Ufunc: o.Ufunc, Axis: k, Dtype: l.In[0], Initial: initial}
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

// foldLoop is the loop of a function whose arguments and result have one dtype, for elements of d. Errors:
// Type in NumPy's words.
func foldLoop(name string, d, asked dtype.DType) (basic.Loop, error) {
	if !asked.IsZero() {
		d = asked
	}
	l, err := basic.Resolve(name, d, d)
	if err != nil {
		return l, err
	}
	if strings.HasPrefix(name, "logical_") {
		l, err = basic.Resolve(name, dtype.Bool, dtype.Bool)
	}
	if err == nil && (len(l.Out) != 1 || l.In[0] != l.In[1] || l.In[0] != l.Out[0]) {
		err = errs.New(errs.Type, "No loop matching the specified signature and casting was found for ufunc %s", errs.Name(name))
	}
	return l, err
}

// begin is the number that the fold begins with, nil for none.
func (o *foldAlong) begin() any {
	if o.Initial != nil {
		return o.Initial
	}
	return basic.Identity(o.Ufunc)
}

func (o *foldAlong) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Dims[o.Axis] == (op.Dim{}) && o.begin() == nil && len(in) == 1 {
		return nil, errs.New(errs.Invalid, "zero-size array to reduction operation %s which has no identity", o.Ufunc)
	}
	if o.Where != 0 && !in[1].DType.Is.IsBool() {
		return nil, errs.New(errs.Type, "Cannot cast array data from %s to dtype('bool') according to the rule 'safe'", quote(in[1].DType.Is))
	}
	return []op.Meta{op.NewTensor(o.Dtype, reduced(in[0].Dims, []int{o.Axis}, false)...)}, nil
}

// StageMeta: what some chunks of a row come to.
func (o *foldAlong) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Combine {
		return nil, nil
	}
	return []op.Meta{op.NewTensor(o.Dtype, reduced(in[0].Dims, []int{o.Axis}, false)...)}, nil
}

// Tile makes a chain of tasks along the axis.
func (o *foldAlong) Tile(t *op.Tiler) error {
	g := t.In(0)
	var mask op.Grid
	if o.Where != 0 {
		mask = t.Like(t.In(1), g)
	}
	if o.begin() == nil {
		var err error
		if g, err = nonEmpty(t, g, []int{o.Axis}); err != nil {
			return err
		}
	}
	lines := slices.Clone(g.Shape)
	lines[o.Axis] = 1
	out := op.Grid{Shape: slices.Delete(slices.Clone(g.Shape), o.Axis, o.Axis+1)}
	every(t, lines, func(at []int) {
		var acc []op.Edge
		for k := range g.Shape[o.Axis] {
			at[o.Axis] = k
			in := []op.Edge{g.At(at...)}
			if o.Where != 0 {
				in = append(in, mask.At(at...))
			}
			stage := op.Combine
			if k == g.Shape[o.Axis]-1 {
				stage = op.Final
			}
			acc = []op.Edge{t.At(stage).Edge(at, append(in, acc...)...)}
		}
		out.Edges = append(out.Edges, acc...)
	})
	return t.Out(out)
}

// Exec folds a chunk behind those before it.
func (o *foldAlong) Exec(x *op.Exec) error {
	l, err := foldLoop(o.Ufunc, o.Dtype, o.Dtype)
	if err != nil {
		return err
	}
	var mask, acc *nd.Array
	k := 1
	if o.Where != 0 {
		mask, k = x.Array(1), 2
	}
	if x.Len() > k {
		acc = x.Array(k)
	} else if v := o.begin(); v != nil {
		if acc, err = constant(x, v, o.Dtype); err != nil {
			return err
		}
	}
	out, err := reduce.Along(x.Mem(), &l, x.Array(0), acc, mask, o.Axis)
	if err != nil {
		return err
	}
	return x.Put(0, out)
}
