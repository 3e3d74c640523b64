package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// UfuncReduceat folds parts of a along one axis, the first unless Reduce names another: part k goes from
// places[k] to places[k+1], the last one to the end. Where the next place is not greater it is the one
// element. NotFound: a place is outside.
func UfuncReduceat(name string, a any, places []int, o ...Reduce) *Tensor {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		return bad("tensor.ufunc_reduceat", err)
	}
	s := &ufuncParts{Ufunc: name, Indices: places}
	if len(o) > 0 {
		if s.Dtype = o[0].DType; len(o[0].Axis) > 0 {
			s.Axis = o[0].Axis[0]
		}
	}
	return apply(s, t)
}

// ufuncParts is reductions of parts. Chunks have the axis whole.
type ufuncParts struct {
	Ufunc   string `sig:"-"`
	Indices []int
	Axis    int
	Dtype   dtype.DType
}

func init() {
	op.Register[ufuncParts](op.Doc{
		Name: "tensor.ufunc_reduceat", Like: "numpy.ufunc.reduceat", Methods: "Ufunc.reduceat", Summary: "Parts along an axis folded by the function",
		Sig: "reduceat(array, /, indices, axis=0, dtype=None, out=None)", Text: "Part k goes from indices[k] to indices[k+1]; where that is not greater, it is one element.",
	})
}

// Normalize counts the axis from 0. Sums and products of integers have 64 bits.
func (o *ufuncParts) Normalize(in []op.Meta) error {
	err := twoArguments(o.Ufunc, "reduceat")
	if err != nil {
		return err
	}
	if d := in[0].DType.Is; o.Dtype.IsZero() && (o.Ufunc == "add" || o.Ufunc == "multiply") && (d.IsInteger() || d.IsBool()) {
		if o.Dtype = dtype.Int64; !d.IsBool() && dtype.CanCast(d, dtype.Uint64, dtype.Safe) {
			o.Dtype = dtype.Uint64
		}
	}
	o.Axis, err = normAxis(o.Axis, len(in[0].Dims))
	return err
}

func (o *ufuncParts) Infer(in []op.Meta) ([]op.Meta, error) {
	l, err := foldLoop(o.Ufunc, in[0].DType.Is, o.Dtype)
	if err != nil {
		return nil, err
	}
	if n := in[0].Dims[o.Axis]; n.Known() {
		if err := o.inside(n.N); err != nil {
			return nil, err
		}
	}
	d := append([]op.Dim{}, in[0].Dims...)
	d[o.Axis] = op.Dim{N: len(o.Indices)}
	return []op.Meta{op.NewTensor(l.Out[0], d...)}, nil
}

// inside refuses places that an axis of n has not.
func (o *ufuncParts) inside(n int) error {
	for _, i := range o.Indices {
		if i < 0 || i >= n {
			return errs.New(errs.NotFound, "index %d out-of-bounds in %s.reduceat [0, %d)", i, o.Ufunc, n)
		}
	}
	return nil
}

func (o *ufuncParts) Tile(t *op.Tiler) error { return t.Out(t.Map(t.WholeAxes(t.In(0), o.Axis))) }

// Exec folds the parts of a chunk one after the other.
func (o *ufuncParts) Exec(x *op.Exec) error {
	l, err := foldLoop(o.Ufunc, x.Array(0).DType, o.Dtype)
	if err != nil {
		return err
	}
	a, err := cast(x, x.Array(0), l.In[0])
	if err != nil {
		return err
	}
	n := a.Shape[o.Axis]
	if err := o.inside(n); err != nil {
		return err
	}
	shape := append([]int{}, a.Shape...)
	shape[o.Axis] = len(o.Indices)
	out := x.Alloc(l.Out[0], shape...)
	for k, i := range o.Indices {
		end := n
		if k+1 < len(o.Indices) {
			end = max(o.Indices[k+1], i+1)
		}
		r, err := reduce.Along(x.Mem(), &l, a.Slice(o.Axis, i, end, 1), nil, nil, o.Axis)
		if err == nil {
			err = nd.Copy(out.Index(o.Axis, k), r)
		}
		if err != nil {
			return err
		}
	}
	return x.Put(0, out)
}
