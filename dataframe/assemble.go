package dataframe

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dataframe/times"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// AssembleDatetimes makes datetimes of columns that are parts of them: year, month and day, and of hour,
// minute, second, ms, us, ns those that there are. Names are in any case, in the singular or the plural.
// Errors: Invalid for a part that lacks, comes twice or is none, and for days that no month has (missing with
// Coerce).
func AssembleDatetimes(d *DataFrame, o ...DatetimeOptions) *Series {
	d = only(d, o)
	p := one(o)
	a := &assemble{Utc: p.UTC}
	if p.Coerce {
		a.Errors = "coerce"
	}
	return SeriesOf(apply(a, d))
}

type assemble struct {
	op.Recipe
	Errors string
	Utc    bool
}

func init() {
	op.Register[assemble](op.Doc{
		Name: "dataframe.assemble_datetimes", Like: "pandas.to_datetime", Face: "inner", Gives: "series", Summary: "Columns of parts as datetimes",
		Sig: "assemble_datetimes(df, errors='raise', utc=False)",
	})
}

func (o *assemble) Build(d *DataFrame) (*Series, error) {
	of, extra := map[string]*Series{}, []string{}
	for _, c := range colsOf(d) {
		part := times.PartOf(c.Name.String())
		switch {
		case part == "":
			extra = append(extra, c.Name.String())
		case of[part] != nil:
			return nil, errs.New(errs.Invalid, "cannot assemble with duplicate keys")
		default:
			of[part] = d.Col(c.Name)
		}
	}
	var lack []string
	for _, part := range []string{"day", "month", "year"} {
		if of[part] == nil {
			lack = append(lack, part)
		}
	}
	if lack != nil {
		return nil, errs.New(errs.Invalid, "to assemble mappings requires at least that [year, month, day] be specified: [%s] is missing", strings.Join(lack, ","))
	}
	if len(extra) > 0 {
		slices.Sort(extra)
		return nil, errs.New(errs.Invalid, "extra keys have been passed to the datetime assemblage: [%s]", strings.Join(extra, ","))
	}
	coerce := o.Errors == "coerce"
	number := func(part string) *Series { return ToNumeric(of[part], NumericOptions{Coerce: coerce}) }
	days := number("year").Mul(10000).Add(number("month").Mul(100)).Add(number("day"))
	texts := days.AsType(dtype.Int64.Nullable()).AsType(dtype.Str)
	out := ToDatetime(texts, DatetimeOptions{Format: "%Y%m%d", Coerce: coerce, UTC: o.Utc})
	for _, u := range times.PartUnits {
		if of[u.Part] != nil {
			out = out.Add(ToTimedelta(number(u.Part), TimedeltaOptions{Unit: u.Unit, Coerce: coerce}))
		}
	}
	return out, nil
}
