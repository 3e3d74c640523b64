package files

import (
	"maps"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/csv"
)

// set takes the options of the Go call.
func (o *readCSV) set(c CSV) (err error) {
	o.FilepathOrBuffer = append(o.FilepathOrBuffer, c.Files...)
	o.Sep, o.Names, o.Dayfirst, o.Nrows = c.Sep, frame.TextLabels(c.Names), c.DayFirst, c.NRows
	o.Skiprows, o.Skipped = int64(c.SkipRows.First), c.SkipRows.Lines
	o.TrueValues, o.FalseValues, o.Skipinitialspace = c.TrueValues, c.FalseValues, c.SkipInitialSpace
	o.Thousands, o.Decimal, o.Quotechar, o.Escapechar, o.Comment = c.Thousands, c.Decimal, c.Quote, c.Escape, c.Comment
	o.ChunkBytes, o.Encoding = c.ChunkBytes, c.Encoding
	if c.DateFormat != "" {
		o.DateFormat = c.DateFormat
	}
	o.Compression = named(c.Compression)
	switch {
	case c.NoHeader:
		o.Header = "none"
	case c.Header != nil:
		o.Header = int64(*c.Header)
	}
	if o.IndexCol, err = csvLabels(c.IndexCol); err != nil {
		return err
	}
	if c.NoIndexCol {
		o.IndexCol = []frame.Label{frame.L(false)}
	}
	if o.Usecols, err = csvLabels(c.UseCols); err != nil {
		return err
	}
	if o.ParseDates, err = csvLabels(c.ParseDates); err != nil {
		return err
	}
	if c.ParseIndex {
		o.ParseDates = append(o.ParseDates, frame.L(true))
	}
	if len(c.DTypes) > 0 || !c.DType.IsZero() {
		o.Dtype = map[string]dtype.DType{}
		maps.Copy(o.Dtype, c.DTypes)
		if !c.DType.IsZero() {
			o.Dtype[""] = c.DType
		}
	}
	if len(c.NAValues) > 0 || len(c.NAByColumn) > 0 {
		by := op.Dict{{Key: "", Value: c.NAValues}}
		for _, name := range slices.Sorted(maps.Keys(c.NAByColumn)) {
			by = append(by, op.Entry{Key: name, Value: c.NAByColumn[name]})
		}
		o.NaValues = by
	}
	not := func(b bool) *bool { b = !b; return &b }
	o.KeepDefaultNa, o.NaFilter, o.SkipBlankLines, o.Doublequote = not(c.OnlyMyNA), not(c.NoNAFilter), not(c.KeepBlankLines), not(c.NoDoubleQuote)
	if c.NoQuote {
		o.Quoting = int(csv.QuoteNone)
	}
	if c.SkipBadLines {
		o.OnBadLines = "skip"
	}
	return nil
}

func csvLabels(vs []any) ([]frame.Label, error) {
	if vs == nil {
		return nil, nil
	}
	out := make([]frame.Label, len(vs))
	for i, v := range vs {
		l, ok := frame.LabelOf(v)
		if !ok {
			return nil, errs.New(errs.Type, "a column is a name or a place, not a %T", v)
		}
		out[i] = l
	}
	return out, nil
}

// options are those of package csv for a file.
func (o *readCSV) options(file string) (csv.Options, error) {
	use, err := o.inFiles()
	if err != nil {
		return csv.Options{}, err
	}
	c := csv.Options{
		File: file, Sep: o.Sep, UseCols: use, SkipLines: o.Skipped,
		NRows: o.Nrows, Verbatim: o.Verbatim, NoDefaultNA: !*o.KeepDefaultNa, NoNAFilter: !*o.NaFilter, TrueValues: o.TrueValues, FalseValues: o.FalseValues,
		DayFirst: o.Dayfirst, NoQuote: o.Quoting == int(csv.QuoteNone), NoDoubleQuote: !*o.Doublequote,
		SkipInitialSpace: o.Skipinitialspace, KeepBlankLines: !*o.SkipBlankLines, SkipBadLines: o.skips(), Encoding: o.Encoding,
	}
	for _, read := range []func(*csv.Options) error{o.heading, o.skipping, o.missing, o.reading} {
		if err := read(&c); err != nil {
			return c, err
		}
	}
	for _, l := range o.IndexCol {
		if l == frame.L(false) {
			c.NoIndex = true
		} else {
			c.IndexCol = append(c.IndexCol, l)
		}
	}
	for _, l := range o.ParseDates {
		if l == frame.L(true) {
			c.ParseIndex = true
		} else {
			c.ParseDates = append(c.ParseDates, l)
		}
	}
	for name, d := range o.Dtype {
		if name == "" {
			c.DType = d
			continue
		}
		if c.DTypes == nil {
			c.DTypes = map[string]dtype.DType{}
		}
		c.DTypes[name] = d
	}
	if o.OnBadLines != "error" && !o.skips() {
		return c, errs.New(errs.Invalid, "Argument %s is invalid for on_bad_lines", o.OnBadLines)
	}
	if o.Delimiter != "" {
		if o.Sep != "" {
			return c, errs.New(errs.Invalid, "Specified a sep and a delimiter; you can only specify one.")
		}
		c.Sep = o.Delimiter
	}
	if t := o.Lineterminator; t != "" && t != "\n" {
		return c, errs.New(errs.Invalid, "lineterminator %q is not read: lines end in \\n, \\r\\n or \\r", t)
	}
	return c, csvChars([]csvChar{
		{"quotechar", o.Quotechar, &c.Quote},
		{"escapechar", o.Escapechar, &c.Escape},
		{"comment", o.Comment, &c.Comment},
		{"thousands", o.Thousands, &c.Thousands},
		{"decimal", o.Decimal, &c.Decimal},
	})
}

// skips reports that rows of too many fields are left out. Nobody hears of on_bad_lines="warn".
func (o *readCSV) skips() bool { return o.OnBadLines == "skip" || o.OnBadLines == "warn" }

// A csvChar is an option of one character.
type csvChar struct {
	name, text string
	to         *byte
}

func csvChars(cs []csvChar) error {
	for _, c := range cs {
		if len(c.text) > 1 {
			return errs.New(errs.Invalid, "%s must be one character, not %q", c.name, c.text)
		}
		if c.text != "" {
			*c.to = c.text[0]
		}
	}
	return nil
}
