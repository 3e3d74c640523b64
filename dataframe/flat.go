package dataframe

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Flat is all values of the frame as one series, column below column, in the dtype that they have in common:
// what a reduction over both axes reduces.
func (d *DataFrame) Flat() *Series { return SeriesOf(apply(&flat{}, d)) }

type flat struct {
	op.Recipe   `known:"columns"`
	NumericOnly bool `sig:"-"` // of columns of numbers and bools
}

func init() {
	op.Register[flat](op.Doc{
		Name: "dataframe.flat", Face: "inner", Gives: "series", Sig: "flat(df)", Summary: "All values of a frame as one series",
	})
}

func (o *flat) Build(h Handle) (*Series, error) {
	if s, ok := h.(*Series); ok {
		return s, nil
	}
	d, ok := h.(*DataFrame)
	if !ok {
		return nil, errs.New(errs.Type, "%s is neither a frame nor a series", classOf(h))
	}
	d = d.numbers(o.NumericOnly)
	var cols []*Series
	for i := range colsOf(d) {
		cols = append(cols, d.IlocCol(i).Rename(nil))
	}
	return ConcatSeries(cols, Concats{IgnoreIndex: true}), nil
}
