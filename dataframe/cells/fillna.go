package cells

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// Fillna is the operand of dataframe.fillna.
type Fillna struct {
	byColumn
	Value   any
	Columns []ColValue `sig:"-"` // for some columns; then Value is not used
	Set     bool       `sig:"-"` // in place: a value that a column of texts or times does not hold is refused
}

// ColValue is a value for a column.
type ColValue struct {
	Column frame.Label
	Value  any
}

func init() {
	op.Register[Fillna](op.Doc{
		Face: "inner",
		Name: "dataframe.fill_cells", Like: "pandas.DataFrame.fillna", Sig: "fill_cells(df, value)", Summary: "Values in place of missing ones, one for all or by column",
	})
}

// ColValues are values for columns, ordered by label so that equal calls are equal.
func ColValues(m map[any]any) ([]ColValue, error) {
	out := make([]ColValue, 0, len(m))
	for k, v := range m {
		l, ok := frame.LabelOf(k)
		w, ok2 := chunk.ScalarOf(v)
		if !ok || !ok2 {
			return nil, errs.New(errs.Type, "a %T for a %T", v, k)
		}
		out = append(out, ColValue{l, w})
	}
	slices.SortFunc(out, func(a, b ColValue) int { return a.Column.Compare(b.Column) })
	return out, nil
}

// of is the value for a column of dtype d; false when it has none: None is a cell of objects alone. A label
// of the first of several levels is that of all columns below it.
func (o *Fillna) of(l frame.Label, d dtype.DType) (any, bool) {
	if o.Columns == nil {
		return o.Value, o.Value != nil || d.IsObject()
	}
	for _, c := range o.Columns {
		if c.Column.Same(l) || c.Column.Same(firstLevel(l)) {
			return c.Value, !frame.IsMissing(c.Value)
		}
	}
	return nil, false
}

// firstLevel is the label of the first level, l itself where it has one.
func firstLevel(l frame.Label) frame.Label {
	if ls := l.Elems(); len(ls) > 1 {
		return ls[0]
	}
	return l
}

// held is a value as a column of dtype d holds it; false when that is an object.
func held(v any, d dtype.DType) (any, bool) {
	if s, ok := v.(string); ok && d.IsTemporal() {
		if w, ok := column.ParseTime(s, d); ok {
			v = w
		}
	}
	if d.IsCategorical() || d.IsObject() {
		return v, true
	}
	if t, ok := v.(frame.Timestamp); ok && d.IsDatetime() && (t.TZ == "") != (d.TZ == "") {
		return v, false
	}
	if isBool(v) != d.IsBool() && !(d.IsBool() && frame.IsMissing(v)) || d.IsString() && !textOrMissing(v) {
		return v, false
	}
	if f, ok := v.(float64); ok && d.IsInteger() && d.Null && !d.HoldsWhole(f) && !frame.IsMissing(v) {
		return v, false
	}
	_, err := column.Single(v, d)
	return v, err == nil
}

// refuses reports that a column takes no value that its dtype does not hold.
func (o *Fillna) refuses(d dtype.DType) bool {
	return d.Null || o.Set && (d.IsString() || d.IsTemporal())
}

func textOrMissing(v any) bool { _, ok := v.(string); return ok || frame.IsMissing(v) }

func (o *Fillna) Infer(in []op.Meta) ([]op.Meta, error) {
	return EachType(in[0], func(_ int, c op.Col) (op.Type, error) {
		v, ok := o.of(c.Name, c.Is)
		if !ok || !frame.CanMiss(c.Is) {
			return op.T(c.Is), nil
		}
		if _, ok := held(v, c.Is); !ok {
			if o.refuses(c.Is) { // where one is missing
				return op.T(c.Is), nil
			}
			return op.Pending(c.Is, dtype.Object), nil
		}
		return op.T(c.Is), nil
	})
}

func (o *Fillna) Exec(x *op.Exec) error {
	names := x.Frame(0).Names
	return mapColumns(x, func(i int, c *frame.Column) (*frame.Column, error) {
		v, ok := o.of(names[i], c.DType)
		if !ok || !c.HasNulls() {
			return c, nil
		}
		if v == nil {
			return noneFor(chunk.Env(x), c)
		}
		v, ok = held(v, c.DType)
		if !ok && o.refuses(c.DType) {
			return nil, unheld(v, c.DType)
		}
		if !ok {
			var err error
			if c, err = chunk.Env(x).Cast(c, dtype.Object); err != nil {
				return nil, err
			}
		}
		return chunk.Env(x).Fill(c, v)
	})
}

// noneFor puts None where a column of objects misses a value, which may be NaN.
func noneFor(e column.Env, c *frame.Column) (*frame.Column, error) {
	keep, _ := column.Nulls(c)
	for i := range keep {
		keep[i] = !keep[i]
	}
	return e.Where(keep, c, frame.NewObjects([]any{nil}))
}
