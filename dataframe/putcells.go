package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// isListed reports a list of values that are here.
func (s *setting) isListed() bool {
	switch v := s.value.(type) {
	case *Series:
		return v.Name() == cells.Listed
	case *Index, op.List:
		return true
	}
	return isList(s.each)
}

func errListed() error {
	return errs.New(errs.Invalid, "assignment of a list to some rows is not there yet; give a value, or a series whose labels are those of the rows")
}

// series is x with the value in the rows.
func (s *setting) series(x *Series) (Handle, error) {
	switch {
	case s.isListed() && s.cond != nil:
		return nil, errListed()
	case s.isListed():
		return x.ToFrame(0).Assign(C{0, s.column()}).IlocCol(0).Rename(x.Name()), nil
	}
	return s.into(x, s.value)
}

// column is a value as a column.
func (s *setting) column() any {
	if x, ok := s.value.(*Index); ok {
		return x.ToTensor()
	}
	return s.value
}

// frame is d with the value in the rows of columns.
func (s *setting) frame(d *DataFrame, names []frame.Label) (*DataFrame, error) {
	parts, err := s.parts(names)
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		if d, err = s.oneColumn(d, name, parts[i]); err == nil {
			err = d.Err()
		}
		if err != nil {
			return nil, err
		}
	}
	return d, nil
}

// parts is the value for each of the columns.
func (s *setting) parts(names []frame.Label) ([]any, error) {
	out := make([]any, len(names))
	for i := range out {
		out[i] = s.column()
	}
	several, _ := s.value.(op.List)
	list, one := s.each.(op.List)
	by, mapping := s.each.(op.Dict)
	d, of := s.value.(*DataFrame)
	switch {
	case one && (s.one || s.cond != nil && len(names) > 1):
		if len(list) != len(names) {
			return nil, errs.New(errs.Invalid, "Must have equal len keys and value when setting with an iterable")
		}
		return list, nil
	case s.isListed() && s.cond != nil:
		return nil, errListed()
	case several != nil && len(several) != len(names):
		return nil, errs.New(errs.Invalid, "Must have equal len keys and value when setting with an ndarray")
	case several != nil:
		return several, nil
	case mapping && s.one && len(names) > 1:
		return valuesOf(by, names), nil
	case of:
		for i, name := range names {
			if out[i] = any(chunk.Nan); d.has(name) {
				out[i] = d.Col(name)
			}
		}
	}
	return out, nil
}

// valuesOf are the values of a mapping for columns; those that it does not have are missing.
func valuesOf(by op.Dict, names []frame.Label) []any {
	out := make([]any, len(names))
	for i, name := range names {
		out[i] = chunk.Nan
		for _, e := range by {
			if l, err := labelWritten(e.Key); err == nil && l.Same(name) {
				out[i] = e.Value
			}
		}
	}
	return out
}

// oneColumn is d with a value in the rows of one column, which may be new.
func (s *setting) oneColumn(d *DataFrame, name frame.Label, v any) (*DataFrame, error) {
	_, single := chunk.ScalarOf(v)
	there := d.has(name)
	switch {
	case there && (s.cond != nil || single):
		c, err := s.into(d.Col(name), v)
		if err != nil {
			return nil, err
		}
		return d.Assign(C{name, c}), nil
	case s.cond == nil:
		return d.with(name, v)
	}
	d, err := d.with(name, v)
	if err != nil {
		return nil, err
	}
	c := d.Col(name)
	switch t := colsOf(c)[0].Is; { // the other rows do not have it: its dtype holds a missing value, if all rows are chosen too
	case t == dtype.Bool:
		c = c.AsType(dtype.Object)
	case t.IsInteger() && !t.Null:
		c = c.AsType(dtype.Float64)
	}
	return d.Assign(C{name, c.Where(s.cond)}), nil
}

// into is x with a value where the condition is true; one that the dtype does not hold is refused.
func (s *setting) into(x *Series, v any) (*Series, error) {
	cond := s.cond
	if cond == nil {
		cond = SeriesOf(apply(&pick.ChosenRows{Places: &pick.AllPlaces}, x))
	}
	switch v := v.(type) {
	case *Series, *DataFrame:
		return SeriesOf(apply(&cells.Choose{Set: true}, x, cond, v.(Handle))), nil
	case Handle:
		return nil, errs.New(errs.Invalid, "assignment of a %s to some rows is not there yet; give a value or a series", classOf(v))
	}
	w, ok := chunk.ScalarOf(v)
	if !ok {
		return nil, errs.New(errs.Invalid, "assignment of a %s to some rows is not there yet; give a value or a series", classOf(v))
	}
	o := op.Lookup("dataframe.mask_value").New().(*cells.Where)
	o.Other, o.Set = w, true
	return SeriesOf(apply(o, x, cond)), nil
}
