package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// TopKOptions are the options of TopK.
type TopKOptions struct {
	Axis     *int // negative ones count from the end; nil means the last one
	Smallest bool // the k least in ascending order; the default is the k greatest in descending order
}

// TopK is the k greatest elements along an axis, greatest first; NaN counts as less than all. A short axis
// gives fewer.
func TopK(a any, k int, o ...TopKOptions) *Tensor {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		return bad("tensor.topk", err)
	}
	p := &topk{K: k, Largest: new(bool)}
	*p.Largest = true
	if len(o) > 0 {
		*p.Largest = !o[0].Smallest
		if o[0].Axis != nil {
			axis := *o[0].Axis
			p.Axis = &axis
		}
	}
	return apply(p, t)
}

type topk struct {
	K       int
	Axis    *int
	Largest *bool
}

func init() {
	op.Register[topk](op.Doc{
		Forms: "axis=ravel",
		Name:  "tensor.topk", Sig: "topk(a, k, axis=-1, largest=True, sorted=True, order=None, parallel_kind='auto')",
		Summary: "Greatest or least elements along an axis, in order",
	})
}

// Normalize counts the axis from 0.
func (o *topk) Normalize(in []op.Meta) error {
	if o.K < 0 {
		return errs.New(errs.Invalid, "k must not be negative, not %d", o.K)
	}
	return oneAxis(o.Axis, in[0])
}

func (o *topk) Infer(in []op.Meta) ([]op.Meta, error) {
	d := op.Sym("topk", in[0])
	if n := in[0].Dims[*o.Axis]; n.Known() {
		d = op.Dim{N: min(n.N, o.K)}
	}
	return []op.Meta{o.with(in[0], d)}, nil
}

// with is m with another length of the axis.
func (o *topk) with(m op.Meta, d op.Dim) op.Meta {
	m = m.WithDims(slices.Clone(m.Dims)...)
	m.Dims[*o.Axis] = d
	return m
}

// StageMeta: partials are as the result.
func (o *topk) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Combine {
		return nil, nil
	}
	return []op.Meta{o.with(in[0], op.Sym("topk", in...))}, nil
}

func (o *topk) Tile(t *op.Tiler) error { return t.Out(t.TreeReduce(t.In(0), *o.Axis)) }

// Exec chooses among the elements of all inputs, line by line.
func (o *topk) Exec(x *op.Exec) error {
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
