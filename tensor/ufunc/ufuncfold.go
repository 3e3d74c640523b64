package ufunc

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/pick"
)

// FoldAlong is the reduction along one axis. A chunk's task takes the mask, where there is one, and what the
// chunks before it come to.
type FoldAlong struct {
	Ufunc   string
	Axis    int
	Dtype   dtype.DType
	Initial any
	Where   op.Ref
}

func init() {
	op.Register[FoldAlong](op.Doc{
		Face: "inner", Name: "tensor.fold_along", Summary: "Reduction by a universal function along one axis",
		Sig: "fold_along(a, ufunc, axis, dtype=None, initial=None, where=None)",
	})
}

// TwoArguments refuses functions that are not of two arguments and one result.
func TwoArguments(name, method string) error {
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

// FoldLoop is the loop of a function whose arguments and result have one dtype, for elements of d. Errors:
// Type in NumPy's words.
func FoldLoop(name string, d, asked dtype.DType) (basic.Loop, error) {
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
func (o *FoldAlong) begin() any {
	if o.Initial != nil {
		return o.Initial
	}
	return basic.Identity(o.Ufunc)
}

func (o *FoldAlong) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Dims[o.Axis] == (op.Dim{}) && o.begin() == nil && len(in) == 1 {
		return nil, errs.New(errs.Invalid, "zero-size array to reduction operation %s which has no identity", o.Ufunc)
	}
	if o.Where != 0 && !in[1].DType.Is.IsBool() {
		return nil, errs.New(errs.Type, "Cannot cast array data from %s to dtype('bool') according to the rule 'safe'", chunk.Quote(in[1].DType.Is))
	}
	return []op.Meta{op.NewTensor(o.Dtype, chunk.Reduced(in[0].Dims, []int{o.Axis}, false)...)}, nil
}

// StageMeta: what some chunks of a row come to.
func (o *FoldAlong) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Combine {
		return nil, nil
	}
	return []op.Meta{op.NewTensor(o.Dtype, chunk.Reduced(in[0].Dims, []int{o.Axis}, false)...)}, nil
}

// Tile makes a chain of tasks along the axis.
func (o *FoldAlong) Tile(t *op.Tiler) error {
	g := t.In(0)
	var mask op.Grid
	if o.Where != 0 {
		mask = t.Like(t.In(1), g)
	}
	if o.begin() == nil {
		var err error
		if g, err = chunk.NonEmpty(t, g, []int{o.Axis}); err != nil {
			return err
		}
	}
	lines := slices.Clone(g.Shape)
	lines[o.Axis] = 1
	out := op.Grid{Shape: slices.Delete(slices.Clone(g.Shape), o.Axis, o.Axis+1)}
	pick.Every(t, lines, func(at []int) {
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
func (o *FoldAlong) Exec(x *op.Exec) error {
	l, err := FoldLoop(o.Ufunc, o.Dtype, o.Dtype)
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
		if acc, err = chunk.Constant(x, v, o.Dtype); err != nil {
			return err
		}
	}
	out, err := reduce.Along(x.Mem(), &l, x.Array(0), acc, mask, o.Axis)
	if err != nil {
		return err
	}
	return x.Put(0, out)
}
