package schema

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// PlacesNamed are the places of the columns of m with label l, in order; of labels of several levels also of
// those that begin with l. Errors: NotFound, unless the schema is open.
func PlacesNamed(m op.Meta, l frame.Label) ([]int, error) {
	var at []int
	for i, c := range m.Cols {
		if c.Name.Same(l) {
			at = append(at, i)
		}
	}
	if n := l.Len(); at == nil && n < frame.ColumnLevels(LabelsOf(m.Cols)) {
		for i, c := range m.Cols {
			if slices.EqualFunc(c.Name.Elems()[:n], l.Elems(), frame.Label.Same) {
				at = append(at, i)
			}
		}
	}
	if at == nil {
		if _, err := m.Col(l); err != nil {
			return nil, err
		}
	}
	return at, nil
}

// Named are the columns of m with the labels, in their order, and where they lie; a column that an open
// schema may have has place -1.
func Named(m op.Meta, ls []frame.Label) (cols []op.Col, at []int, err error) {
	for _, l := range ls {
		ps, err := PlacesNamed(m, l)
		if err != nil {
			return nil, nil, err
		}
		if ps == nil {
			c, _ := m.Col(l)
			cols, at = append(cols, c), append(at, -1)
		}
		for _, p := range ps {
			cols, at = append(cols, m.Cols[p]), append(at, p)
		}
	}
	return cols, at, nil
}

// PlacesOfNames are the places of the labels in a frame that was computed. Errors: NotFound.
func PlacesOfNames(f *frame.Frame, ls []frame.Label) ([]int, error) {
	_, at, err := Named(*op.SchemaOf(f), ls)
	return at, err
}

// LabelsIn reads labels of columns that a user gives: a label each, or lists of them.
func LabelsIn(vs []any) ([]frame.Label, error) {
	var ls []frame.Label
	for _, v := range vs {
		switch v := v.(type) {
		case []string:
			for _, s := range v {
				ls = append(ls, frame.L(s))
			}
		case []int:
			for _, n := range v {
				ls = append(ls, frame.L(n))
			}
		case []frame.Label:
			ls = append(ls, v...)
		default:
			l, err := LabelOf(v)
			if err != nil {
				return nil, err
			}
			ls = append(ls, l)
		}
	}
	return ls, nil
}

// LabelOf reads a label that a user gives.
func LabelOf(v any) (frame.Label, error) {
	l, ok := frame.LabelOf(v)
	if !ok {
		return l, errs.In(errs.New(errs.Type, "a %T is no label", v), "unhashable type: a %T is no label", v)
	}
	return l, nil
}

// Unnamed are the places of m's columns that have none of the labels, and do not begin with one.
func Unnamed(m op.Meta, ls []frame.Label) []int {
	keep := []int{}
	for i, c := range m.Cols {
		if !slices.ContainsFunc(ls, c.Name.Same) {
			keep = append(keep, i)
		}
	}
	if frame.ColumnLevels(LabelsOf(m.Cols)) == 1 {
		return keep
	}
	return slices.DeleteFunc(keep, func(i int) bool {
		es := m.Cols[i].Name.Elems()
		return slices.ContainsFunc(ls, func(l frame.Label) bool {
			return l.Len() < len(es) && slices.EqualFunc(es[:l.Len()], l.Elems(), frame.Label.Same)
		})
	})
}

// Through are the inputs behind the wanted outputs, where output k is column at[k] of the input.
func Through(at, want []int) ([]int, bool) {
	cols := make([]int, 0, len(want))
	for _, w := range want {
		if w >= len(at) || at[w] < 0 {
			return nil, false
		}
		cols = append(cols, at[w])
	}
	return cols, true
}

// SameRows is a series of another dtype with the rows of input 0.
func SameRows(in []op.Meta, c op.Col, t op.Type) []op.Meta {
	return []op.Meta{op.NewSeries(in[0].Dims[0], in[0].Index, op.Col{Name: c.Name, Type: t})}
}

// Compared are the columns that decide whether rows are equal. A tuple that is no label of a column has
// several labels.
func Compared(m op.Meta, subset []frame.Label) ([]int, error) {
	if len(subset) == 1 && subset[0].Kind() == frame.LabelTuple {
		if !slices.ContainsFunc(m.Cols, func(c op.Col) bool { return c.Name == subset[0] }) {
			subset = subset[0].Elems()
		}
	}
	if len(subset) > 0 && m.Kind != op.Series {
		_, at, err := Named(m, subset)
		return at, err
	}
	at := make([]int, len(m.Cols))
	for i := range at {
		at[i] = i
	}
	return at, nil
}

// OpenSeries is m, of groups of an input whose columns follow from data that was not read, as the series that
// it will be. The dtype of its one column is a guess: that of the input where this is a series.
func OpenSeries(m, in op.Meta, chosen []frame.Label) op.Meta {
	c := op.Col{Type: op.T(dtype.Float64)}
	if in.Kind == op.Series && len(in.Cols) == 1 {
		c = op.Col{Name: in.Cols[0].Name, Type: op.T(in.Cols[0].Is)}
	}
	if len(chosen) == 1 {
		c.Name = chosen[0]
	}
	m.Kind, m.Open, m.Cols = op.Series, true, []op.Col{c}
	return m
}

// PlaceOf is the place of a column, -1 where there is none of the label.
func PlaceOf(cols []op.Col, l frame.Label) int { return op.Meta{Cols: cols}.Find(l) }

// OneColumn runs f on the one column of input 0 and puts its answer under the same labels.
func OneColumn(x *op.Exec, f func(c *frame.Column) (*frame.Column, error)) error {
	in := x.Frame(0)
	c, err := f(in.Cols[0])
	if err != nil {
		return err
	}
	out := in.Select(0)
	out.Cols[0] = c
	return x.Put(0, out)
}
