package files

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/csv"
)

// heading reads header and names.
func (o *readCSV) heading(c *csv.Options) error {
	for _, l := range o.Names {
		name, ok := l.Text()
		if !ok {
			return errs.New(errs.Type, "read_csv: names that are no strings are not there yet")
		}
		c.Names = append(c.Names, name)
	}
	switch h := o.Header.(type) {
	case string:
		if h != "infer" {
			c.Header = csv.NoHeader
		}
	case int64:
		c.Header = csv.HeaderRow + csv.Header(h)
		if h < 0 {
			return errs.New(errs.Invalid, "Passing negative integer to header is invalid. For no header, use header=None instead")
		}
	case bool:
		return errs.New(errs.Type, "Passing a bool to header is invalid. Use header=None for no header or header=int or list-like of ints to specify the "+
			"row(s) making up the column names")
	default:
		return errs.New(errs.Type, "read_csv: header with several rows is not there yet")
	}
	return nil
}

// skipping reads skiprows: how many lines, or which.
func (o *readCSV) skipping(c *csv.Options) error {
	switch v := o.Skiprows.(type) {
	case nil:
	case int64:
		c.SkipRows = int(v)
	case []int64:
		for _, k := range v {
			c.SkipLines = append(slices.Clip(c.SkipLines), int(k))
		}
	case []any: // an empty list
		if len(v) > 0 {
			return errs.New(errs.Type, "skiprows is a number of lines, or a list of such numbers")
		}
	default:
		return errs.New(errs.Type, "skiprows is a number of lines, or a list of such numbers")
	}
	return nil
}

// missing reads na_values: texts for all columns, or by column.
func (o *readCSV) missing(c *csv.Options) error {
	by, ok := o.NaValues.(op.Dict)
	if !ok {
		c.NAValues = texts(o.NaValues)
		return nil
	}
	for _, e := range by {
		if name := strings.Join(texts(e.Key), ""); name == "" {
			c.NAValues = texts(e.Value)
		} else {
			if c.NAByColumn == nil {
				c.NAByColumn = map[string][]string{}
			}
			c.NAByColumn[name] = texts(e.Value)
		}
	}
	return nil
}

// reading checks what says how a file is read, without a choice here.
func (o *readCSV) reading(c *csv.Options) error {
	switch v := o.DateFormat.(type) {
	case nil:
	case string:
		c.DateFormat = v
	default:
		return errs.New(errs.Type, "read_csv: date_format for single columns is not there yet, give one for all")
	}
	switch o.Engine {
	case "", "c", "python", "python-fwf":
	case "pyarrow":
		return errs.New(errs.Invalid, "read_csv: engine='pyarrow', which derives other dtypes, is not there yet, leave it out")
	default:
		return errs.New(errs.Invalid, "Unknown engine: %s (valid options are c, python)", o.Engine)
	}
	if !slices.Contains([]string{"", "high", "legacy", "round_trip"}, o.FloatPrecision) {
		return errs.New(errs.Invalid, "Unrecognized float_precision option: %s", o.FloatPrecision)
	}
	if o.Quoting == int(csv.QuoteNonNumeric) {
		return errs.New(errs.Invalid, "read_csv: quoting=csv.QUOTE_NONNUMERIC is not there yet")
	}
	return quotes(o.Quoting)
}

// quotes refuses what is no number of Python's csv.
func quotes(q int) error {
	if q < int(csv.QuoteMinimal) || q > int(csv.QuoteNone) {
		return errs.New(errs.Type, `bad "quoting" value`)
	}
	return nil
}
