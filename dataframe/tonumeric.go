package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/op"
)

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

type toNumeric struct {
	op.Recipe
	Errors string
}

func init() {
	op.Register[toNumeric](op.Doc{
		Name: "dataframe.to_numeric", Like: "pandas.to_numeric", Gives: "line", Forms: "arg=listed",
		Sig:     "to_numeric(arg, errors='raise', downcast=None, dtype_backend=<no_default>)",
		Summary: "Texts as numbers", Notes: "Integers beyond 64 bits are an error; pandas makes objects of them.",
		Text: "A series gives a series and an index an index; a list or an array gives a tensor, a single value pandas' own.",
	})
}

func (o *toNumeric) Build(h Handle) (Handle, error) {
	return overLine(h, func(s *Series) op.Value { return apply(&cells.ToNumeric{Errors: o.Errors}, s) })
}
