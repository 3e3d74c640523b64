package cells

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// EachType is m with other dtypes of columns.
func EachType(m op.Meta, f func(i int, c op.Col) (op.Type, error)) ([]op.Meta, error) {
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
	out, err := mapped(x.Frame(0), f)
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

// mapAligned is mapColumns where other rows may have been sent by label: the labels keep their dtypes.
func mapAligned(x *op.Exec, f func(i int, c *frame.Column) (*frame.Column, error)) error {
	out, err := mapped(x.Frame(0), f)
	if err == nil {
		out, err = chunk.KeptLabels(x, out)
	}
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

func mapped(in *frame.Frame, f func(i int, c *frame.Column) (*frame.Column, error)) (*frame.Frame, error) {
	out := in.Select(All(len(in.Cols))...)
	for i, c := range in.Cols {
		d, err := f(i, c)
		if err != nil {
			return nil, err
		}
		out.Cols[i] = d
	}
	return out, nil
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
