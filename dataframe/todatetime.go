package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/times"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

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

// overLine is a function of series of what has values one after the other: of an index it gives one with its
// name.
func overLine(h Handle, f func(*Series) op.Value) (Handle, error) {
	switch x := h.(type) {
	case *Series:
		return SeriesOf(f(x)), nil
	case *Index:
		return NewIndex(SeriesOf(f(levelSeries(x, 0).DropIndex())), Options{Name: namesOfLevels(x)[0]}), nil
	}
	s, err := vectorOf(h)
	if err != nil {
		return nil, errs.New(errs.Type, "arg must be a string, datetime, list, tuple, 1-d array, or Series, not a %s", classOf(h))
	}
	return NewIndex(SeriesOf(f(s))), nil
}

type toDatetime struct {
	op.Recipe
	Errors        string
	Dayfirst, Utc bool
	Format, Unit  *string
}

type toTimedelta struct {
	op.Recipe
	Unit   *string
	Errors string
}

func init() {
	op.Register[toDatetime](op.Doc{
		Name: "dataframe.to_datetime", Like: "pandas.to_datetime", Gives: "line", Forms: "arg=line",
		Sig:     "to_datetime(arg, errors='raise', dayfirst=False, yearfirst=False, utc=False, format=None, exact=<no_default>, unit=None, origin='unix', cache=True)",
		Summary: "Texts or numbers as datetimes",
		Text:    "A series gives a series, a frame of the parts of times one too; an index or a list gives an index, a single value pandas' own.",
		Notes:   "Of texts without a format the guess knows the usual formats; dateutil's other ones are refused. 'now' and 'today' are refused.",
	})
	op.Register[toTimedelta](op.Doc{
		Name: "dataframe.to_timedelta", Like: "pandas.to_timedelta", Gives: "line", Forms: "arg=line",
		Sig: "to_timedelta(arg, unit=None, errors='raise')", Summary: "Texts or numbers as timedeltas",
		Text: "A series gives a series; an index or a list gives an index, a single value pandas' own.",
	})
}

func (o *toDatetime) Build(h Handle) (Handle, error) {
	if d, ok := h.(*DataFrame); ok {
		return SeriesOf(apply(&assemble{Errors: o.Errors, Utc: o.Utc}, d)), nil
	}
	return overLine(h, func(s *Series) op.Value {
		return apply(&times.ToDatetime{Errors: o.Errors, Dayfirst: o.Dayfirst, Utc: o.Utc, Format: o.Format, Unit: o.Unit}, s)
	})
}

func (o *toTimedelta) Build(h Handle) (Handle, error) {
	return overLine(h, func(s *Series) op.Value { return apply(&times.ToTimedelta{Unit: o.Unit, Errors: o.Errors}, s) })
}
