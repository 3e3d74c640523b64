package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/aggregate"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// IdxMin is, for every column, the label of the first row with the least value. Of the options KeepNull and
// NumericOnly count: KeepNull refuses missing values.
// Errors: Invalid where there is no value.
func (d *DataFrame) IdxMin(o ...Reduce) *Series {
	d = only(d, o)
	return SeriesOf(idxOf(d, "idxmin", one(o)))
}

// IdxMax is, for every column, the label of the first row with the greatest value. See IdxMin.
func (d *DataFrame) IdxMax(o ...Reduce) *Series {
	d = only(d, o)
	return SeriesOf(idxOf(d, "idxmax", one(o)))
}

// IdxMin is the label of the first least value. See DataFrame.IdxMin.
func (s *Series) IdxMin(o ...Reduce) *Scalar {
	s = only(s, o)
	return ScalarOf(idxOf(s, "idxmin", one(o)))
}

// IdxMax is the label of the first greatest value. See DataFrame.IdxMin.
func (s *Series) IdxMax(o ...Reduce) *Scalar {
	s = only(s, o)
	return ScalarOf(idxOf(s, "idxmax", one(o)))
}

func idxOf(h Handle, name string, o Reduce) op.Value {
	p := op.Lookup("dataframe." + name).New().(*aggregate.IdxExtreme)
	p.Skipna, p.NumericOnly = new(!o.KeepNull), o.NumericOnly
	if o.Axis != 0 {
		return bad("dataframe."+name, errs.New(errs.Invalid, "%s along axis %d: only 0", name, o.Axis))
	}
	return apply(p, h)
}
