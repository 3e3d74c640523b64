package ufunc

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// UfuncParts is reductions of parts. Chunks have the axis whole.
type UfuncParts struct {
	Ufunc   string `sig:"-"`
	Indices []int
	Axis    int
	Dtype   dtype.DType
}

func init() {
	op.Register[UfuncParts](op.Doc{
		Name: "tensor.ufunc_reduceat", Like: "numpy.ufunc.reduceat", Methods: "Ufunc.reduceat", Summary: "Parts along an axis folded by the function",
		Sig: "reduceat(array, /, indices, axis=0, dtype=None, out=None)", Text: "Part k goes from indices[k] to indices[k+1]; where that is not greater, it is one element.",
	})
}

// Normalize counts the axis from 0. Sums and products of integers have 64 bits.
func (o *UfuncParts) Normalize(in []op.Meta) error {
	err := TwoArguments(o.Ufunc, "reduceat")
	if err != nil {
		return err
	}
	if d := in[0].DType.Is; o.Dtype.IsZero() && (o.Ufunc == "add" || o.Ufunc == "multiply") && (d.IsInteger() || d.IsBool()) {
		if o.Dtype = dtype.Int64; !d.IsBool() && dtype.CanCast(d, dtype.Uint64, dtype.Safe) {
			o.Dtype = dtype.Uint64
		}
	}
	o.Axis, err = chunk.NormAxis(o.Axis, len(in[0].Dims))
	return err
}

func (o *UfuncParts) Infer(in []op.Meta) ([]op.Meta, error) {
	l, err := FoldLoop(o.Ufunc, in[0].DType.Is, o.Dtype)
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
func (o *UfuncParts) inside(n int) error {
	for _, i := range o.Indices {
		if i < 0 || i >= n {
			return errs.New(errs.NotFound, "index %d out-of-bounds in %s.reduceat [0, %d)", i, o.Ufunc, n)
		}
	}
	return nil
}

func (o *UfuncParts) Tile(t *op.Tiler) error { return t.Out(t.Map(t.WholeAxes(t.In(0), o.Axis))) }

// Exec folds the parts of a chunk one after the other.
func (o *UfuncParts) Exec(x *op.Exec) error {
	l, err := FoldLoop(o.Ufunc, x.Array(0).DType, o.Dtype)
	if err != nil {
		return err
	}
	a, err := chunk.Cast(x, x.Array(0), l.In[0])
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
