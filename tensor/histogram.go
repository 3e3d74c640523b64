package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Bins is the options of Histogram and HistogramBinEdges.
type Bins struct {
	Bins    any       // their number, or edges as a Go slice or *nd.Array. The default is 10
	Range   []float64 // two bounds of equal bins; nil for the range of the elements
	Density bool      // the integral over the range is 1
	Weights any       // of the elements: a real tensor of a's shape
}

// Histogram counts the elements of a in bins, and gives the edges of the bins; the last bin holds its right edge. Elements
// beyond are not counted. Counts are int64; weighed ones have the dtype of the weights, densities float64. Invalid, when it
// runs: the range is found and not finite.
func Histogram(a any, o ...Bins) (hist, edges *Tensor) {
	t, err := As(a)
	var b Bins
	if len(o) > 0 {
		b = o[0]
	}
	h, in := &histogram{}, []*Tensor{t}
	if err == nil {
		h.Bins, err = binsOf(b.Bins)
	}
	if err == nil && b.Weights != nil {
		t, err = As(b.Weights)
		h.Weights, in = op.In(1), append(in, t)
	}
	if err != nil {
		return bad("tensor.histogram", err), bad("tensor.histogram", err)
	}
	h.Range, h.Density = b.Range, b.Density
	out := outputs(node(h, in...), 2)
	return out[0], out[1]
}

type histogram struct {
	Bins    any
	Range   []float64
	Density bool
	Weights op.Ref
}

func init() {
	op.Register[histogram](op.Doc{
		Face: "hand",
		Name: "tensor.histogram", Like: "numpy.histogram", Sig: "histogram(a, bins=10, range=None, density=None, weights=None)",
		Summary: "Counts of elements in bins, and the edges of the bins", Notes: "Bins are not estimated from data by name.",
	})
}

// Normalize checks the bins.
func (o *histogram) Normalize(in []op.Meta) error { return o.bins().check(in[0].DType.Is) }

func (o *histogram) bins() *binning { return &binning{o.Bins, o.Range} }

func (o *histogram) Infer(in []op.Meta) ([]op.Meta, error) {
	d := dtype.Int64
	if o.Weights != 0 {
		w := in[o.Weights.I()]
		if len(w.Dims) != len(in[0].Dims) || !sameLengths(w.Dims, in[0].Dims) {
			return nil, errs.New(errs.Invalid, "weights should have the same shape as a.")
		}
		if d = w.DType.Is; d.IsComplex() || d.IsTemporal() {
			return nil, errs.New(errs.Type, "weights of %s", d)
		}
	}
	if o.Density {
		d = dtype.Float64
	}
	return []op.Meta{op.NewTensor(d, op.Dim{N: o.bins().len()}), o.bins().meta(in[0].DType.Is)}, nil
}

// sameLengths reports that lengths are equal as far as they are known.
func sameLengths(a, b []op.Dim) bool {
	return slices.EqualFunc(a, b, func(x, y op.Dim) bool { return x == y || !x.Known() || !y.Known() })
}

// StageMeta: Chunk counts, Map finds ranges; Combine joins either, Final makes edges of ranges and the result of edges and counts.
func (o *histogram) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	ranges := len(in) == 0 || in[0].Kind == op.Object
	switch {
	case s == op.Map, s == op.Combine && ranges:
		return []op.Meta{op.NewObject()}, nil
	case s == op.Combine:
		return in[:1], nil
	case s == op.Final && ranges:
		return nil, nil
	}
	d := dtype.Int64
	if o.Weights != 0 {
		d = dtype.Float64
	}
	return []op.Meta{op.NewTensor(d, op.Dim{N: o.bins().len()})}, nil
}

func (o *histogram) Tile(t *op.Tiler) error {
	a := t.In(0)
	e, err := o.bins().edges(t, a)
	if err != nil {
		return err
	}
	e.Edges[0].Out = 1 // a Final task has both outputs; this one makes the second, the last one the first
	ins := []op.Grid{a}
	if o.Weights != 0 {
		ins = append(ins, t.Like(t.In(o.Weights.I()), a))
	}
	if t.Err() != nil {
		return t.Err()
	}
	var line []op.Edge
	for k := range a.Edges {
		in := []op.Edge{a.Edges[k], e.Edges[0]}
		for _, g := range ins[1:] {
			in = append(in, g.Edges[k])
		}
		line = append(line, t.Edge([]int{k}, in...))
	}
	return t.Out(tree(t, line, metasOf(t.Ins()), e.Edges[0]), e)
}

// Lower is the Map stage.
func (o *histogram) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	if len(in) != 1 {
		return 0
	}
	return o.bins().lower(b, in[0])
}

func (o *histogram) Exec(x *op.Exec) error {
	ranges := x.Len() == 0
	if !ranges {
		_, ranges = x.In(0).(op.Tuple)
	}
	var out any
	var err error
	switch {
	case x.Stage == op.Combine && ranges:
		var r []*nd.Array
		if r, err = o.bins().join(x); err == nil {
			out = op.Tuple{r[0], r[1]}
		}
	case ranges:
		if out, err = o.bins().make(x, x.Out(1).DType.Is); err == nil {
			return x.Put(1, out)
		}
	case x.Stage == op.Chunk:
		out, err = o.count(x)
	case x.Stage == op.Combine:
		out, err = added(x, x.Arrays())
	default:
		out, err = o.finish(x)
	}
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

// count counts a chunk.
func (o *histogram) count(x *op.Exec) (*nd.Array, error) {
	b, err := o.bins().found(x, x.Array(1))
	if err != nil {
		return nil, err
	}
	v, err := float64s(x, x.Array(0))
	if err != nil {
		return nil, err
	}
	out := x.Alloc(x.Out(0).DType.Is, b.Len())
	clear(out.Block.Bytes())
	if o.Weights == 0 {
		b.Histogram(nd.Data[int64](out), v)
		return out, nil
	}
	w, err := float64s(x, x.Array(2))
	if err == nil {
		b.HistogramWeights(nd.Data[float64](out), v, w)
	}
	return out, err
}

// added is the sum of arrays, in order.
func added(x *op.Exec, in []*nd.Array) (*nd.Array, error) {
	return one(x, in, func(b *kernel.Builder, r []kernel.Reg) kernel.Reg {
		sum := r[0]
		for _, v := range r[1:] {
			sum = b.Call("add", sum, v)
		}
		return sum
	})
}

// finish adds counts, and divides them for a density.
func (o *histogram) finish(x *op.Exec) (*nd.Array, error) {
	n, err := added(x, x.Arrays()[1:])
	if err != nil || !o.Density {
		if err != nil {
			return nil, err
		}
		return cast(x, n, x.Out(0).DType.Is)
	}
	sum, err := one(x, []*nd.Array{n}, func(b *kernel.Builder, r []kernel.Reg) kernel.Reg {
		return b.Fold("sum", dtype.DType{}, r[0])
	})
	if err != nil {
		return nil, err
	}
	e, k := x.Array(0), n.Shape[0]
	return one(x, []*nd.Array{n, e.Slice(0, 1, k+1, 1), e.Slice(0, 0, k, 1), sum}, func(b *kernel.Builder, r []kernel.Reg) kernel.Reg {
		width := b.Cast(b.Call("subtract", r[1], r[2]), dtype.Float64)
		return b.Call("divide", b.Call("divide", r[0], width), r[3])
	})
}
