package dataframe

import "github.com/mars-project/mars-go/op"

// Flat is all values of the frame as one series, column below column, in the dtype that they have in common: what a reduction over both axes reduces.
func (d *DataFrame) Flat() *Series { return SeriesOf(apply(&flat{}, d)) }

type flat struct {
	op.Recipe
	NumericOnly bool `sig:"-"` // of columns of numbers and bools
}

func init() {
	op.Register[flat](op.Doc{
		Name: "dataframe.flat", Face: "inner", Gives: "series", Sig: "flat(df)", Summary: "All values of a frame as one series",
	})
}

func (o *flat) Build(h Handle) (*Series, error) {
	d, ok := h.(*DataFrame)
	if s, series := h.(*Series); series {
		return s, nil
	}
	if err := closed(h); err != nil || !ok {
		return nil, err
	}
	if o.NumericOnly {
		d = d.numbersOnly()
	}
	var cols []*Series
	for i := range colsOf(d) {
		cols = append(cols, d.IlocCol(i).Rename(nil))
	}
	return ConcatSeries(cols, Concats{IgnoreIndex: true}), nil
}
