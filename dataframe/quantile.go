package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/op"
)

// QuantileOptions are the options of Quantile.
type QuantileOptions struct {
	Interpolation string // between two rows: linear (the default), lower, higher, midpoint or nearest
	NumericOnly   bool   // leave out columns that are neither numbers nor bools
}

// Quantile is the q-quantile of the values of every column that are there. Errors: Invalid for q outside of 0 to 1, Type for columns without quantiles.
func (d *DataFrame) Quantile(q float64, o ...QuantileOptions) *Series {
	return SeriesOf(quantileOf(d, []float64{q}, false, one(o)))
}

// Quantiles are rows of quantiles of every column, labeled with their q. See Quantile.
func (d *DataFrame) Quantiles(q []float64, o ...QuantileOptions) *DataFrame {
	return FrameOf(quantileOf(d, q, true, one(o)))
}

// Quantile is the q-quantile of the values. See DataFrame.Quantile.
func (s *Series) Quantile(q float64, o ...QuantileOptions) *Scalar {
	return ScalarOf(quantileOf(s, []float64{q}, false, one(o)))
}

// Quantiles are several quantiles of the values, labeled with their q. See DataFrame.Quantile.
func (s *Series) Quantiles(q []float64, o ...QuantileOptions) *Series {
	return SeriesOf(quantileOf(s, q, true, one(o)))
}

func quantileOf(h Handle, q []float64, list bool, o QuantileOptions) op.Value {
	p := &quantile{Q: q, List: list, NumericOnly: o.NumericOnly}
	if o.Interpolation != "" {
		p.Interpolation = &o.Interpolation
	}
	return apply(p, h)
}

type quantile struct {
	Q             []float64
	List          bool `sig:"-"` // a row for each q, of one q too
	NumericOnly   bool
	Interpolation *string
}

func init() {
	op.Register[quantile](op.Doc{
		Gives: "reduce unless list", Forms: "q=floats:list",
		Name: "dataframe.quantile", Like: "pandas.DataFrame.quantile", Methods: "DataFrame.quantile Series.quantile",
		Sig: "quantile(df, q=0.5, axis=0, numeric_only=False, interpolation='linear', method='single')", Series: "(q=0.5, interpolation='linear')", Summary: "Quantiles of values",
		Notes: "Exact: columns of several chunks are sorted by range partition, and the rows about a quantile are picked.",
	})
}

// Normalize gives what was left out its meaning.
func (o *quantile) Normalize([]op.Meta) error {
	if len(o.Q) == 0 && !o.List {
		o.Q = []float64{0.5}
	}
	for _, q := range o.Q {
		if !(q >= 0 && q <= 1) {
			return errs.New(errs.Invalid, "percentiles should all be in the interval [0, 1]")
		}
	}
	_, err := o.method()
	return err
}

func (o *quantile) method() (sort.Method, error) {
	m, err := sort.ParseMethod(*o.Interpolation)
	if err != nil || m != sort.Linear && m != sort.Lower && m != sort.Higher && m != sort.Midpoint && m != sort.Nearest {
		return 0, errs.New(errs.Invalid, "'%s' is not a valid interpolation. Use one of: linear, lower, higher, midpoint, nearest", *o.Interpolation)
	}
	return m, nil
}

// middle is the operator whose sorted columns these quantiles are picked from.
func (o *quantile) middle() *median {
	return &median{Skipna: new(true), NumericOnly: o.NumericOnly}
}

func (o *quantile) results(in op.Meta) ([]op.Col, error) {
	cols := pickCols(in.Cols, o.middle().columns(in.Cols))
	m, err := o.method()
	if err != nil {
		return nil, err
	}
	for i, c := range cols {
		switch d := c.Is; {
		case d.IsBool() && !m.Exact():
			return nil, errs.New(errs.Type, "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.")
		case d.IsTemporal() || (d.IsReal() || d.IsBool()) && m.Exact():
		case !d.IsReal():
			return nil, errs.New(errs.Type, "dtype '%s' does not support operation 'quantile'", d)
		case d.Null:
			cols[i].Type = op.T(dtype.Float64.Nullable())
		default:
			cols[i].Type = op.T(dtype.Float64)
		}
	}
	return cols, nil
}

func (o *quantile) Infer(in []op.Meta) ([]op.Meta, error) {
	cols, err := o.results(in[0])
	if err != nil {
		return nil, err
	}
	ix := op.IndexOf(o.index())
	n := op.Dim{N: len(o.Q)}
	switch {
	case in[0].Kind == op.Series && o.List:
		return []op.Meta{op.NewSeries(n, ix, cols[0])}, nil
	case in[0].Kind == op.Series:
		return []op.Meta{scalarMeta(cols[0].Is)}, nil
	case o.List:
		return []op.Meta{op.NewFrame(n, ix, cols...)}, nil
	}
	return []op.Meta{op.NewSeries(across(in[0], cols), namesMeta(cols), op.Col{Name: frame.L(o.Q[0]), Type: op.T(rowType(cols))})}, nil
}

// index is the labels of rows of quantiles.
func (o *quantile) index() *frame.Index { return frame.NewIndex(frame.Label{}, frame.Of(o.Q)) }

// StageMeta is that of the median.
func (o *quantile) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	return o.middle().StageMeta(s, in)
}

func (o *quantile) Tile(t *op.Tiler) error {
	g, m, mid := t.In(0), t.Meta(0), o.middle()
	at := mid.columns(g.Meta.Cols)
	in, index := g.Edges, []int{0}
	if len(g.Edges) > 1 && len(at) > 0 {
		var sorted []op.Grid
		for _, k := range at {
			sorted = append(sorted, mid.sorted(t, g, k))
		}
		if t.Err() != nil || t.Need(op.Rows, sorted...) != nil {
			return t.Err()
		}
		in, index = []op.Edge{t.At(op.Map).Edge([]int{0, -1}, g.Edges[0])}, []int{1}
		for _, s := range sorted {
			n := op.Sum(t.Splits(s, 0)).N
			in, index = append(in, o.about(t, s, n)...), append(index, n)
			if t.Err() != nil {
				return t.Err()
			}
		}
	} else {
		in = t.One(g).Edges
	}
	if t.Err() != nil {
		return t.Err()
	}
	out := op.Grid{Edges: []op.Edge{{ID: t.At(op.Chunk).Task(index, []op.Meta{g.Meta}, in...), Part: -1}}}
	if m.Kind == op.Series || m.Kind == op.Frame {
		out.Shape = []int{1}
	}
	return t.Out(out)
}

// Look: quantiles do not depend on the order of rows.
func (*quantile) Look(int) op.Look { return op.Ignores }

// Labels go away.
func (*quantile) Labels(int) op.Look { return op.Ignores }

// ColumnsOf are those with a quantile.
func (o *quantile) ColumnsOf(_ int, in []op.Meta, _ []int) ([]int, bool) {
	return o.middle().columns(in[0].Cols), true
}
