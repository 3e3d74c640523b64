package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// eachType is m with other dtypes of columns.
func eachType(m op.Meta, f func(i int, c op.Col) (op.Type, error)) ([]op.Meta, error) {
	m.Cols = slices.Clone(m.Cols)
	for i, c := range m.Cols {
		t, err := f(i, c)
		if err != nil {
			return nil, err
		}
		m.Cols[i].Type = t
	}
	return []op.Meta{m}, nil
}

// mapColumns puts input 0 with other columns under the same labels.
func mapColumns(x *op.Exec, f func(i int, c *frame.Column) (*frame.Column, error)) error {
	in := x.Frame(0)
	out := in.Select(all(len(in.Cols))...)
	for i, c := range in.Cols {
		d, err := f(i, c)
		if err != nil {
			return err
		}
		out.Cols[i] = d
	}
	return x.Put(0, out)
}

// byColumn is a trait of functions of single columns.
type byColumn struct{ op.Rowwise }

// ColumnsOf passes.
func (byColumn) ColumnsOf(i int, _ []op.Meta, want []int) ([]int, bool) {
	if i > 0 {
		return nil, false
	}
	return want, true
}
