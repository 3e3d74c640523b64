package reduce

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Mean is mean or nanmean. Partials are sums, those of floats as reduce.Sums has them, and counts.
type Mean struct {
	Axis     []int
	Keepdims bool
	Dtype    dtype.DType
	name     string
}

func (o *Mean) Row() string { return o.name }

func init() {
	op.Register[Mean](op.Doc{
		Forms: "where=masked",
		Name:  "tensor.mean", Like: "numpy.mean", Methods: "Tensor.mean",
		Sig: "mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=None)", Summary: "Arithmetic mean along axes",
	}, Mean{name: "mean"})
	op.Register[Mean](op.Doc{
		Forms: "where=masked",
		Name:  "tensor.nanmean", Like: "numpy.nanmean",
		Sig:     "nanmean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=None)",
		Summary: "Arithmetic mean along axes of what is not NaN",
	}, Mean{name: "nanmean"})
}

// Normalize counts axes from 0.
func (o *Mean) Normalize(in []op.Meta) (err error) {
	o.Axis, err = chunk.NormAxes(o.Axis, len(in[0].Dims))
	return err
}

func (o *Mean) Infer(in []op.Meta) ([]op.Meta, error) {
	from := in[0].DType.Is
	d, err := MeanType(from, o.Dtype)
	if err == nil && from.IsDatetime() { // NumPy fails in the sum
		_, err = basic.Resolve("add", from, from)
	}
	return []op.Meta{op.NewTensor(d, chunk.Reduced(in[0].Dims, o.Axis, o.Keepdims)...)}, err
}

// MeanType is the dtype of a mean of elements of d.
func MeanType(d, asked dtype.DType) (dtype.DType, error) {
	switch {
	case d.IsTimedelta() && !asked.IsZero() && asked.Kind != d.Kind:
		return d, errs.New(errs.Type, "a mean of %s as %s is not there yet", d, asked)
	case !asked.IsZero():
		return asked, chunk.Fixed(asked)
	case d.IsInteger() || d.IsBool():
		return dtype.Float64, nil
	}
	return d, chunk.Fixed(d)
}

// StageMeta: partials are tuples.
func (o *Mean) StageMeta(s op.Stage, _ []op.Meta) ([]op.Meta, error) {
	if s == op.Map || s == op.Combine {
		return []op.Meta{op.NewObject()}, nil
	}
	return nil, nil
}

func (o *Mean) Tile(t *op.Tiler) error {
	return t.Out(t.TreeReduce(t.In(0), chunk.AllAxes(o.Axis, len(t.In(0).Shape))...))
}

// Lower is the Map stage: sums and counts of a block.
func (o *Mean) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	r := in[0]
	d, err := MeanType(b.Type(r), o.Dtype)
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
func (o *Mean) Exec(x *op.Exec) error {
	var n *nd.Array
	var counts []*nd.Array
	for _, t := range x.Tuples() {
		n = t[len(t)-1].(*nd.Array)
		counts = append(counts, n)
	}
	if len(counts) > 1 {
		var err error
		if n, err = chunk.Added(x, counts); err != nil {
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
func (o *Mean) put(x *op.Exec, n *nd.Array) (any, error) {
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
	return chunk.Kept(x, out, o.Axis, o.Keepdims), nil
}

// plain is put of sums of integers, which a dtype may ask for, or of spans.
func (o *Mean) plain(x *op.Exec, n *nd.Array) (any, error) {
	var sums []*nd.Array
	for _, t := range x.Tuples() {
		sums = append(sums, t[0].(*nd.Array))
	}
	sum, err := chunk.Added(x, sums)
	if err != nil {
		return nil, err
	}
	if x.Stage != op.Final {
		return op.Tuple{sum, n}, nil
	}
	out, err := chunk.One(x, []*nd.Array{sum, n}, func(b *kernel.Builder, r []kernel.Reg) kernel.Reg {
		return b.Cast(b.Call("divide", r[0], r[1]), x.Out(0).DType.Is)
	})
	if err != nil {
		return nil, err
	}
	return chunk.Kept(x, out, o.Axis, o.Keepdims), nil
}
