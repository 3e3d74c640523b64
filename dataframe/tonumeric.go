package dataframe

import "github.com/mars-project/mars-go/dataframe/cells"

// NumericOptions are the options of ToNumeric.
type NumericOptions struct {
	Coerce bool // a text that is no number is missing, and no error
}

// ToNumeric makes numbers of texts: int64, uint64 where one needs it, or float64 where one has a point or an
// exponent or a text is missing; of string columns Int64, UInt64 or Float64. Integers that need uint64 beside
// negative or missing ones stay texts. That is known once the data was read. Numbers and bools stay as they
// are.
//
// Errors: Invalid for a text that is no number and for integers beyond 64 bits; Type for other dtypes.
func ToNumeric(s *Series, o ...NumericOptions) *Series {
	s = only(s, o)
	p := &cells.ToNumeric{}
	if one(o).Coerce {
		p.Errors = "coerce"
	}
	return SeriesOf(apply(p, s))
}
