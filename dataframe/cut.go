package dataframe

import (
	"math"
	"slices"
	"strconv"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
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

// Cut puts values into bins: so many of equal width, or those between the edges of a []float64 or []int. It
// is a series of categories, or of numbers, and the edges.
func (s *Series) Cut(bins any, o ...CutOptions) (*Series, *tensor.Tensor) {
	s = only(s, o)
	p := one(o)
	c := &cut{Bins: op.WrittenOf(edgesOf(bins)), Right: new(!p.Left), IncludeLowest: p.IncludeLowest, Precision: p.digits(), Labels: p.labels(), Ordered: new(!p.Unordered)}
	c.Duplicates = p.duplicates()
	n := op.Apply(c, s.Value())
	return SeriesOf(op.Value{N: n}), tensor.Of(op.Value{N: n, I: 1})
}

// QCut is Cut at quantiles: so many of equal probability, or those in a []float64.
func (s *Series) QCut(q any, o ...CutOptions) (*Series, *tensor.Tensor) {
	s = only(s, o)
	p := one(o)
	n := op.Apply(&qcut{Q: op.WrittenOf(edgesOf(q)), Precision: p.digits(), Labels: p.labels(), Duplicates: p.duplicates()}, s.Value())
	return SeriesOf(op.Value{N: n}), tensor.Of(op.Value{N: n, I: 1})
}

// edgesOf is what Go writes as bins as Python writes it.
func edgesOf(v any) any {
	switch v := v.(type) {
	case int:
		return int64(v)
	case []int:
		l := make(op.List, len(v))
		for i, e := range v {
			l[i] = int64(e)
		}
		return l
	case []float64:
		return op.List(anys(v))
	}
	return v
}

func (p CutOptions) digits() *int {
	if p.Precision == 0 {
		p.Precision = 3
	}
	return &p.Precision
}

func (p CutOptions) duplicates() string {
	if p.Drop {
		return "drop"
	}
	return "raise"
}

func (p CutOptions) labels() op.Written {
	switch {
	case p.Codes:
		return op.WrittenOf(false)
	case p.Labels == nil:
		return op.Written{}
	}
	l := make(op.List, len(p.Labels))
	for i, v := range p.Labels {
		if n, ok := v.(int); ok {
			v = int64(n)
		}
		l[i] = v
	}
	return op.WrittenOf(l)
}

// probabilities are those of the quantiles at the edges.
func (o *qcut) probabilities() ([]float64, error) {
	e, err := edgesWritten(o.Q)
	if err != nil || !e.count {
		return e.at, err
	}
	if !(e.at[0] >= 1 && e.at[0] <= math.MaxInt32) {
		return nil, errs.New(errs.Invalid, "`q` should be a positive integer.")
	}
	out := make([]float64, int(e.at[0])+1)
	for i := range out {
		out[i] = float64(i) / e.at[0]
	}
	return out, nil
}

// Edges of bins: so many bins where count is set. whole edges are integers.
type edges struct {
	at           []float64
	count, whole bool
}

// edgesWritten reads a number of bins, or a list of their edges.
func edgesWritten(w op.Written) (e edges, err error) {
	l, ok := inList(w.V)
	if !ok {
		l, e.count = []any{w.V}, true
	}
	e.whole = !e.count
	for _, v := range l {
		switch v := v.(type) {
		case int64:
			e.at = append(e.at, float64(v))
		case uint64:
			e.at = append(e.at, float64(v))
		case float64:
			e.at, e.whole = append(e.at, v), false
		case bool:
			e.at, e.whole = append(e.at, map[bool]float64{true: 1}[v]), false
		default:
			return e, errs.New(errs.Type, "bins at a %s are not there yet: edges are numbers", classOf(v))
		}
	}
	return e, nil
}

// A binning is what cut and qcut do alike, read.
type binning struct {
	labels    []frame.Label
	given     bool // labels are given
	codes     bool
	precision int
	drop      bool
	unordered bool
}

// binningWritten reads what cut and qcut take alike.
func binningWritten(labels op.Written, precision *int, duplicates string, ordered bool) (b binning, err error) {
	b.precision, b.drop, b.unordered = *precision, duplicates == "drop", !ordered
	if !b.drop && duplicates != "raise" {
		return b, errs.New(errs.Invalid, "invalid value for 'duplicates' parameter, valid options are: raise, drop")
	}
	b.codes = labels.V == false
	b.given = labels.V != nil && !b.codes
	if b.unordered && !b.given {
		return b, errs.New(errs.Invalid, "'labels' must be provided if 'ordered = False'")
	}
	if !b.given {
		return b, nil
	}
	switch labels.V.(type) {
	case op.List, op.Tuple, op.Dict:
	default:
		return b, errs.New(errs.Invalid, "Bin labels must either be False, None or passed in as a list-like argument")
	}
	if b.labels, err = categoriesIn(labels); err != nil || b.unordered {
		return b, err
	}
	seen := map[frame.Label]bool{}
	for _, l := range b.labels {
		if seen[l.Key()] {
			return b, errs.New(errs.Invalid, "labels must be unique if ordered=True; pass ordered=False for duplicate labels")
		}
		seen[l.Key()] = true
	}
	return b, nil
}

type cut struct {
	op.Deferred
	Bins          op.Written
	Right         *bool
	Labels        op.Written
	Retbins       bool
	Precision     *int
	IncludeLowest bool
	Duplicates    string
	Ordered       *bool
}

type qcut struct {
	op.Deferred
	Q          op.Written
	Labels     op.Written
	Retbins    bool
	Precision  *int
	Duplicates string
}

func init() {
	const notes = "The categories are intervals. Numbers are binned."
	op.Register[cut](op.Doc{
		Name: "dataframe.cut", Like: "pandas.cut", Gives: "2 if retbins", Summary: "Values as the bins that they lie in", Notes: notes,
		Sig:   "cut(x, bins, right=True, labels=None, retbins=False, precision=3, include_lowest=False, duplicates='raise', ordered=True)",
		Forms: "x=codes bins=plain labels=plain", Text: "So many bins of equal width, or those between edges. With retbins the edges too.",
	})
	op.Register[qcut](op.Doc{
		Name: "dataframe.qcut", Like: "pandas.qcut", Gives: "2 if retbins", Summary: "Values as the bins of quantiles that they lie in", Notes: notes,
		Sig:   "qcut(x, q, labels=None, retbins=False, precision=3, duplicates='raise')",
		Forms: "x=codes q=plain labels=plain", Text: "So many bins of equal probability, or those between quantiles. With retbins the edges too.",
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

func (b binning) infer(m op.Meta, q string) []op.Meta {
	c := op.Col{Name: m.Cols[0].Name, Type: op.T(dtype.DType{Kind: dtype.CategoricalKind, Ordered: !b.unordered})}
	if b.codes {
		c.Type = op.Pending(dtype.Int64, dtype.Float64)
	}
	return []op.Meta{op.NewSeries(m.Dims[0], m.Index, c), op.NewTensor(dtype.Float64, op.Sym(q, m))}
}

// Normalize refuses what does not depend on data.
func (o *cut) Normalize(in []op.Meta) error {
	e, err := edgesWritten(o.Bins)
	switch {
	case err != nil:
		return err
	case e.count && !(e.at[0] >= 1 && e.at[0] <= math.MaxInt32):
		return errs.New(errs.Invalid, "`bins` should be a positive integer.")
	case !e.count && !slices.IsSorted(e.at):
		return errs.New(errs.Invalid, "bins must increase monotonically.")
	}
	if _, err := o.binning(); err != nil {
		return err
	}
	return checkBinned(in[0])
}

func (o *cut) binning() (binning, error) {
	return binningWritten(o.Labels, o.Precision, o.Duplicates, *o.Ordered)
}

func (o *qcut) binning() (binning, error) {
	return binningWritten(o.Labels, o.Precision, o.Duplicates, true)
}

func (o *cut) Infer(in []op.Meta) ([]op.Meta, error) {
	b, err := o.binning()
	if err != nil {
		return nil, err
	}
	out := b.infer(in[0], "cut")
	if e, err := edgesWritten(o.Bins); err == nil && e.whole {
		out[1].DType = op.T(dtype.Int64)
	}
	return out, nil
}

// Normalize refuses what does not depend on data.
func (o *qcut) Normalize(in []op.Meta) error {
	qs, err := o.probabilities()
	if err != nil {
		return err
	}
	for _, q := range qs {
		if q < 0 || q > 1 {
			return errs.New(errs.Invalid, "percentiles should all be in the interval [0, 1]. Try dividing the percentiles by 100.")
		}
	}
	if _, err := o.binning(); err != nil {
		return err
	}
	return checkBinned(in[0])
}

func (o *qcut) Infer(in []op.Meta) ([]op.Meta, error) {
	b, err := o.binning()
	if err != nil {
		return nil, err
	}
	return b.infer(in[0], "qcut"), nil
}

func (o *cut) Build(a *op.Asker, s *Series) (*Series, *tensor.Tensor, error) {
	e, err := edgesWritten(o.Bins)
	if err != nil {
		return nil, nil, err
	}
	b, err := o.binning()
	if err != nil {
		return nil, nil, err
	}
	at := e.at
	if e.count {
		lo, hi := s.Min(), s.Max()
		if err := a.Need(op.Values, lo, hi); err != nil {
			return nil, nil, err
		}
		x, y := fetchedNumber(a.Value(lo)), fetchedNumber(a.Value(hi))
		if at, err = evenEdges(x, y, int(at[0]), *o.Right); err != nil {
			return nil, nil, err
		}
	}
	return b.build(s, at, *o.Right, o.IncludeLowest, e.whole)
}

func (o *qcut) Build(a *op.Asker, s *Series) (*Series, *tensor.Tensor, error) {
	ps, err := o.probabilities()
	if err != nil {
		return nil, nil, err
	}
	b, err := o.binning()
	if err != nil {
		return nil, nil, err
	}
	qs := s.Quantiles(ps)
	if err := a.Need(op.Values, qs); err != nil {
		return nil, nil, err
	}
	c, err := chunk.Heap.Cast(a.Value(qs).(*frame.Frame).Cols[0], dtype.Float64)
	if err != nil {
		return nil, nil, err
	}
	at := make([]float64, c.Rows)
	for i := range at {
		at[i], _ = c.Cell(i).(float64)
	}
	return b.build(s, at, true, true, false)
}

// repeated is the series of labels without an order, which may name several bins.
func (b binning) repeated(s *Series, edges []float64, labels []frame.Label, right, lowest, whole bool) (*Series, *tensor.Tensor, error) {
	m, to := &cells.MapCells{}, CategoryType{}
	for i, l := range labels {
		m.Arg = append(m.Arg, cells.Mapping{Key: frame.L(strconv.Itoa(i)), Value: l.Value()})
		if !slices.ContainsFunc(labels[:i], l.Same) {
			to.Categories = append(to.Categories, l)
		}
	}
	if len(to.Categories) < len(labels) {
		slices.SortFunc(to.Categories, func(a, b any) int { return a.(frame.Label).Compare(b.(frame.Label)) })
	}
	b.labels, b.unordered = nil, false
	for _, e := range m.Arg {
		b.labels = append(b.labels, e.Key)
	}
	out, t, err := b.build(s, edges, right, lowest, whole)
	if err != nil {
		return nil, nil, err
	}
	return SeriesOf(apply(m, out.AsType("str"))).AsType(to), t, nil
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

// evenEdges are the edges of n bins of equal width, the outer one moved out by a thousandth of the range, as
// pandas does.
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

func (b binning) build(s *Series, edges []float64, right, lowest, whole bool) (*Series, *tensor.Tensor, error) {
	unique := slices.Compact(slices.Clone(edges))
	if len(unique) < len(edges) && len(edges) != 2 {
		if !b.drop {
			return nil, nil, errs.New(errs.Invalid, "Bin edges must be unique: %s.\nYou can drop duplicate edges by setting the 'duplicates' kwarg", cells.FloatTexts(edges))
		}
		edges = unique
	}
	n := max(0, len(edges)-1)
	labels := b.labels
	switch {
	case b.given && len(labels) != n:
		return nil, nil, errs.New(errs.Invalid, "Bin labels must be one fewer than the number of bin edges")
	case !b.given && !b.codes:
		labels = cells.Intervals(edges, b.precision, right, lowest, whole)
	}
	if b.unordered && !b.codes {
		return b.repeated(s, edges, labels, right, lowest, whole)
	}
	out := SeriesOf(apply(&cells.Binned{Edges: edges, Names: labels, Codes: b.codes, Right: right, Lowest: lowest, Unordered: b.unordered}, s))
	t, err := tensor.As(edges)
	if whole && err == nil {
		t = t.AsType(dtype.Int64)
	}
	return out, t, err
}
