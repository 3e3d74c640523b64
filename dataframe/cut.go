package dataframe

import (
	"math"
	"slices"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// CutOptions are the options of Cut and QCut.
type CutOptions struct {
	Labels        []any // of the bins; nil for the intervals
	Codes         bool  // numbers of bins in the place of labels
	Left          bool  // Cut: bins are closed on the left, not on the right
	IncludeLowest bool  // Cut: the first bin is closed on both sides
	Precision     int   // of the ends of intervals, in digits. The default is 3
	Drop          bool  // edges that come twice are one; else they are refused
	Unordered     bool  // the categories have no order
}

// Cut puts values into bins: so many of equal width, or those between the edges of a []float64 or []int. It is a series of categories, or of numbers, and the edges.
func (s *Series) Cut(bins any, o ...CutOptions) (*Series, *tensor.Tensor) {
	s = only(s, o)
	p := one(o)
	c := &cut{Right: new(!p.Left), IncludeLowest: p.IncludeLowest, Binning: p.binning()}
	switch b := bins.(type) {
	case int:
		c.Bins = []float64{float64(b)}
		c.Count = true
	case []float64:
		c.Bins = b
	case []int:
		c.Bins, c.Whole = make([]float64, len(b)), true
		for i, v := range b {
			c.Bins[i] = float64(v)
		}
	default:
		v := bad("dataframe.cut", errs.New(errs.Type, "bins are a number, a []float64 or a []int, not a %T", bins))
		return SeriesOf(v), tensor.Of(v)
	}
	n := op.Apply(c, s.v)
	return SeriesOf(op.Value{N: n}), tensor.Of(op.Value{N: n, I: 1})
}

// QCut is Cut at quantiles: so many of equal probability, or those in a []float64.
func (s *Series) QCut(q any, o ...CutOptions) (*Series, *tensor.Tensor) {
	s = only(s, o)
	c := &qcut{Binning: one(o).binning()}
	switch b := q.(type) {
	case int:
		c.Q, c.Count = []float64{float64(b)}, true
	case []float64:
		c.Q = b
	default:
		v := bad("dataframe.qcut", errs.New(errs.Type, "q is a number or a []float64, not a %T", q))
		return SeriesOf(v), tensor.Of(v)
	}
	n := op.Apply(c, s.v)
	return SeriesOf(op.Value{N: n}), tensor.Of(op.Value{N: n, I: 1})
}

// probabilities are those of the quantiles at the edges.
func (o *qcut) probabilities() []float64 {
	if !o.Count {
		return o.Q
	}
	out := make([]float64, int(o.Q[0])+1)
	for i := range out {
		out[i] = float64(i) / o.Q[0]
	}
	return out
}

func (p CutOptions) binning() Binning {
	b := Binning{Codes: p.Codes, Precision: p.Precision, Drop: p.Drop, Unordered: p.Unordered}
	if b.Precision == 0 {
		b.Precision = 3
	}
	if p.Labels != nil {
		b.Given = true
		b.Labels, _ = schema.LabelsIn(p.Labels)
	}
	return b
}

// A Binning is what Cut and QCut do alike.
type Binning struct {
	Labels    []frame.Label
	Given     bool // Labels are given
	Codes     bool
	Precision int
	Drop      bool
	Unordered bool
}

type cut struct {
	op.Deferred
	Bins          []float64
	Count         bool // Bins is how many
	Whole         bool // Bins are whole numbers
	Right         *bool
	IncludeLowest bool
	Binning       Binning
}

type qcut struct {
	op.Deferred
	Q       []float64
	Count   bool // Q is how many
	Binning Binning
}

func init() {
	const notes = "The categories are intervals. Numbers are binned."
	op.Register[cut](op.Doc{
		Name: "dataframe.cut_bins", Like: "pandas.cut", Face: "inner", Gives: "series", Summary: "Values as the bins that they lie in", Notes: notes,
		Sig: "cut_bins(x, bins, count=False, whole=False, right=True, include_lowest=False, binning=None)",
	})
	op.Register[qcut](op.Doc{
		Name: "dataframe.qcut_bins", Like: "pandas.qcut", Face: "inner", Gives: "series", Summary: "Values as the bins of quantiles that they lie in", Notes: notes,
		Sig: "qcut_bins(x, q, count=False, binning=None)",
	})
}

// checkBinned refuses what is no series of numbers.
func checkBinned(m op.Meta) error {
	switch {
	case m.Kind != op.Series:
		return errs.New(errs.Invalid, "Input array must be 1 dimensional")
	case !m.Open && !m.Cols[0].Is.IsReal() && !m.Cols[0].Is.IsBool():
		return errs.New(errs.Type, "bins of a %s series are not there yet: numbers are binned", m.Cols[0].Is)
	}
	return nil
}

func (b Binning) infer(m op.Meta, q string) []op.Meta {
	c := op.Col{Name: m.Cols[0].Name, Type: op.T(dtype.DType{Kind: dtype.CategoricalKind, Ordered: !b.Unordered})}
	if b.Codes {
		c.Type = op.Pending(dtype.Int64, dtype.Float64)
	}
	return []op.Meta{op.NewSeries(m.Dims[0], m.Index, c), op.NewTensor(dtype.Float64, op.Sym(q, m))}
}

// Normalize refuses what does not depend on data.
func (o *cut) Normalize(in []op.Meta) error {
	switch {
	case o.Count && (len(o.Bins) != 1 || o.Bins[0] < 1):
		return errs.New(errs.Invalid, "`bins` should be a positive integer.")
	case !o.Count && !slices.IsSorted(o.Bins):
		return errs.New(errs.Invalid, "bins must increase monotonically.")
	}
	return checkBinned(in[0])
}

func (o *cut) Infer(in []op.Meta) ([]op.Meta, error) {
	out := o.Binning.infer(in[0], "cut")
	if o.Whole {
		out[1].DType = op.T(dtype.Int64)
	}
	return out, nil
}

// Normalize refuses what does not depend on data.
func (o *qcut) Normalize(in []op.Meta) error {
	if o.Count && (len(o.Q) != 1 || o.Q[0] < 1) {
		return errs.New(errs.Invalid, "`q` should be a positive integer.")
	}
	for _, q := range o.probabilities() {
		if q < 0 || q > 1 {
			return errs.New(errs.Invalid, "percentiles should all be in the interval [0, 1]. Try dividing the percentiles by 100.")
		}
	}
	return checkBinned(in[0])
}

func (o *qcut) Infer(in []op.Meta) ([]op.Meta, error) { return o.Binning.infer(in[0], "qcut"), nil }

func (o *cut) Build(a *op.Asker, s *Series) (*Series, *tensor.Tensor, error) {
	edges := slices.Clone(o.Bins)
	if o.Count {
		lo, hi := s.Min(), s.Max()
		if err := a.Need(op.Values, lo, hi); err != nil {
			return nil, nil, err
		}
		x, y := fetchedNumber(a.Value(lo)), fetchedNumber(a.Value(hi))
		var err error
		if edges, err = evenEdges(x, y, int(o.Bins[0]), *o.Right); err != nil {
			return nil, nil, err
		}
	}
	return o.Binning.build(s, edges, *o.Right, o.IncludeLowest, o.Whole)
}

func (o *qcut) Build(a *op.Asker, s *Series) (*Series, *tensor.Tensor, error) {
	qs := s.Quantiles(o.probabilities())
	if err := a.Need(op.Values, qs); err != nil {
		return nil, nil, err
	}
	c, err := chunk.Heap.Cast(a.Value(qs).(*frame.Frame).Cols[0], dtype.Float64)
	if err != nil {
		return nil, nil, err
	}
	edges := make([]float64, c.Rows)
	for i := range edges {
		edges[i], _ = c.Cell(i).(float64)
	}
	return o.Binning.build(s, edges, true, true, false)
}

// fetchedNumber is a fetched scalar as a float; what is missing is NaN.
func fetchedNumber(v any) float64 {
	if a, ok := v.(*nd.Array); ok {
		v, _ = chunk.GoValue(a)
	}
	if l, ok := frame.LabelOf(v); ok {
		if f, ok := l.Float(); ok {
			return f
		}
	}
	return chunk.Nan
}

// evenEdges are the edges of n bins of equal width, the outer one moved out by a thousandth of the range, as pandas does.
func evenEdges(lo, hi float64, n int, right bool) ([]float64, error) {
	switch {
	case lo != lo:
		return nil, errs.New(errs.Invalid, "Cannot cut empty array")
	case math.IsInf(lo, 0) || math.IsInf(hi, 0):
		return nil, errs.New(errs.Invalid, "cannot specify integer `bins` when input data contains infinity")
	}
	move := 0.001 * (hi - lo)
	equal := lo == hi
	if equal {
		by := 0.001
		if lo != 0 {
			by *= math.Abs(lo)
		}
		lo, hi = lo-by, hi+by
	}
	edges := make([]float64, n+1)
	step := (hi - lo) / float64(n)
	for i := range edges {
		edges[i] = lo + float64(i)*step
	}
	edges[n] = hi
	switch {
	case equal:
	case right:
		edges[0] -= move
	default:
		edges[n] += move
	}
	return edges, nil
}

func (b Binning) build(s *Series, edges []float64, right, lowest, whole bool) (*Series, *tensor.Tensor, error) {
	unique := slices.Compact(slices.Clone(edges))
	if len(unique) < len(edges) && len(edges) != 2 {
		if !b.Drop {
			return nil, nil, errs.New(errs.Invalid, "Bin edges must be unique: %s.\nYou can drop duplicate edges by setting the 'duplicates' kwarg", cells.FloatTexts(edges))
		}
		edges = unique
	}
	n := max(0, len(edges)-1)
	labels := b.Labels
	switch {
	case b.Given && len(labels) != n:
		return nil, nil, errs.New(errs.Invalid, "Bin labels must be one fewer than the number of bin edges")
	case !b.Given && !b.Codes:
		labels = cells.Intervals(edges, b.Precision, right, lowest, whole)
	}
	out := SeriesOf(apply(&cells.Binned{Edges: edges, Names: labels, Codes: b.Codes, Right: right, Lowest: lowest, Unordered: b.Unordered}, s))
	t, err := tensor.As(edges)
	if whole && err == nil {
		t = t.AsType(dtype.Int64)
	}
	return out, t, err
}
