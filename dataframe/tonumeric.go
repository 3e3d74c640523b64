package dataframe

import "github.com/mars-project/mars-go/dataframe/cells"

// ToNumeric makes numbers of texts: int64, uint64 where one needs it, or float64 where one has a point or an
// exponent or a text is missing; of string columns Int64, UInt64 or Float64. Integers that need uint64 beside
// negative or missing ones stay texts. That is known once the data was read. Numbers and bools stay as they
// are.
//
// Errors: Invalid for a text that is no number (missing with coerce) and for integers beyond 64 bits; Type
// for other dtypes.
func ToNumeric(s *Series, coerce ...bool) *Series {
	s = only(s, coerce)
	o := &cells.ToNumeric{}
	if len(coerce) > 0 && coerce[0] {
		o.Errors = "coerce"
	}
	return SeriesOf(apply(o, s))
}
