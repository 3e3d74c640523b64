package aggregate

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/op"
)

// Quantile is the operand of dataframe.quantile.
type Quantile struct {
	Q             []float64
	List          bool `sig:"-"` // a row for each q, of one q too
	NumericOnly   bool
	Interpolation *string
}

func init() {
	op.Register[Quantile](op.Doc{
		Gives: "reduce unless list", Forms: "q=floats:list",
		Name: "dataframe.quantile", Like: "pandas.DataFrame.quantile", Methods: "DataFrame.quantile Series.quantile",
		Sig: "quantile(df, q=0.5, axis=0, numeric_only=False, interpolation='linear', method='single')", Series: "(q=0.5, interpolation='linear')", Summary: "Quantiles of values",
		Notes: "Exact: columns of several chunks are sorted by range partition, and the rows about a quantile are picked.",
	})
}

// Normalize gives what was left out its meaning.
func (o *Quantile) Normalize([]op.Meta) error {
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

func (o *Quantile) method() (sort.Method, error) {
	m, err := sort.ParseMethod(*o.Interpolation)
	if err != nil || m != sort.Linear && m != sort.Lower && m != sort.Higher && m != sort.Midpoint && m != sort.Nearest {
		return 0, errs.New(errs.Invalid, "'%s' is not a valid interpolation. Use one of: linear, lower, higher, midpoint, nearest", *o.Interpolation)
	}
	return m, nil
}

// middle is the operator whose sorted columns these quantiles are picked from.
func (o *Quantile) middle() *Median {
	return &Median{Skipna: new(true), NumericOnly: o.NumericOnly}
}

func (o *Quantile) results(in op.Meta) ([]op.Col, error) {
	cols := chunk.PickCols(in.Cols, o.middle().columns(in.Cols))
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

func (o *Quantile) Infer(in []op.Meta) ([]op.Meta, error) {
	cols, err := o.results(in[0])
	if err != nil {
		return nil, err
	}
	labels := o.index()
	ix := op.IndexOf(labels).Identify(labels)
	n := op.Dim{N: len(o.Q)}
	switch {
	case in[0].Kind == op.Series && o.List:
		return []op.Meta{op.NewSeries(n, ix, cols[0])}, nil
	case in[0].Kind == op.Series:
		return []op.Meta{schema.ScalarMeta(cols[0].Is)}, nil
	case o.List:
		return []op.Meta{op.NewFrame(n, ix, cols...)}, nil
	}
	return []op.Meta{op.NewSeries(schema.Across(in[0], cols), schema.NamesMeta(cols, in[0].Axis), op.Col{Name: frame.L(o.Q[0]), Type: op.T(schema.RowType(cols))})}, nil
}

// index is the labels of rows of quantiles.
func (o *Quantile) index() *frame.Index { return frame.NewIndex(frame.Label{}, frame.Of(o.Q)) }

// StageMeta is that of the median.
func (o *Quantile) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	return o.middle().StageMeta(s, in)
}

func (o *Quantile) Tile(t *op.Tiler) error {
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
func (*Quantile) Look(int) op.Look { return op.Ignores }

// Labels go away.
func (*Quantile) Labels(int) op.Look { return op.Ignores }

// ColumnsOf are those with a quantile.
func (o *Quantile) ColumnsOf(_ int, in []op.Meta, _ []int) ([]int, bool) {
	return o.middle().columns(in[0].Cols), true
}
