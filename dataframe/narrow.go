package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Operators that move rows move only the columns that are read after them: the planner puts a selection below, wherever the columns come from.

// narrow is embedded by operators that move the rows of their first input.
type narrow struct{}

// Narrow is a selection of columns.
func (narrow) Narrow(i int, cols []frame.Label) op.Operand {
	if i > 0 {
		return nil
	}
	return &selectColumns{Columns: cols}
}

// Narrow is a selection of columns.
func (*merge) Narrow(_ int, cols []frame.Label) op.Operand { return &selectColumns{Columns: cols} }

// Narrow is a selection of columns.
func (*concat) Narrow(_ int, cols []frame.Label) op.Operand { return &selectColumns{Columns: cols} }

// ColumnsOf are the keys and the wanted columns of a side, and what gives them their suffixes: columns of one name on the other side.
func (o *merge) ColumnsOf(i int, in []op.Meta, want []int) ([]int, bool) {
	if repeats(labelsOf(in[0].Cols)) || repeats(labelsOf(in[1].Cols)) {
		return nil, false
	}
	p, err := o.plan(in)
	if err != nil {
		return nil, false
	}
	cols := []int{}
	need := func(l frame.Label) {
		if at := in[i].Find(l); at >= 0 && !slices.Contains(cols, at) {
			cols = append(cols, at)
		}
	}
	for _, k := range p.keys {
		need(k.name)
		need(k.l.Label)
		need(k.r.Label)
	}
	used := slices.Clone(p.index.levels)
	for _, w := range want {
		if w >= len(p.cols) {
			return nil, false
		}
		used = append(used, p.cols[w])
	}
	for _, c := range used {
		if c.from > fromRight || c.at < 0 {
			continue
		}
		name := in[c.from].Cols[c.at].Name
		if int(c.from) == i || name != c.name {
			need(name)
		}
	}
	return cols, len(cols) > 0
}

// ColumnsOf frames below each other are those of the wanted names.
func (o *concat) ColumnsOf(i int, in []op.Meta, want []int) ([]int, bool) {
	if o.Axis != 0 {
		return nil, false
	}
	for _, m := range in {
		if m.Kind != op.Frame || repeats(labelsOf(m.Cols)) {
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
