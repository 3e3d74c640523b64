package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
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

// scanAlong is a running reduction. A chunk's task takes the result of the one before it, of which the last
// row is carried on.
type scanAlong struct {
	Ufunc string
	Axis  int
	Dtype dtype.DType
}

func init() {
	op.Register[ufuncScan](op.Doc{
		Name: "tensor.ufunc_accumulate", Like: "numpy.ufunc.accumulate", Methods: "Ufunc.accumulate", Summary: "What reduce comes to after each element along an axis",
		Sig: "accumulate(array, /, axis=0, dtype=None, out=None)",
	})
	op.Register[scanAlong](op.Doc{Face: "inner", Name: "tensor.scan_along", Summary: "Running reduction along an axis", Sig: "scan_along(a, ufunc, axis=0, dtype=None)"})
}

func (o *ufuncScan) Build(a *Tensor) (*Tensor, error) {
	if err := twoArguments(o.Ufunc, "accumulate"); err != nil {
		return nil, err
	}
	r := Reduce{Axis: Axes(o.Axis), DType: o.Dtype}
	switch o.Ufunc {
	case "add":
		return Cumsum(a, r), nil
	case "multiply":
		return Cumprod(a, r), nil
	}
	return apply(&scanAlong{Ufunc: o.Ufunc, Axis: o.Axis, Dtype: o.Dtype}, a), nil
}

// Normalize counts the axis from 0.
func (o *scanAlong) Normalize(in []op.Meta) (err error) {
	o.Axis, err = normAxis(o.Axis, len(in[0].Dims))
	return err
}

func (o *scanAlong) Infer(in []op.Meta) ([]op.Meta, error) {
	l, err := foldLoop(o.Ufunc, in[0].DType.Is, o.Dtype)
	if err != nil {
		return nil, err
	}
	return []op.Meta{op.NewTensor(l.Out[0], in[0].Dims...)}, nil
}

// Tile makes a chain of tasks along the axis. Chunks without rows carry nothing.
func (o *scanAlong) Tile(t *op.Tiler) error {
	g := t.In(0)
	if g.Shape[o.Axis] > 1 {
		if err := t.Need(op.Rows, g); err != nil {
			return err
		}
	}
	splits, out := t.Splits(g, o.Axis), op.Grid{Shape: g.Shape, Edges: make([]op.Edge, len(g.Edges))}
	lines := slices.Clone(g.Shape)
	lines[o.Axis] = 1
	every(t, lines, func(at []int) {
		var last []op.Edge
		for k := range g.Shape[o.Axis] {
			at[o.Axis] = k
			e := t.Edge(at, append([]op.Edge{g.At(at...)}, last...)...)
			out.Edges[place(g.Shape, at)] = e
			if splits[k] != (op.Dim{}) {
				last = []op.Edge{e}
			}
		}
	})
	return t.Out(out)
}

// Exec goes on from the last row of the chunk before.
func (o *scanAlong) Exec(x *op.Exec) error {
	l, err := foldLoop(o.Ufunc, x.Array(0).DType, o.Dtype)
	if err != nil {
		return err
	}
	a, err := cast(x, x.Array(0), l.In[0])
	if err != nil {
		return err
	}
	var carry *nd.Array
	if x.Len() > 1 {
		b := x.Array(1)
		carry = b.Index(o.Axis, b.Shape[o.Axis]-1)
	}
	out, err := reduce.Running(x.Mem(), &l, a, carry, o.Axis)
	if err != nil {
		return err
	}
	return x.Put(0, out)
}
