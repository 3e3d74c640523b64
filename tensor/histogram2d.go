package tensor

import (
	"cmp"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/counts"
)

// histogram2d waits for numbers of bins that follow from data.
type histogram2d struct {
	op.Deferred
	Bins    op.Written // their number, or edges: for both axes, or of each
	Range   []float64  // bounds of x, then bounds of y; nil for those of the points
	Density bool       // the integral over the range is 1
	Weights op.Ref     // of the points
}

func init() {
	op.Register[histogram2d](op.Doc{
		Name: "tensor.histogram2d", Like: "numpy.histogram2d", Sig: "histogram2d(x, y, bins=10, range=None, density=None, weights=None)", Forms: "bins=mixed range=flat_floats", Gives: "3",
		Summary: "Counts of points in bins of a plane, and the edges along both axes", Text: "Counts are float64 of the shape (bins of x, bins of y). bins is their number or their edges, or a pair of one for " +
			"each axis.",
		Go: "Histogram2d(x, y, Histogram2dOptions)",
	})
}

// Build counts points by the number of their bin; one more holds those outside.
func (o *histogram2d) Build(
	ask *op.Asker, x, y, weights *Tensor, more []*Tensor,
) (hist, xedges, yedges *Tensor, err error) {
	if o.Range != nil && len(o.Range) != 4 {
		return nil, nil, nil, errs.New(errs.Invalid, "range wants two bounds for each of two axes, not %d", len(o.Range))
	}
	if n, m := x.size(0), y.size(0); n.Known() && m.Known() && n != m {
		return nil, nil, nil, errs.New(errs.Invalid, "x and y must have the same length.")
	}
	by, err := o.each(ask, written(o.Bins, 2, more))
	if err != nil {
		return nil, nil, nil, err
	}
	var at, edges [2]*Tensor
	var bins [2]int
	inside := (*Tensor)(nil)
	for k, t := range []*Tensor{x, y} {
		if bins[k], edges[k], err = o.along(ask, by[k], k, t); err != nil {
			return nil, nil, nil, err
		}
		last := edges[k].Get(At(-1))
		at[k] = Where(Equal(t, last), bins[k]-1, Subtract(SearchSorted(edges[k], t, Right), 1))
		in := LogicalAnd(GreaterEqual(t, edges[k].Get(At(0))), LessEqual(t, last))
		if inside == nil {
			inside = in
		} else {
			inside = LogicalAnd(inside, in)
		}
	}
	size := bins[0] * bins[1]
	flat := Where(inside, Add(Multiply(at[0], bins[1]), at[1]), size)
	c := Counts{Minlength: size + 1}
	if weights != nil {
		c.Weights = weights
	}
	hist = AsType(Reshape(Bincount(flat, c).Get(To(size)), bins[:]...), dtype.Float64)
	if o.Density {
		area := Multiply(ExpandDims(Diff(edges[0]), 1), Diff(edges[1]))
		hist = Divide(Divide(hist, area), Sum(hist))
	}
	return hist, edges[0], edges[1], nil
}

// each is what was asked for along each axis: what is no pair is for both.
func (o *histogram2d) each(ask *op.Asker, v any) (by [2]any, err error) {
	var parts []any
	switch v := v.(type) {
	case nil:
		return [2]any{int64(10), int64(10)}, nil
	case op.List:
		parts = v
	case op.Tuple:
		parts = v
	case *Tensor:
		if v.Rank() == 0 {
			return [2]any{v, v}, nil
		}
		length := lengthOf(v, 0)
		if err := ask.Need(op.Values, length); err != nil {
			return by, err
		}
		n := nd.Data[int64](ask.Value(length).(*nd.Array))[0]
		if n == 2 {
			return [2]any{v.Get(At(0)), v.Get(At(1))}, nil
		}
		parts = make([]any, n)
	default:
		return [2]any{v, v}, nil
	}
	switch len(parts) {
	case 1:
		return by, errs.New(errs.Invalid, "The dimension of bins must be equal to the dimension of the sample x.")
	case 2:
		return [2]any(parts), nil
	}
	return [2]any{v, v}, nil
}

// along is the number of bins of axis k, and their edges.
func (o *histogram2d) along(ask *op.Asker, v any, k int, t *Tensor) (int, *Tensor, error) {
	if _, ok := v.(string); ok {
		return 0, nil, errs.New(errs.Type, "bins[%d] must be an integer, when a scalar", k)
	}
	var bounds []float64
	if o.Range != nil {
		bounds = o.Range[2*k : 2*k+2]
	}
	n, edges, err := binsBy(ask, op.WrittenOf(v), bounds, t, nil, nil)
	if err != nil {
		return 0, nil, err
	}
	if edges == nil {
		return n, HistogramBinEdges(t, Bins{Bins: n, Range: bounds}), nil
	}
	values := AsType(edges, dtype.Float64)
	if err := ask.Need(op.Values, values); err != nil {
		return 0, nil, err
	}
	e := nd.Data[float64](ask.Value(values).(*nd.Array))
	if !slices.IsSorted(e) {
		return 0, nil, errs.New(errs.Invalid, "bins[%d] must be monotonically increasing, when an array", k)
	}
	return len(e) - 1, edges, nil
}

// Infer knows lengths where bins are numbers or edges of known length, and dtypes in any case.
func (o *histogram2d) Infer(in []op.Meta) ([]op.Meta, error) {
	var edges [2]op.Meta
	var bins [2]op.Dim
	pair, _ := o.Bins.V.(op.Tuple)
	if l, ok := o.Bins.V.(op.List); ok {
		pair = op.Tuple(l)
	}
	for k, axis := range []string{"x", "y"} {
		e := (&counts.Binning{}).Meta(in[k].DType.Is)
		e.Dims[0], bins[k] = op.Sym("edges along "+axis, in...), op.Sym("bins along "+axis, in...)
		v := cmp.Or(o.Bins.V, any(int64(10)))
		if len(pair) == 2 {
			v = pair[k]
		}
		switch v := v.(type) {
		case int64:
			e.Dims[0] = op.Dim{N: int(v) + 1}
		case op.List, op.Tuple:
			if t, err := As(v); err == nil && t.Rank() == 1 {
				e = t.Value().Meta()
			}
		case op.Ref:
			m := in[v.I()]
			both := len(m.Dims) == 1 && m.Dims[0].Known() && m.Dims[0].N != 2
			if both || len(m.Dims) == 1 && len(pair) == 2 { // edges stay what they are
				e.DType, e.Dims[0] = m.DType, m.Dims[0]
			}
		}
		if n := e.Dims[0]; n.Known() {
			bins[k] = op.Dim{N: max(0, n.N-1)}
		}
		edges[k] = e
	}
	return []op.Meta{op.NewTensor(dtype.Float64, bins[0], bins[1]), edges[0], edges[1]}, nil
}
