package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/op"
)

// Distinct is the options of NUnique.
type Distinct struct {
	KeepNull bool // dropna=False: a missing value is one more
	Axis     int  // of a frame: 1 counts along every row
}

// NUnique is how many distinct values every column has or, with Axis 1, every row.
func (d *DataFrame) NUnique(o ...Distinct) *Series {
	d = only(d, o)
	return SeriesOf(nuniqueOf(d, one(o)))
}

// NUnique is how many distinct values the series has.
func (s *Series) NUnique(o ...Distinct) *Scalar {
	s = only(s, o)
	return ScalarOf(nuniqueOf(s, one(o)))
}

func nuniqueOf(h Handle, o Distinct) op.Value {
	return apply(&groupby.Nunique{Axis: o.Axis, Dropna: new(!o.KeepNull)}, h)
}
