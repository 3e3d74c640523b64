package files

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/jsonl"
)

// conversions are what values become: those of columns with a given dtype stay what they are, until they are
// cast.
func (o *readJSON) conversions() *jsonl.Conversions {
	c := &jsonl.Conversions{OnlyThey: o.KeepDefaultDates != nil && !*o.KeepDefaultDates}
	for _, l := range o.ConvertDates {
		if b, ok := l.Value().(bool); ok {
			c.NoDates = c.NoDates || !b
		} else {
			c.Dates = append(c.Dates, l.String())
		}
	}
	for name := range o.Dtype {
		c.Keep = append(c.Keep, name)
	}
	slices.Sort(c.Keep)
	return c
}

// given is the dtype that the caller gives a column, c being o's conversions; false for none.
func (o *readJSON) given(c *jsonl.Conversions, name string) (dtype.DType, bool) {
	if !c.Kept(name) {
		return dtype.DType{}, false
	}
	d, ok := o.Dtype[name]
	if !ok {
		d, ok = o.Dtype[""]
	}
	return d, ok
}

// checkTypes refuses dtypes that depend on all values of a column.
func (o *readJSON) checkTypes() error {
	for name, d := range o.Dtype {
		if d.IsCategorical() {
			return errs.New(errs.Type, "dtype %s of column '%s' is not read from JSON: read it and convert the column with astype", d, name)
		}
	}
	return nil
}

// typeOf is the dtype of a column, c being o's conversions. As in pandas, one that cannot become the given
// dtype stays what its values are: lists become texts at most.
func (o *readJSON) typeOf(c *jsonl.Conversions, f *jsonl.Field) dtype.DType {
	is := f.DType(c)
	d, ok := o.given(c, f.Name)
	if !ok || f.Seen&jsonl.SeenNested != 0 && !d.IsString() {
		return is
	}
	if to, err := column.CastType(is, d); err == nil {
		return to
	}
	return is
}

// cast makes the columns of a chunk what the caller wants. Errors: Invalid, with file and column, for a value
// that is not of the dtype.
func (o *readJSON) cast(x *op.Exec, f *frame.Frame, s *jsonl.Schema, file string) (*frame.Frame, error) {
	if len(o.Dtype) == 0 {
		return f, nil
	}
	e, c := chunk.Env(x), o.conversions()
	cols := slices.Clone(f.Cols)
	for i, k := range o.columns(s) {
		to := o.typeOf(c, &s.Fields[k])
		if to == cols[i].DType {
			continue
		}
		var err error
		if cols[i], err = e.CastIn(cols[i], to, column.Whole{}); err != nil {
			return nil, errs.Wrap(errs.Invalid, err, "%s: column %s does not become %s", file, f.Names[i].Repr(), to)
		}
	}
	return frame.New(f.Index, f.Names, cols...)
}

// head tells the first lines from others.
func (o *readJSON) head() string {
	if o.Nrows == nil {
		return ""
	}
	return fmt.Sprint(" head ", *o.Nrows)
}
