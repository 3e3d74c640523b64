package dataframe

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// everything is the slice of all rows or columns.
var everything = op.Slice{}

// isAll reports a slice without ends.
func isAll(v any) bool {
	s, ok := v.(op.Slice)
	return ok && s.Start == nil && s.Stop == nil && s.Step == nil
}

// rowsAndColumns is what a key of loc or iloc says of each.
func rowsAndColumns(h Handle, key any) (rows, cols any, err error) {
	t, ok := key.(op.Tuple)
	if _, of := h.(*DataFrame); !ok || !of {
		return key, everything, nil
	}
	if len(t) > 2 {
		return nil, nil, errs.New(errs.Invalid, "Too many indexers")
	}
	both := append(append(op.Tuple{}, t...), everything, everything)
	return both[0], both[1], nil
}

// isLabel reports one label: no list, slice or handle, and none within a tuple.
func isLabel(v any) bool {
	switch v := v.(type) {
	case op.List, op.Slice, Handle:
		return false
	case op.Tuple:
		for _, e := range v {
			if !isLabel(e) {
				return false
			}
		}
	}
	return true
}

// has reports a column of that very label.
func (d *DataFrame) has(l frame.Label) bool {
	return slices.ContainsFunc(colsOf(d), func(c op.Col) bool { return c.Name.Same(l) })
}

// conditionOf is the list of bools that was written; nothing in it is false.
func conditionOf(v any) (is []bool, ok bool) {
	l, ok := v.(op.List)
	for _, e := range l {
		b, isBool := e.(bool)
		ok = ok && isBool
		is = append(is, b)
	}
	return is, ok && len(l) > 0
}

// placesWritten is a selection by place.
func placesWritten(v any) (pick.Places, error) {
	if is, ok := conditionOf(v); ok {
		return pick.Places{Kind: "mask", Mask: is}, nil
	}
	switch v := v.(type) {
	case int64:
		return pick.Places{Kind: "int", Start: new(int(v))}, nil
	case op.Slice:
		p := pick.Places{Kind: "slice"}
		for i, e := range []any{v.Start, v.Stop, v.Step} {
			n, ok := e.(int64)
			if e == nil {
				continue
			}
			if !ok {
				return p, errs.New(errs.Type, "cannot do positional indexing with these indexers [%v] of type %s", e, classOf(e))
			}
			*[]**int{&p.Start, &p.Stop, &p.Step}[i] = new(int(n))
		}
		return p, nil
	case op.List:
		list := make([]int, len(v))
		for i, e := range v {
			n, ok := e.(int64)
			if b, isBool := e.(bool); isBool && b {
				n, ok = 1, true
			} else if isBool {
				ok = true
			}
			if !ok {
				return pick.Places{}, errs.New(errs.NotFound, ".iloc requires numeric indexers, got %s", textOf(v))
			}
			list[i] = int(n)
		}
		return pick.Places{Kind: "list", List: list}, nil
	}
	return pick.Places{}, errs.New(errs.Type, "Cannot index by location index with a non-integer key")
}

// textOf is a list as NumPy prints an array.
func textOf(l op.List) string {
	out := make([]string, len(l))
	for i, e := range l {
		out[i] = fmt.Sprint(e)
		if s, ok := e.(string); ok {
			out[i] = "'" + s + "'"
		}
	}
	return "[" + strings.Join(out, " ") + "]"
}

// labelsKey is a selection by label.
func labelsKey(v any) (s pick.Labels, err error) {
	switch v := v.(type) {
	case op.Slice:
		s.Kind = "slice"
		if n, ok := v.Step.(int64); ok {
			s.Step = new(int(n))
		} else if v.Step != nil {
			return s, errs.New(errs.Type, "'%s' object cannot be interpreted as an integer", classOf(v.Step))
		}
		if s.From, err = labelWritten(v.Start); err == nil {
			s.To, err = labelWritten(v.Stop)
		}
		return s, err
	case op.List:
		s.Kind = "list"
		s.List, err = schema.LabelList(tupled(v))
		return s, err
	}
	if !isLabel(v) {
		return s, errs.New(errs.Invalid, "loc with a slice or a list among the levels of a label is not there yet; filter by index level")
	}
	s.Kind = "label"
	s.From, err = labelWritten(v)
	return s, err
}

// trueColumns are the places of the columns for which a condition holds. Errors: NotFound for one of another
// length.
func (d *DataFrame) trueColumns(is []bool) ([]int, error) {
	if n := len(colsOf(d)); n != len(is) {
		return nil, errs.New(errs.NotFound, "Boolean index has wrong length: %d instead of %d", len(is), n)
	}
	at := []int{}
	for i, b := range is {
		if b {
			at = append(at, i)
		}
	}
	return at, nil
}

// begins reports a label that columns of more levels begin with.
func (d *DataFrame) begins(v any) bool {
	if !isLabel(v) || len(colsOf(d)) == 0 {
		return false
	}
	n := 1
	if t, ok := v.(op.Tuple); ok {
		n = len(t)
	}
	for _, c := range colsOf(d) {
		if c.Name.Kind() != frame.LabelTuple || c.Name.Len() <= n {
			return false
		}
	}
	return true
}

// conditionByRow is a condition as a bool series with the rows of h; what is missing in it is false. ok is
// false for what is no condition.
func conditionByRow(h Handle, v any) (cond *Series, ok bool, err error) {
	if is, list := conditionOf(v); list {
		return SeriesOf(apply(&pick.ChosenRows{Places: &pick.Places{Kind: "mask", Mask: is}}, h)), true, nil
	}
	switch v := v.(type) {
	case *Series:
		if d := colsOf(v)[0].Is; d.Null || !d.IsBool() {
			return v.FillNA(false), true, nil
		}
		return v, true, nil
	case Handle:
		r, err := rowsOfPlace(seriesLike(h), v)
		if err != nil {
			return nil, true, err
		}
		s, ok := r.(*Series)
		if !ok {
			return nil, true, errs.New(errs.Invalid, "a condition on rows has one axis")
		}
		return s, true, nil
	}
	return nil, false, nil
}

// seriesLike is a series with the rows of h.
func seriesLike(h Handle) Handle {
	if d, ok := h.(*DataFrame); ok {
		return d.Iloc(pick.AllPlaces, []int{}).Assign(C{0, 0}).Col(0)
	}
	return h
}
