package ordering

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// TopK is the operand of tensor.topk.
type TopK struct {
	K       int
	Axis    *int
	Largest *bool
}

func init() {
	op.Register[TopK](op.Doc{
		Forms: "axis=ravel",
		Name:  "tensor.topk", Sig: "topk(a, k, axis=-1, largest=True, sorted=True, order=None, parallel_kind='auto')",
		Summary: "Greatest or least elements along an axis, in order",
	})
}

// Normalize counts the axis from 0.
func (o *TopK) Normalize(in []op.Meta) error {
	if o.K < 0 {
		return errs.New(errs.Invalid, "k must not be negative, not %d", o.K)
	}
	return OneAxis(o.Axis, in[0])
}

func (o *TopK) Infer(in []op.Meta) ([]op.Meta, error) {
	d := op.Sym("topk", in[0])
	if n := in[0].Dims[*o.Axis]; n.Known() {
		d = op.Dim{N: min(n.N, o.K)}
	}
	return []op.Meta{o.with(in[0], d)}, nil
}

// with is m with another length of the axis.
func (o *TopK) with(m op.Meta, d op.Dim) op.Meta {
	m = m.WithDims(slices.Clone(m.Dims)...)
	m.Dims[*o.Axis] = d
	return m
}

// StageMeta: partials are as the result.
func (o *TopK) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Combine {
		return nil, nil
	}
	return []op.Meta{o.with(in[0], op.Sym("topk", in...))}, nil
}

func (o *TopK) Tile(t *op.Tiler) error { return t.Out(t.TreeReduce(t.In(0), *o.Axis)) }

// Exec chooses among the elements of all inputs, line by line.
func (o *TopK) Exec(x *op.Exec) error {
	a, err := nd.Concat(x.Mem(), *o.Axis, x.Arrays()...)
	if err != nil {
		return err
	}
	shape := slices.Clone(a.Shape)
	shape[*o.Axis] = min(o.K, shape[*o.Axis])
	at := x.Alloc(dtype.Int64, shape...)
	if err := sort.TopKAlong(x.Mem(), at, a, *o.Axis, *o.Largest); err != nil {
		return err
	}
	out, err := sort.TakeAlong(x.Mem(), a, at, *o.Axis)
	if err != nil {
		return err
	}
	return x.Put(0, out)
}
