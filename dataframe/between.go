package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// Between tells which elements lie between two values, or two series of them. inclusive is "both" (the
// default), "left", "right" or "neither". Errors: Invalid for another word.
func (s *Series) Between(left, right any, inclusive ...string) *Series {
	s = only(s, inclusive)
	const name = "dataframe.Series.between"
	o := op.Lookup(name).New().(*between)
	if len(inclusive) > 0 {
		o.Inclusive = inclusive[0]
	}
	in := []Handle{s}
	o.Args = make([]any, 3)
	for i, v := range []any{left, right} {
		switch v := v.(type) {
		case Handle:
			in = append(in, v)
			continue
		case *nd.Array:
			in = append(in, tensor.FromArray(v))
			continue
		}
		c, ok := chunk.ScalarOf(v)
		if !ok {
			return SeriesOf(bad(name, errs.New(errs.Type, "a %T is no value to compare with", v)))
		}
		if o.Args[i+1] = c; c == nil {
			o.Args[i+1] = chunk.Nan
		}
	}
	return SeriesOf(apply(o, in...))
}

type between struct {
	op.Recipe
	op.Scalars
	Inclusive string
}

func init() {
	op.Register[between](op.Doc{
		Name: "dataframe.Series.between", Like: "pandas.Series.between", Methods: "Series.between", Sig: "between(series, left, right, inclusive='both')",
		Summary: "Which elements lie between two values",
	})
}

// Build compares twice.
func (o *between) Build(s *Series, left, right any) (*Series, error) {
	lo, hi := s.Ge, s.Le
	switch o.Inclusive {
	case "both":
	case "left":
		hi = s.Lt
	case "right":
		lo = s.Gt
	case "neither":
		lo, hi = s.Gt, s.Lt
	default:
		return nil, errs.New(errs.Invalid, "Inclusive has to be either string of 'both','left', 'right', or 'neither'.")
	}
	return lo(left).And(hi(right)), nil
}
