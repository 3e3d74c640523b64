package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Mean is the arithmetic mean along axes: the sum without error divided by the count. Integers and bools give
// float64. The mean of nothing is NaN.
func Mean(a any, o ...Reduce) *Tensor { return meanOf("mean", a, o) }

// Nanmean is Mean of what is not NaN.
func Nanmean(a any, o ...Reduce) *Tensor { return meanOf("nanmean", a, o) }

// Mean is the function of the same name.
func (t *Tensor) Mean(o ...Reduce) *Tensor { return Mean(t, o...) }

func meanOf(name string, a any, o []Reduce) *Tensor {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		return bad("tensor."+name, err)
	}
	if len(o) > 0 && o[0].chosen() {
		return reduceWhere(name, t, o[0])
	}
	m := op.Lookup("tensor." + name).New().(*mean)
	if len(o) > 0 {
		m.Axis, m.Keepdims, m.Dtype = o[0].Axis, o[0].Keepdims, o[0].DType
	}
	return apply(m, t)
}

// mean is mean or nanmean. Partials are sums, those of floats as reduce.Sums has them, and counts.
type mean struct {
	Axis     []int
	Keepdims bool
	Dtype    dtype.DType
	name     string
}

func (o *mean) Row() string { return o.name }

func init() {
	op.Register[mean](op.Doc{
		Forms: "where=masked",
		Name:  "tensor.mean", Like: "numpy.mean", Methods: "Tensor.mean",
		Sig: "mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=None)", Summary: "Arithmetic mean along axes",
	}, mean{name: "mean"})
	op.Register[mean](op.Doc{
		Forms: "where=masked",
		Name:  "tensor.nanmean", Like: "numpy.nanmean",
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
	case d.IsTimedelta() && !asked.IsZero() && asked.Kind != d.Kind:
		return d, errs.New(errs.Type, "a mean of %s as %s is not there yet", d, asked)
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
	count := b.Fold("count", dtype.DType{}, r, o.Axis...)
	if o.name == "nanmean" && (b.Type(r).IsFloat() || b.Type(r).IsComplex()) {
		count = b.Fold("count_nonzero", dtype.DType{}, b.Call("logical_not", b.Call("isnan", r)), o.Axis...)
		r = withoutNaN(b, r, 0)
	}
	if d.IsFloat() || d.IsComplex() {
		return b.Tuple(append(foldsOf(b, sumParts, d, r, o.Axis), count)...)
	}
	return b.Tuple(b.Fold("sum", d, r, o.Axis...), count)
}

// Exec adds partials, and divides.
func (o *mean) Exec(x *op.Exec) error {
	var n *nd.Array
	var counts []*nd.Array
	for _, t := range x.Tuples() {
		n = t[len(t)-1].(*nd.Array)
		counts = append(counts, n)
	}
	if len(counts) > 1 {
		var err error
		if n, err = added(x, counts); err != nil {
			return err
		}
	}
	out, err := o.put(x, n)
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

// put is the partial, or the result.
func (o *mean) put(x *op.Exec, n *nd.Array) (any, error) {
	if len(x.Tuple(0)) == 2 { // sums that are not of floats
		return o.plain(x, n)
	}
	s, err := joinedSums(x)
	if err != nil {
		return nil, err
	}
	if x.Stage != op.Final {
		return op.Tuple{s.S, s.E, s.Far, n}, nil
	}
	out, err := s.Mean(x.Mem(), n, x.Out(0).DType.Is)
	if err != nil {
		return nil, err
	}
	return kept(x, out, o.Axis, o.Keepdims), nil
}

// plain is put of sums of integers, which a dtype may ask for, or of spans.
func (o *mean) plain(x *op.Exec, n *nd.Array) (any, error) {
	var sums []*nd.Array
	for _, t := range x.Tuples() {
		sums = append(sums, t[0].(*nd.Array))
	}
	sum, err := added(x, sums)
	if err != nil {
		return nil, err
	}
	if x.Stage != op.Final {
		return op.Tuple{sum, n}, nil
	}
	out, err := one(x, []*nd.Array{sum, n}, func(b *kernel.Builder, r []kernel.Reg) kernel.Reg {
		return b.Cast(b.Call("divide", r[0], r[1]), x.Out(0).DType.Is)
	})
	if err != nil {
		return nil, err
	}
	return kept(x, out, o.Axis, o.Keepdims), nil
}
