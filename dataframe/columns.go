package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// placesNamed are the places of the columns of m with label l, in order; of labels of several levels also of those that begin with l. Errors: NotFound, unless the schema is open.
func placesNamed(m op.Meta, l frame.Label) ([]int, error) {
	var at []int
	for i, c := range m.Cols {
		if c.Name.Same(l) {
			at = append(at, i)
		}
	}
	if n := l.Len(); at == nil && n < frame.ColumnLevels(labelsOf(m.Cols)) {
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

// named are the columns of m with the labels, in their order, and where they lie; a column that an open schema may have has place -1.
func named(m op.Meta, ls []frame.Label) (cols []op.Col, at []int, err error) {
	for _, l := range ls {
		ps, err := placesNamed(m, l)
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

// placesOfNames are the places of the labels in a frame that was computed. Errors: NotFound.
func placesOfNames(f *frame.Frame, ls []frame.Label) ([]int, error) {
	_, at, err := named(*op.SchemaOf(f), ls)
	return at, err
}

// labelsIn reads labels of columns that a user gives: a label each, or lists of them.
func labelsIn(vs []any) ([]frame.Label, error) {
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
			l, err := labelOf(v)
			if err != nil {
				return nil, err
			}
			ls = append(ls, l)
		}
	}
	return ls, nil
}

// labelOf reads a label that a user gives.
func labelOf(v any) (frame.Label, error) {
	l, ok := frame.LabelOf(v)
	if !ok {
		return l, errs.New(errs.Type, "unhashable type: a %T is no label", v)
	}
	return l, nil
}

// unnamed are the places of m's columns that have none of the labels, and do not begin with one.
func unnamed(m op.Meta, ls []frame.Label) []int {
	keep := []int{}
	for i, c := range m.Cols {
		if !slices.ContainsFunc(ls, c.Name.Same) {
			keep = append(keep, i)
		}
	}
	if frame.ColumnLevels(labelsOf(m.Cols)) == 1 {
		return keep
	}
	return slices.DeleteFunc(keep, func(i int) bool {
		es := m.Cols[i].Name.Elems()
		return slices.ContainsFunc(ls, func(l frame.Label) bool {
			return l.Len() < len(es) && slices.EqualFunc(es[:l.Len()], l.Elems(), frame.Label.Same)
		})
	})
}

// through are the inputs behind the wanted outputs, where output k is column at[k] of the input.
func through(at, want []int) ([]int, bool) {
	cols := make([]int, 0, len(want))
	for _, w := range want {
		if w >= len(at) || at[w] < 0 {
			return nil, false
		}
		cols = append(cols, at[w])
	}
	return cols, true
}
