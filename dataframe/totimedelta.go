package dataframe

import "github.com/mars-project/mars-go/dataframe/times"

// ToTimedelta makes timedeltas of texts or numbers. Texts are numbers with units (1 days 2h, 1.5 min), clocks
// (02:03:04.5), both, or durations of ISO
// 8601. Numbers count a unit, nanoseconds when none is given. The result is timedelta64[us], or ns where one
// is said in nanoseconds or has a fraction of microseconds; that is known once the data was read. Timedeltas
// stay as they are.
//
// Errors: Invalid for a text that is none (missing with Coerce), Type for other dtypes.
func ToTimedelta(s *Series, o ...TimedeltaOptions) *Series {
	s = only(s, o)
	p := &times.ToTimedelta{}
	if len(o) > 0 {
		if o[0].Coerce {
			p.Errors = "coerce"
		}
		if o[0].Unit != "" {
			p.Unit = &o[0].Unit
		}
	}
	return SeriesOf(apply(p, s))
}

// TimedeltaOptions are the options of ToTimedelta.
type TimedeltaOptions struct {
	Unit   string // of numbers: W, D, h, m, s, ms, us or ns. The default is ns
	Coerce bool   // what is no timedelta is missing
}
