package dataframe

import "github.com/mars-project/mars-go/dataframe/times"

// ToDatetime makes datetimes of texts or numbers.
//
// Texts have one format: the given one, or the one that the first text has; "ISO8601" and "mixed" let each
// have its own. A format is guessed among the usual ones: texts that pandas leaves to dateutil, as "12:30",
// are refused. Numbers count a unit since 1970, nanoseconds when none is given. The result is datetime64[us],
// or ns where a text has more than six digits of a second or a number a fraction; texts of which none is
// there give datetime64[s]. That and the zone of texts are known once the data was read. Datetimes stay as
// they are, but for UTC.
//
// Errors: Invalid for a text that is no date (missing with Coerce) and for several zones without UTC; Type
// for other dtypes.
func ToDatetime(s *Series, o ...DatetimeOptions) *Series {
	s = only(s, o)
	p := &times.ToDatetime{}
	if len(o) > 0 {
		p.Dayfirst, p.Utc = o[0].DayFirst, o[0].UTC
		if o[0].Coerce {
			p.Errors = "coerce"
		}
		if o[0].Format != "" {
			p.Format = &o[0].Format
		}
		if o[0].Unit != "" {
			p.Unit = &o[0].Unit
		}
	}
	return SeriesOf(apply(p, s))
}

// DatetimeOptions are the options of ToDatetime. The zero value is pandas' default.
type DatetimeOptions struct {
	Format   string // directives of strptime, ISO8601 or mixed. The default is the format of the first text
	Unit     string // of numbers: W, D, h, m, s, ms, us or ns. The default is ns
	Coerce   bool   // what is no date is missing
	UTC      bool   // the result is in UTC; texts without a zone are taken for UTC
	DayFirst bool   // 1/2/2024 is the first of February
}
