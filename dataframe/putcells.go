package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
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

// series is x with the value in the rows.
func (s *setting) series(x *Series) (Handle, error) {
	switch {
	case s.isListed():
		return s.into(x, s.column())
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
	if t, ok := s.value.(*tensor.Tensor); ok && t.Rank() == 2 {
		if n := t.Shape()[1]; n >= 0 && n != len(names) {
			return nil, errs.New(errs.Invalid, "Must have equal len keys and value when setting with an ndarray")
		}
		for i := range names {
			several = append(several, t.Get(tensor.Whole, tensor.At(i)))
		}
	}
	list, one := s.each.(op.List)
	by, mapping := s.each.(op.Dict)
	d, of := s.value.(*DataFrame)
	switch {
	case s.one && one && len(names) == 1 && len(list) > 1: // rows may have the label in common
	case one && (s.one || s.cond != nil && len(names) > 1):
		if len(list) != len(names) {
			return nil, errs.New(errs.Invalid, "Must have equal len keys and value when setting with an iterable")
		}
		return list, nil
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
	there, list := d.has(name), byPlace(v)
	switch {
	case there && (s.cond != nil || single || list != nil || isOtherNumber(d.Col(name), v)):
		c, err := s.into(d.Col(name), v)
		if err != nil {
			return nil, err
		}
		return d.Assign(C{name, c}), nil
	case s.cond == nil:
		return d.with(name, v)
	}
	if list != nil {
		return d.Assign(C{name, s.placed(nil, list)}), nil
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

// isOtherNumber reports a series of numbers of another dtype than those of x: loc puts them into x, which
// keeps its own, where an assignment of the column would take theirs.
func isOtherNumber(x *Series, v any) bool {
	s, ok := v.(*Series)
	if !ok {
		return false
	}
	is, other := colsOf(x)[0].Is, colsOf(s)[0].Is
	plain := func(d dtype.DType) bool { return (d.IsInteger() || d.IsFloat()) && !d.Null }
	return is != other && plain(is) && plain(other)
}

// into is x with a value where the condition is true; one that the dtype does not hold is refused.
func (s *setting) into(x *Series, v any) (*Series, error) {
	if list := byPlace(v); list != nil {
		return s.placed(x, list), nil
	}
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

// placed is x with the values of a list in the rows, a new column where x is nil.
func (s *setting) placed(x, list *Series) *Series {
	o := &cells.Placed{Fresh: x == nil, Spread: s.spread}
	ranks := s.ranks
	switch {
	case ranks != nil:
	case s.cond == nil:
		ranks = SeriesOf(apply(&pick.ChosenRows{Places: &pick.AllPlaces, Ranked: true}, x))
	default: // the rows are those of a condition
		is := s.cond.AsType(dtype.Int64)
		ranks = is.CumSum().Mul(is)
	}
	if x == nil {
		x = ranks
	}
	return SeriesOf(apply(o, x, ranks, list))
}

// byPlace is a list, an index or a tensor of one axis as values whose rows are met by place, nil for others.
func byPlace(v any) *Series {
	switch v := v.(type) {
	case *Series:
		if v.Name() == cells.Listed {
			return v
		}
	case *Index:
		return v.ToSeries(cells.Listed)
	case *tensor.Tensor:
		if v.Rank() == 1 {
			return SeriesFromTensor(v).Rename(cells.Listed)
		}
	}
	return nil
}
