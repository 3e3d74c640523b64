package cells

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// whereRow is where or mask.
type whereRow struct {
	name    string
	keep    bool // elements where the condition is true
	summary string
}

var whereRows = []whereRow{{"where", true, "Elements where a condition is true, a value elsewhere"}, {"mask", false, "A value where a condition is true"}}

// Where is the operand of dataframe.where and dataframe.mask.
type Where struct {
	Other any
	None  bool `sig:"-"` // Other is None, which cells of objects are then
	Set   bool `sig:"-"` // an assignment: a value that the dtype does not hold is refused
	row   *whereRow
}

func (o *Where) Row() string { return o.row.name }

// Keeps reports that elements stay where the condition is true.
func (o *Where) Keeps() bool { return o.row.keep }

func init() {
	for i := range whereRows {
		r := &whereRows[i]
		op.Register[Where](op.Doc{
			Face: "inner",
			Name: "dataframe." + r.name + "_value", Like: "pandas.DataFrame." + r.name, Summary: r.summary,
			Sig: r.name + "_value(df, cond, other=None)", Notes: "The condition has the labels of the elements; other is a single value.",
		}, Where{row: r})
	}
}

// Wider is the dtype that holds the value beside elements of d, and the value as it holds it.
func Wider(v any, d dtype.DType) (dtype.DType, any) {
	if frame.IsMissing(v) {
		return d.WithMissing(), v
	}
	if d == dtype.Bool && !isBool(v) {
		return dtype.Object, v
	}
	if d.IsInteger() && !d.Null {
		if f, ok := v.(float64); ok && !d.HoldsWhole(f) {
			return dtype.Float64, v
		}
	}
	if w, ok := held(v, d); ok {
		return d, w
	}
	if d.IsNumber() && !d.Null {
		switch v := v.(type) {
		case int64:
			if w, err := chunk.WiderInt(v, d); err == nil {
				return w, v
			}
		case uint64:
			return dtype.Common(d, dtype.Uint64), v
		case complex128:
			return dtype.Common(d, dtype.Complex128), v
		}
	}
	return dtype.Object, v
}

// refused reports a nullable dtype, but of text, that would become objects: pandas refuses the value, once it
// is put.
func refused(d, wider dtype.DType) bool { return d.Null && !d.IsString() && wider.IsObject() }

// unheld is the error of a value that is put into a nullable dtype that does not hold it.
func unheld(v any, d dtype.DType) error {
	if n, ok := v.(int64); ok && d.IsInteger() && !d.HoldsInt(n) {
		_, err := column.Single(v, d)
		return err
	}
	return errs.New(errs.Type, "Invalid value '%s' for dtype '%s'", frame.CellText(v), d)
}

// SetIn is the dtype of a column in which a value is put by assignment. Errors: Type where the column does
// not hold it.
func SetIn(v any, d dtype.DType) (dtype.DType, any, error) {
	w, x := Wider(v, d)
	missing := frame.IsMissing(v)
	unlike := !d.IsObject() && isBool(v) != d.IsBool() && !(d.IsBool() && d.Null && missing) // a bool among others, or another among bools
	if unlike || !missing && (w != d || d.IsTemporal() && !chunk.Holds(d, x)) {
		return d, v, errs.New(errs.Type, "Invalid value '%s' for dtype '%s'", frame.CellText(v), d)
	}
	return w, x, nil
}

func isBool(v any) bool { _, ok := v.(bool); return ok }

func (o *Where) Infer(in []op.Meta) ([]op.Meta, error) {
	m, c := in[0], in[1]
	for _, k := range c.Cols {
		if !k.Is.IsBool() {
			return nil, errs.New(errs.Type, "Boolean array expected for the condition, not %s", k.Is)
		}
	}
	switch {
	case c.Kind == op.Frame && (m.Kind != op.Frame || !equalNames(m.Cols, c.Cols)):
		return nil, errs.New(errs.Invalid, "the condition has other columns")
	case c.Kind != op.Frame && c.Kind != op.Series:
		return nil, errs.New(errs.Type, "a %s as condition", c.Kind)
	}
	return EachType(m, func(_ int, k op.Col) (op.Type, error) {
		d, _ := Wider(o.Other, k.Is)
		if refused(k.Is, d) { // where there is something to put
			d = k.Is
		}
		if o.Set {
			var err error
			if d, _, err = SetIn(o.Other, k.Is); err != nil {
				return op.Type{}, err
			}
		}
		if d != k.Is {
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

// Tile brings the rows of the condition to those of the frame.
func (o *Where) Tile(t *op.Tiler) error { return t.Out(t.Align(op.Left, t.In(0), t.In(1))) }

// Look passes: the rows of the frame stay.
func (*Where) Look(int) op.Look { return op.Passes }

// Labels pass; Align looks at those that it must.
func (*Where) Labels(int) op.Look { return op.Passes }

// MeetsLabels of all inputs.
func (*Where) MeetsLabels([]op.Meta) bool { return true }

func (o *Where) Exec(x *op.Exec) error {
	e, cond := chunk.Env(x), x.Frame(1)
	moved := x.Stage == op.Final
	var at []int64 // rows of the condition that was sent by label
	if moved {
		var err error
		if at, err = e.Reindex(x.Frame(0).Index, cond.Index); err != nil {
			return err
		}
		if o.Set && x.InMeta(1).Kind == op.Series && slices.Contains(at, -1) {
			return pick.ErrUnaligned()
		}
	}
	return mapAligned(x, func(i int, c *frame.Column) (*frame.Column, error) {
		k := cond.Cols[min(i, len(cond.Cols)-1)]
		rows, err := column.True(e, k)
		if err != nil {
			return nil, err
		}
		if !o.row.keep && k.HasNulls() { // a missing condition puts the value, as a false one of where does
			for i := range k.Rows {
				if k.IsNull(i) {
					rows = append(rows, int64(i))
				}
			}
		}
		keep, n := o.kept(c.Rows, k.Rows, rows, at)
		switch {
		case moved && frame.IsMissing(o.Other) && !frame.CanMiss(c.DType): // undecided: rows still go back to their chunks
			return c.Take(x.Mem(), ordinals(keep))
		case n == c.Rows && !moved:
			return c, nil
		}
		if o.None && c.DType.IsObject() {
			return nones(c, keep), nil
		}
		d, v := Wider(o.Other, c.DType)
		if refused(c.DType, d) {
			return nil, unheld(o.Other, c.DType)
		}
		if o.Set {
			if d, v, err = SetIn(o.Other, c.DType); err != nil {
				return nil, err
			}
		}
		if c, err = e.Cast(c, d); err != nil {
			return nil, err
		}
		return e.Put(keep, c, v)
	})
}

// nones is a column of objects with None in the rows that are not kept.
func nones(c *frame.Column, keep []bool) *frame.Column {
	cells := c.Cells()
	for i, k := range keep {
		if !k {
			cells[i] = nil
		}
	}
	return frame.NewObjects(cells)
}

// kept tells which of n rows stay, and how many; is are the true rows of the m rows of the condition, at the
// row of the condition of each.
func (o *Where) kept(n, m int, is, at []int64) (keep []bool, count int) {
	cond := make([]bool, m)
	for _, r := range is {
		cond[r] = true
	}
	keep = make([]bool, n)
	for i := range keep {
		r := int64(i)
		if at != nil {
			r = at[i]
		}
		if keep[i] = r >= 0 && cond[r] == o.row.keep; keep[i] {
			count++
		}
	}
	return keep, count
}

// ordinals are the rows that are kept, -1 in the place of others.
func ordinals(keep []bool) []int64 {
	out := make([]int64, len(keep))
	for i, k := range keep {
		if out[i] = -1; k {
			out[i] = int64(i)
		}
	}
	return out
}

// ColumnsOf are the wanted ones; of a condition that is a frame the same.
func (o *Where) ColumnsOf(i int, in []op.Meta, want []int) ([]int, bool) {
	if i == 1 && in[1].Kind == op.Series {
		return nil, false
	}
	return want, true
}
