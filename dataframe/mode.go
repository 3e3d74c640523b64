package dataframe

import "github.com/mars-project/mars-go/op"

// ModeOptions are the options of Mode.
type ModeOptions struct {
	NumericOnly bool  // of a frame: only columns of numbers and bools
	Dropna      *bool // missing values are not counted, the default
}

// Mode is the most frequent values of every column, ascending; columns with fewer of them are filled with missing ones.
func (d *DataFrame) Mode(o ...ModeOptions) *DataFrame {
	p := one(o)
	return FrameOf(apply(&mode{NumericOnly: p.NumericOnly, Dropna: p.Dropna}, d))
}

// Mode is the most frequent values, ascending.
func (s *Series) Mode(o ...ModeOptions) *Series {
	return SeriesOf(apply(&mode{Dropna: one(o).Dropna}, s))
}

type mode struct {
	op.Recipe
	Axis        int
	NumericOnly bool
	Dropna      *bool
}

func init() {
	op.Register[mode](op.Doc{
		Name: "dataframe.mode", Like: "pandas.DataFrame.mode", Methods: "DataFrame.mode Series.mode",
		Sig: "mode(df, axis=0, numeric_only=False, dropna=True)", Series: "(dropna=True)", Summary: "Most frequent values",
	})
}

func (o *mode) Build(h Handle) (Handle, error) {
	if s, ok := h.(*Series); ok {
		return o.of(s), nil
	}
	d := h.(*DataFrame)
	if err := closed(d); err != nil {
		return nil, err
	}
	if o.NumericOnly {
		d = d.numbersOnly()
	}
	if o.Axis == 1 {
		d = d.T()
	}
	var cols []Handle
	for i := range colsOf(d) {
		cols = append(cols, o.of(d.IlocCol(i)).ToFrame(colsOf(d)[i].Name))
	}
	if len(cols) == 0 {
		return d, nil
	}
	return Concat(cols, Concats{Axis: 1}), nil
}

// of is the mode of one column.
func (o *mode) of(s *Series) *Series {
	n := s.ValueCounts(CountOptions{Sort: new(false), Dropna: o.Dropna})
	most := n.Filter(n.Eq(n.Max().Tensor()).And(n.Gt(0)))
	return most.Index().ToSeries(s.Name()).SortValues(Sort{IgnoreIndex: true})
}
