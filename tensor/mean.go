package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Mean is the arithmetic mean along axes: the pairwise sum divided by the count. Integers and bools give float64; float16 is
// added in float32. The mean of nothing is NaN.
func Mean(a any, o ...Reduce) *Tensor { return meanOf(&mean{name: "mean"}, a, o) }

// Nanmean is Mean of what is not NaN.
func Nanmean(a any, o ...Reduce) *Tensor { return meanOf(&mean{name: "nanmean"}, a, o) }

// Mean is the function of the same name.
func (t *Tensor) Mean(o ...Reduce) *Tensor { return Mean(t, o...) }

func meanOf(m *mean, a any, o []Reduce) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor."+m.name, err)
	}
	if len(o) > 0 {
		m.Axis, m.Keepdims, m.Dtype = o[0].Axis, o[0].Keepdims, o[0].DType
	}
	return apply(m, t)
}

// mean is mean or nanmean. Partials are sums and counts.
type mean struct {
	Axis     []int
	Keepdims bool
	Dtype    dtype.DType
	name     string
}

func (o *mean) Row() string { return o.name }

func init() {
	op.Register[mean](op.Doc{
		Name: "tensor.mean", Like: "numpy.mean", Methods: "Tensor.mean",
		Sig: "mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=None)", Summary: "Arithmetic mean along axes",
	}, mean{name: "mean"})
	op.Register[mean](op.Doc{
		Name: "tensor.nanmean", Like: "numpy.nanmean",
		Sig:     "nanmean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=None)",
		Summary: "Arithmetic mean along axes of what is not NaN",
	}, mean{name: "nanmean"})
}

// Normalize counts axes from 0.
func (o *mean) Normalize(in []op.Meta) (err error) {
	o.Axis, err = normAxes(o.Axis, len(in[0].Dims))
	return err
}

func (o *mean) Infer(in []op.Meta) ([]op.Meta, error) {
	from := in[0].DType.Is
	d, err := meanType(from, o.Dtype)
	if err == nil && from.IsDatetime() { // NumPy fails in the sum
		_, err = basic.Resolve("add", from, from)
	}
	return []op.Meta{op.NewTensor(d, reduced(in[0].Dims, o.Axis, o.Keepdims)...)}, err
}

// meanType is the dtype of a mean of elements of d.
func meanType(d, asked dtype.DType) (dtype.DType, error) {
	switch {
	case !asked.IsZero():
		return asked, fixed(asked)
	case d.IsInteger() || d.IsBool():
		return dtype.Float64, nil
	}
	return d, fixed(d)
}

// StageMeta: partials are tuples.
func (o *mean) StageMeta(s op.Stage, _ []op.Meta) ([]op.Meta, error) {
	if s == op.Map || s == op.Combine {
		return []op.Meta{op.NewObject()}, nil
	}
	return nil, nil
}

func (o *mean) Tile(t *op.Tiler) error {
	return t.Out(t.TreeReduce(t.In(0), allAxes(o.Axis, len(t.In(0).Shape))...))
}

// Lower is the Map stage: sums and counts of a block.
func (o *mean) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	r := in[0]
	d, err := meanType(b.Type(r), o.Dtype)
	if err != nil {
		return 0
	}
	if d == dtype.Float16 {
		d = dtype.Float32
	}
	count := b.Fold("count", dtype.DType{}, r, o.Axis...)
	if o.name == "nanmean" && (b.Type(r).IsFloat() || b.Type(r).IsComplex()) {
		count = b.Fold("count_nonzero", dtype.DType{}, b.Call("logical_not", b.Call("isnan", r)), o.Axis...)
		r = withoutNaN(b, r, 0)
	}
	return b.Tuple(b.Fold("sum", d, r, o.Axis...), count)
}

// Exec adds partials, and divides.
func (o *mean) Exec(x *op.Exec) error {
	ts := x.Tuples()
	var in []*nd.Array
	for _, t := range ts {
		in = append(in, t[0].(*nd.Array), t[1].(*nd.Array))
	}
	out, err := compute(x, in, func(b *kernel.Builder, r []kernel.Reg) kernel.Reg {
		sum, n := r[0], r[1]
		for k := 2; k < len(r); k += 2 {
			sum, n = b.Call("add", sum, r[k]), b.Call("add", n, r[k+1])
		}
		if x.Stage == op.Final {
			return b.Cast(b.Call("divide", sum, n), x.Out(0).DType.Is)
		}
		return b.Tuple(sum, n)
	})
	if err != nil {
		return err
	}
	if x.Stage == op.Final {
		return x.Put(0, kept(x, out[0], o.Axis, o.Keepdims))
	}
	return x.Put(0, op.Tuple{out[0], out[1]})
}
