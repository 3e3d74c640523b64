package reshape

import (
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Narrow is a selection of columns.
func (*Concat) Narrow(_ int, cols []frame.Label) op.Operand {
	return &pick.SelectColumns{Columns: cols}
}

// ColumnsOf frames below each other are those of the wanted names.
func (o *Concat) ColumnsOf(i int, in []op.Meta, want []int) ([]int, bool) {
	if o.Axis != 0 {
		return nil, false
	}
	for _, m := range in {
		if m.Kind != op.Frame || schema.Repeats(schema.LabelsOf(m.Cols)) {
			return nil, false
		}
	}
	all, err := o.columns(in)
	if err != nil {
		return nil, false
	}
	cols := []int{}
	for _, w := range want {
		if w >= len(all.Cols) {
			return nil, false
		}
		if at := in[i].Find(all.Cols[w].Name); at >= 0 {
			cols = append(cols, at)
		}
	}
	return cols, len(cols) > 0
}
