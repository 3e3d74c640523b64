package schema

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// SameIndex reports values whose row labels are known to be equal.
func SameIndex(a, b op.Meta) bool {
	x, y := &a.Index, &b.Index
	if len(a.Dims) == 0 || len(b.Dims) == 0 {
		return false
	}
	return x.Same(y) || x.Kind == frame.RangeIndex && y.Kind == frame.RangeIndex && x.Start == y.Start && x.Step == y.Step &&
		a.Dims[0] == b.Dims[0]
}

// Unioned is a under the labels of a and b together: their union where they differ.
func Unioned(a, b op.Meta) (op.Meta, error) {
	d, err := labelTypes(a.Index, b.Index)
	if err != nil {
		return a, err
	}
	m := a.WithRows(op.Sym("align", a, b))
	m.Index = a.Index.Derive("align", a, b)
	m.Index.Loose = false
	m.Index.Levels = slices.Clone(m.Index.Levels)
	for k := range d {
		m.Index.Levels[k].Type = op.T(d[k])
	}
	if len(d) == 1 {
		m.Index.Kind = frame.IndexKindOf(d[0])
	}
	return m, nil
}

// labelTypes are the dtypes of the labels of two indexes together.
func labelTypes(a, b op.IndexMeta) ([]dtype.DType, error) {
	if len(a.Levels) != len(b.Levels) {
		return nil, errs.New(errs.Invalid, "cannot join an index of %d levels with one of %d: such joins are not there yet", len(a.Levels), len(b.Levels))
	}
	d := make([]dtype.DType, len(a.Levels))
	for k := range d {
		var err error
		if d[k], err = column.JoinedType(a.Levels[k].Is, b.Levels[k].Is); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// NamesIndex is the index of column labels: what a reduction over columns is labeled with.
func NamesIndex(names []frame.Label) *frame.Index {
	n := frame.ColumnLevels(names)
	if n < 2 {
		return frame.NewIndex(frame.Label{}, frame.LabelColumn(names))
	}
	levels := make([]*frame.Column, n)
	for k := range levels {
		ls := make([]frame.Label, len(names))
		for i, l := range names {
			ls[i] = l.Elem(k)
		}
		levels[k] = frame.LabelColumn(ls)
	}
	return frame.NewMulti(nil, levels...)
}

// AxisIndex is the namesIndex of a frame, under the names of its column axis.
func AxisIndex(names, axis []frame.Label) *frame.Index {
	ix := NamesIndex(names)
	if len(axis) == ix.NLevels() {
		return ix.WithNames(axis...)
	}
	return ix
}

// NamesMeta is its meta, under the names of the column axis as far as they are known.
func NamesMeta(cols []op.Col, axis []frame.Label) op.IndexMeta {
	x := NamesIndex(LabelsOf(cols))
	m := op.IndexOf(x).Identify(x)
	if len(axis) == len(m.Levels) {
		for k := range axis {
			m.Levels[k].Name = axis[k]
		}
	}
	return m
}

// Across is how many rows a series over columns of m has: what follows from the data where m may have more of
// them.
func Across(m op.Meta, cols []op.Col) op.Dim {
	if m.Open {
		return op.Sym("columns", m)
	}
	return op.Dim{N: len(cols)}
}

// LabelsOf are the labels of columns.
func LabelsOf(cols []op.Col) []frame.Label {
	ls := make([]frame.Label, len(cols))
	for i, c := range cols {
		ls[i] = c.Name
	}
	return ls
}

// TypesOf are the dtypes of columns.
func TypesOf(cols []op.Col) []dtype.DType {
	ds := make([]dtype.DType, len(cols))
	for i, c := range cols {
		ds[i] = c.Is
	}
	return ds
}

// CommonType is the dtype of a row of columns; of no column it is object.
func CommonType(ds ...dtype.DType) dtype.DType {
	if len(ds) == 0 {
		return dtype.Object
	}
	d := ds[0]
	for i, e := range ds[1:] {
		if e != ds[i] { // neighbours are mostly alike
			d = dtype.Common(d, e)
		}
	}
	return d
}

// RowType is the dtype of a row of columns as a selection gives it: of no column it is float64.
func RowType(cols []op.Col) dtype.DType {
	if len(cols) == 0 {
		return dtype.Float64
	}
	return CommonType(TypesOf(cols)...)
}

// ScalarMeta describes one value: a tensor of no dimension where arrays hold the dtype, else an object.
func ScalarMeta(d dtype.DType) op.Meta {
	if !d.Fixed() || d.Null || d.TZ != "" {
		return op.NewObject()
	}
	return op.NewTensor(d)
}

// Reprs is Python's text of a list of labels.
func Reprs(ls []frame.Label) string {
	s := "["
	for i, l := range ls {
		if i > 0 {
			s += ", "
		}
		s += l.Repr()
	}
	return s + "]"
}

// LabelsOfRows are the rows of c as labels.
func LabelsOfRows(c *frame.Column) []frame.Label {
	out := make([]frame.Label, c.Rows)
	for i := range out {
		out[i] = c.Label(i)
	}
	return out
}

// LabelList reads labels that a user gives.
func LabelList(vs []any) ([]frame.Label, error) {
	ls := make([]frame.Label, len(vs))
	for i, v := range vs {
		var err error
		if ls[i], err = LabelOf(v); err != nil {
			return nil, err
		}
	}
	return ls, nil
}
