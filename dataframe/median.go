package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/aggregate"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Median is the middle of the values of every column. Of the options KeepNull and NumericOnly count.
func (d *DataFrame) Median(o ...Reduce) *Series {
	d = only(d, o)
	return SeriesOf(medianOf(d, one(o)))
}

// Median is the middle of the values of the series. See DataFrame.Median.
func (s *Series) Median(o ...Reduce) *Scalar {
	s = only(s, o)
	return ScalarOf(medianOf(s, one(o)))
}

func medianOf(h Handle, o Reduce) op.Value {
	if o.Axis != 0 {
		return bad("dataframe.median", errs.New(errs.Invalid, "median along axis %d: only 0", o.Axis))
	}
	return apply(&aggregate.Median{Skipna: new(!o.KeepNull), NumericOnly: o.NumericOnly}, h)
}
