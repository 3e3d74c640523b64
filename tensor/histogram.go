package tensor

import (
	"cmp"
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/counts"
)

// Counts is the options of Bincount.
type Counts struct {
	Weights   any // of the elements; their sums take the place of counts
	Minlength int // the result is at least this long
}

// Bins is the options of Histogram and HistogramBinEdges.
type Bins struct {
	Bins    any       // their number, edges, or the name of a rule that finds the number: auto, doane, fd, rice, scott, sqrt, sturges. The default is 10
	Range   []float64 // two bounds of equal bins; nil for the range of the elements
	Density bool      // the integral over the range is 1
	Weights any       // of the elements: a real tensor of a's shape
}

// histogram is the recipe of what users call. A number of bins that follows from data is waited for.
type histogram struct {
	op.Deferred
	Bins    op.Written
	Range   []float64
	Density bool
	Weights op.Ref
}

// histogramBinEdges is the edges of the bins of a histogram.
type histogramBinEdges struct {
	op.Deferred
	Bins    op.Written
	Range   []float64
	Weights op.Ref
}

func init() {
	op.Register[histogram](op.Doc{
		Name: "tensor.histogram", Like: "numpy.histogram", Sig: "histogram(a, bins=10, range=None, density=None, weights=None)", Forms: "bins=mixed", Gives: "2",
		Summary: "Counts of elements in bins, and the edges of the bins", Text: "The last bin holds its right edge; elements beyond are not counted. Counts are int64, weighed ones have the " +
			"dtype of the weights, densities are float64.",
		Notes: "The rule stone is not there.", Go: "Histogram(a, Bins)",
	})
	op.Register[histogramBinEdges](op.Doc{
		Name: "tensor.histogram_bin_edges", Like: "numpy.histogram_bin_edges", Sig: "histogram_bin_edges(a, bins=10, range=None, weights=None)", Forms: "bins=mixed",
		Summary: "Edges of the bins of a histogram", Notes: "The rule stone is not there.", Go: "HistogramBinEdges(a, Bins)",
	})
}

// binsBy are the bins that a caller asked for: a number of equal ones, or their edges.
func binsBy(ask *op.Asker, w op.Written, bounds []float64, a, weights *Tensor, more []*Tensor) (n int, edges *Tensor, err error) {
	if d := a.DType(); d.IsComplex() || d.IsTemporal() {
		return 0, nil, errs.New(errs.Type, "elements of %s have no histogram", d)
	}
	if bounds != nil && len(bounds) != 2 {
		return 0, nil, errs.New(errs.Invalid, "range wants two bounds, not %d", len(bounds))
	}
	if bounds != nil {
		if _, err := sort.UniformBins(bounds[0], bounds[1], 1); err != nil {
			return 0, nil, err
		}
	}
	if !w.Is {
		return 10, nil, nil
	}
	switch v := written(w, 1, more).(type) {
	case int64:
		if v < 1 {
			return 0, nil, errs.New(errs.Invalid, "`bins` must be positive, when an integer")
		}
		return int(v), nil, nil
	case string:
		if weights != nil {
			return 0, nil, errs.New(errs.Type, "Automated estimation of the number of bins is not supported for weighted data")
		}
		n, err := binsByRule(ask, v, a, bounds)
		return n, nil, err
	case *Tensor, op.List, op.Tuple:
		if edges, err = As(v); err != nil {
			return 0, nil, err
		}
		if d := edges.DType(); d.IsComplex() || d.IsTemporal() {
			return 0, nil, errs.New(errs.Type, "bins of %s have no order of numbers", d)
		}
		if edges.Rank() == 1 {
			return 0, edges, nil
		}
		if edges.Rank() == 0 && edges.DType().IsInteger() {
			n := AsType(edges, dtype.Int64)
			if err := ask.Need(op.Values, n); err != nil {
				return 0, nil, err
			}
			return binsBy(ask, op.WrittenOf(nd.Data[int64](ask.Value(n).(*nd.Array))[0]), bounds, a, weights, more)
		}
		return 0, nil, errs.New(errs.Invalid, "`bins` must be 1d, when an array")
	}
	return 0, nil, errs.New(errs.Type, "`bins` must be an integer, a string, or an array")
}

func (o *histogram) Build(ask *op.Asker, a, weights *Tensor, more []*Tensor) (hist, edges *Tensor, err error) {
	n, edges, err := binsBy(ask, o.Bins, o.Range, a, weights, more)
	if err != nil {
		return nil, nil, err
	}
	b, in := &counts.Binned{Bins: n, Range: o.Range, Density: o.Density}, []any{a}
	if edges != nil {
		b.Edges, in = op.In(len(in)), append(in, edges)
	}
	if weights != nil {
		b.Weights, in = op.In(len(in)), append(in, weights)
	}
	out := madeN(2, b, in...)
	return out[0], out[1], nil
}

// Infer knows dtypes, where the number of bins is not known yet.
func (o *histogram) Infer(in []op.Meta) ([]op.Meta, error) {
	edges := (&counts.Binning{}).Meta(in[0].DType.Is)
	edges.Dims[0] = op.Sym("edges by a rule", in...)
	out, err := (&counts.Binned{Density: o.Density}).Infer(in)
	if err == nil {
		out[0].Dims[0], out[1] = counts.Counts(edges), edges
	}
	return out, err
}

func (o *histogramBinEdges) Build(ask *op.Asker, a, weights *Tensor, more []*Tensor) (*Tensor, error) {
	n, edges, err := binsBy(ask, o.Bins, o.Range, a, weights, more)
	if err != nil || edges != nil {
		return edges, err
	}
	return made(&counts.EqualEdges{Bins: n, Range: o.Range}, a), nil
}

// Infer knows the dtype, where the number of bins is not known yet.
func (o *histogramBinEdges) Infer(in []op.Meta) ([]op.Meta, error) {
	edges := (&counts.Binning{}).Meta(in[0].DType.Is)
	edges.Dims[0] = op.Sym("edges by a rule", in...)
	return []op.Meta{edges}, nil
}

// binsByRule is the number of bins that a rule finds for the elements within bounds. It waits for them.
func binsByRule(ask *op.Asker, rule string, a *Tensor, bounds []float64) (int, error) {
	whole := a.DType().IsInteger()
	x := AsType(Ravel(a), dtype.Float64)
	if bounds != nil {
		x = x.Get(By(LogicalAnd(GreaterEqual(x, bounds[0]), LessEqual(x, bounds[1]))))
	}
	width, err := widthBy(rule, x)
	if err != nil {
		return 0, err
	}
	least, most := Min(x), Max(x)
	if bounds != nil {
		least, most = scalarOf(bounds[0]), scalarOf(bounds[1])
	}
	size := lengthOf(x, 0)
	if err := ask.Need(op.Values, size); err != nil {
		return 0, err
	}
	if nd.Data[int64](ask.Value(size).(*nd.Array))[0] == 0 {
		return 1, nil
	}
	if err := ask.Need(op.Values, width, least, most); err != nil {
		return 0, err
	}
	value := func(t *Tensor) float64 { return nd.Data[float64](ask.Value(t).(*nd.Array))[0] }
	w, all := value(width), value(most)-value(least)
	if _, err := sort.UniformBins(value(least), value(most), 1); err != nil {
		return 0, err
	}
	if whole && w != 0 {
		w = max(w, 1)
	}
	if w == 0 {
		return 1, nil
	}
	return int(math.Ceil(cmp.Or(all, 1) / w)), nil // bins of equal elements are one apart
}

// widthBy is the width of bins for a vector by a rule, a tensor without axes. For the rules see Freedman and
// Diaconis (1981), Scott (1979), Doane (1976) and Sturges (1926).
func widthBy(rule string, x *Tensor) (*Tensor, error) {
	n := AsType(lengthOf(x, 0), dtype.Float64)
	apart := Ptp(x)
	switch rule {
	case "sqrt":
		return Divide(apart, Sqrt(n)), nil
	case "sturges":
		return Divide(apart, Add(Log2(n), 1.0)), nil
	case "rice":
		return Divide(apart, Multiply(Power(n, 1.0/3), 2.0)), nil
	case "scott":
		return Multiply(Power(Divide(24*math.Sqrt(math.Pi), n), 1.0/3), Std(x)), nil
	case "fd":
		between := Subtract(Percentile(x, 75.0), Percentile(x, 25.0))
		return Multiply(Multiply(between, 2.0), Power(n, -1.0/3)), nil
	case "doane":
		sigma := Std(x)
		skew := Mean(Power(Divide(Subtract(x, Mean(x)), sigma), 3))
		spread := Sqrt(Divide(Multiply(Subtract(n, 2.0), 6.0), Multiply(Add(n, 1.0), Add(n, 3.0))))
		width := Divide(apart, Add(Add(Log2(n), 1.0), Log2(Add(Divide(Absolute(skew), spread), 1.0))))
		return Where(LogicalAnd(Greater(n, 2), Greater(sigma, 0)), width, 0.0), nil
	case "auto":
		var w [3]*Tensor
		for i, r := range []string{"fd", "sturges", "sqrt"} {
			w[i], _ = widthBy(r, x)
		}
		return Minimum(Maximum(w[0], Divide(w[2], 2.0)), w[1]), nil
	}
	return nil, errs.New(errs.Invalid, "'%s' is not a valid estimator for `bins`", rule)
}
