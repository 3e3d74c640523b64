package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
)

type mode struct {
	op.Recipe   `known:"columns"`
	Axis        int   // of a frame: 1 is the mode of every row
	NumericOnly bool  // of a frame: only columns of numbers and bools
	Dropna      *bool // missing values are not counted, the default
}

func init() {
	op.Register[mode](op.Doc{
		Name: "dataframe.mode", Like: "pandas.DataFrame.mode", Methods: "DataFrame.mode Series.mode",
		Sig: "mode(df, axis=0, numeric_only=False, dropna=True)", Series: "(dropna=True)", Summary: "Most frequent values",
		Go:   "DataFrame.Mode(ModeOptions) Series.Mode(ModeOptions)",
		Text: "They ascend; columns with fewer of them than others are filled with missing ones.",
	})
}

func (o *mode) Build(h Handle) (Handle, error) {
	if s, ok := h.(*Series); ok {
		return o.of(s), nil
	}
	d := h.(*DataFrame)
	d = d.numbers(o.NumericOnly)
	if len(colsOf(d)) == 0 {
		return d.ResetIndex(ResetIndex{Drop: true}).Head(0), nil
	}
	if o.Axis == 1 {
		return FrameOf(apply(&modeAcross{Dropna: o.Dropna}, d)), nil
	}
	var cols []Handle
	for i := range colsOf(d) {
		cols = append(cols, o.of(d.IlocCol(i)).ToFrame(colsOf(d)[i].Name))
	}
	return Concat(cols, Concats{Axis: 1}), nil
}

// of is the mode of one column.
func (o *mode) of(s *Series) *Series {
	n := s.ValueCounts(CountOptions{Sort: new(false), Dropna: o.Dropna}).AsType(dtype.Int64) // those of nullable values are nullable
	most := n.Filter(n.Eq(n.Max().Tensor()).And(n.Gt(0)))
	return most.Index().ToSeries(s.Name()).SortValues(Sort{IgnoreIndex: true, NullsFirst: colsOf(s)[0].Is.IsTemporal()})
}
