package frame

import (
	"fmt"
	"math"
	"reflect"
)

// Equal reports that two columns have the same dtype and the same rows, whatever their encoding; missing
// equals missing. Ordered categories must have equal dictionaries.
func (c *Column) Equal(d *Column) bool { return c.Diff(d) == "" }

// Diff is the first difference of two columns in words, empty when they are Equal. For tests.
func (c *Column) Diff(d *Column) string {
	if c.DType != d.DType {
		return fmt.Sprintf("dtype %s, not %s", c.DType, d.DType)
	}
	if c.Rows != d.Rows {
		return fmt.Sprintf("%d rows, not %d", c.Rows, d.Rows)
	}
	if c.DType.IsCategorical() {
		if s := c.Dict.Values.Diff(d.Dict.Values); s != "" && (c.DType.Ordered || c.Dict.Values.DType != d.Dict.Values.DType) {
			return "categories: " + s
		}
	}
	for i := range c.Rows {
		a, b := c.Cell(i), d.Cell(i)
		if !sameCell(a, b) {
			return fmt.Sprintf("row %d is %s, not %s", i, pyRepr(a), pyRepr(b))
		}
	}
	return ""
}

func sameCell(a, b any) bool {
	x, ok := a.(float64)
	y, also := b.(float64)
	if ok && also {
		return x == y && math.Signbit(x) == math.Signbit(y) || x != x && y != y
	}
	return reflect.DeepEqual(a, b)
}

// Diff is the first difference of two indexes in words, empty when there is none: names, levels and labels. A
// RangeIndex and int64 labels of the same numbers are equal, as in pandas' default comparison.
func (x *Index) Diff(y *Index) string {
	if x.NLevels() != y.NLevels() || (x.Kind == MultiIndex) != (y.Kind == MultiIndex) {
		return fmt.Sprintf("%s index of %d levels, not %s of %d", x.Kind, x.NLevels(), y.Kind, y.NLevels())
	}
	for k := range x.Names {
		if x.Names[k] != y.Names[k] {
			return fmt.Sprintf("level %d is named %s, not %s", k, x.Names[k].Repr(), y.Names[k].Repr())
		}
		if s := x.Level(k).Diff(y.Level(k)); s != "" {
			return fmt.Sprintf("level %d: %s", k, s)
		}
	}
	return ""
}

// Equal reports no Diff.
func (x *Index) Equal(y *Index) bool { return x.Diff(y) == "" }

// Diff is the first difference of two frames in words, empty when there is none. Ordinals and tokens do not
// count.
func (f *Frame) Diff(g *Frame) string {
	if f.NRows != g.NRows || len(f.Cols) != len(g.Cols) {
		return fmt.Sprintf("shape (%d, %d), not (%d, %d)", f.NRows, len(f.Cols), g.NRows, len(g.Cols))
	}
	if s := f.Index.Diff(g.Index); s != "" {
		return "index: " + s
	}
	for i := range f.Cols {
		if f.Names[i] != g.Names[i] {
			return fmt.Sprintf("column %d is %s, not %s", i, f.Names[i].Repr(), g.Names[i].Repr())
		}
		if s := f.Cols[i].Diff(g.Cols[i]); s != "" {
			return fmt.Sprintf("column %s: %s", f.Names[i].Repr(), s)
		}
	}
	for i := range max(len(f.Axis), len(g.Axis)) {
		if axisName(f, i) != axisName(g, i) {
			return fmt.Sprintf("column level %d is named %s, not %s", i, axisName(f, i).Repr(), axisName(g, i).Repr())
		}
	}
	return ""
}

// Equal reports no Diff.
func (f *Frame) Equal(g *Frame) bool { return f.Diff(g) == "" }

// axisName is the name of level i of the column labels.
func axisName(f *Frame, i int) Label {
	if i < len(f.Axis) {
		return f.Axis[i]
	}
	return Label{}
}
