package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// TopKOptions are the options of TopK.
type TopKOptions struct {
	Smallest bool // the k least in ascending order; the default is the k greatest in descending order
}

// TopK is the k greatest elements of a vector, greatest first; NaN counts as less than all. A short vector gives fewer.
func TopK(a any, k int, o ...TopKOptions) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.topk", err)
	}
	p := &topk{K: k, Largest: new(bool)}
	*p.Largest = len(o) == 0 || !o[0].Smallest
	return apply(p, t)
}

type topk struct {
	K       int
	Largest *bool
}

func init() {
	op.Register[topk](op.Doc{
		Name: "tensor.topk", Sig: "topk(a, k, axis=-1, largest=True, sorted=True, order=None, parallel_kind='auto')",
		Summary: "Greatest or least elements of a vector, in order",
	})
}

func (o *topk) Infer(in []op.Meta) ([]op.Meta, error) {
	if len(in[0].Dims) != 1 {
		return nil, errs.New(errs.Invalid, "topk wants a tensor of one dimension, not %d", len(in[0].Dims))
	}
	if o.K < 0 {
		return nil, errs.New(errs.Invalid, "k must not be negative, not %d", o.K)
	}
	d := op.Sym("topk", in[0])
	if n := in[0].Dims[0]; n.Known() {
		d = op.Dim{N: min(n.N, o.K)}
	}
	return []op.Meta{in[0].WithRows(d)}, nil
}

// StageMeta: partials are as the result.
func (o *topk) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Combine {
		return nil, nil
	}
	return []op.Meta{in[0].WithRows(op.Sym("topk", in...))}, nil
}

func (o *topk) Tile(t *op.Tiler) error { return t.Out(t.TreeReduce(t.In(0))) }

func (o *topk) Exec(x *op.Exec) error {
	a, err := nd.Concat(x.Mem(), 0, x.Arrays()...)
	if err != nil {
		return err
	}
	at, err := sort.TopK(x.Mem(), a, o.K, *o.Largest)
	if err != nil {
		return err
	}
	out, err := sort.Take(x.Mem(), a, at, 0, sort.Raise)
	if err != nil {
		return err
	}
	return x.Put(0, out)
}
