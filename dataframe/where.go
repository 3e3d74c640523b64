package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// Where keeps elements where a condition of the same row labels is true (a bool series for all columns, or a frame with the same columns) and
// puts a value elsewhere, missing by default. What a dtype does not hold makes the column wider: floats, or objects. Errors: Invalid for a
// condition that is not bool or has other labels or columns.
func (d *DataFrame) Where(cond Handle, other ...any) *DataFrame {
	return FrameOf(chosen("where", d, cond, other))
}

// Where keeps elements where a condition is true. See DataFrame.Where.
func (s *Series) Where(cond *Series, other ...any) *Series {
	return SeriesOf(chosen("where", s, cond, other))
}

// Mask puts a value where a condition is true. See DataFrame.Where.
func (d *DataFrame) Mask(cond Handle, other ...any) *DataFrame {
	return FrameOf(chosen("mask", d, cond, other))
}

// Mask puts a value where a condition is true. See DataFrame.Where.
func (s *Series) Mask(cond *Series, other ...any) *Series {
	return SeriesOf(chosen("mask", s, cond, other))
}

// whereRow is where or mask.
type whereRow struct {
	name    string
	keep    bool // elements where the condition is true
	summary string
}

var whereRows = []whereRow{{"where", true, "Elements where a condition is true, a value elsewhere"}, {"mask", false, "A value where a condition is true"}}

type where struct {
	byColumn
	Other any
	row   *whereRow
}

func (o *where) Row() string { return o.row.name }

func init() {
	for i := range whereRows {
		r := &whereRows[i]
		op.Register[where](op.Doc{
			Name: "dataframe." + r.name, Like: "pandas.DataFrame." + r.name, Summary: r.summary,
			Sig:     r.name + "(df, cond, other=None, *, inplace=False, axis=None, level=None)",
			Methods: "DataFrame." + r.name + " Series." + r.name, Notes: "The condition has the labels of the elements; other is a single value.",
		}, where{row: r})
	}
}

func chosen(name string, h, cond Handle, other []any) op.Value {
	o := op.Lookup("dataframe." + name).New().(*where)
	if len(other) > 0 {
		v, ok := scalarOf(other[0])
		if !ok {
			return bad("dataframe."+name, errs.New(errs.Type, "other is a single value, not a %T", other[0]))
		}
		o.Other = v
	}
	return apply(o, h, cond)
}

// wider is the dtype that holds the value beside elements of d, and the value as it holds it.
func wider(v any, d dtype.DType) (dtype.DType, any) {
	if frame.IsMissing(v) {
		return d.WithMissing(), v
	}
	if d.IsInteger() && !d.Null {
		if f, ok := v.(float64); ok && f != float64(int64(f)) {
			return dtype.Float64, v
		}
	}
	if w, ok := held(v, d); ok {
		return d, w
	}
	return dtype.Object, v
}

func (o *where) Infer(in []op.Meta) ([]op.Meta, error) {
	m, c := in[0], in[1]
	for _, k := range c.Cols {
		if !k.Is.IsBool() {
			return nil, errs.New(errs.Type, "Boolean array expected for the condition, not %s", k.Is)
		}
	}
	switch {
	case !sameIndex(m, c):
		return nil, errs.New(errs.Invalid, "the condition has other row labels")
	case c.Kind == op.Frame && (m.Kind != op.Frame || !equalNames(m.Cols, c.Cols)):
		return nil, errs.New(errs.Invalid, "the condition has other columns")
	case c.Kind != op.Frame && c.Kind != op.Series:
		return nil, errs.New(errs.Type, "a %s as condition", c.Kind)
	}
	return eachType(m, func(_ int, k op.Col) (op.Type, error) {
		if d, _ := wider(o.Other, k.Is); d != k.Is {
			return op.Pending(k.Is, d), nil
		}
		return op.T(k.Is), nil
	})
}

func equalNames(a, b []op.Col) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Name != b[i].Name {
			return false
		}
	}
	return true
}

func (o *where) Exec(x *op.Exec) error {
	e, cond := env(x), x.Frame(1)
	return mapColumns(x, func(i int, c *frame.Column) (*frame.Column, error) {
		k := cond.Cols[min(i, len(cond.Cols)-1)]
		rows, err := column.True(e, k)
		if err != nil {
			return nil, err
		}
		keep := make([]bool, c.Rows)
		for i := range keep {
			keep[i] = !o.row.keep
		}
		for _, r := range rows {
			keep[r] = o.row.keep
		}
		n := len(rows)
		if !o.row.keep {
			n = c.Rows - n
		}
		if n == c.Rows {
			return c, nil
		}
		d, v := wider(o.Other, c.DType)
		if c, err = e.Cast(c, d); err != nil {
			return nil, err
		}
		return e.Put(keep, c, v)
	})
}

// ColumnsOf are the wanted ones; of a condition that is a frame the same.
func (o *where) ColumnsOf(i int, in []op.Meta, want []int) ([]int, bool) {
	if i == 1 && in[1].Kind == op.Series {
		return nil, false
	}
	return want, true
}
