package merge

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Narrow is a selection of columns.
func (*Merge) Narrow(_ int, cols []frame.Label) op.Operand { return &pick.SelectColumns{Columns: cols} }

// ColumnsOf are the keys and the wanted columns of a side, and what gives them their suffixes: columns of one
// name on the other side.
func (o *Merge) ColumnsOf(i int, in []op.Meta, want []int) ([]int, bool) {
	if schema.Repeats(schema.LabelsOf(in[0].Cols)) || schema.Repeats(schema.LabelsOf(in[1].Cols)) {
		return nil, false
	}
	p, err := o.Plan(in)
	if err != nil {
		return nil, false
	}
	cols := []int{}
	need := func(l frame.Label) {
		if at := in[i].Find(l); at >= 0 && !slices.Contains(cols, at) {
			cols = append(cols, at)
		}
	}
	for _, k := range p.Keys {
		need(k.name)
		need(k.L.Label)
		need(k.R.Label)
	}
	used := slices.Clone(p.index.levels)
	for _, w := range want {
		if w >= len(p.Cols) {
			return nil, false
		}
		used = append(used, p.Cols[w])
	}
	for _, c := range used {
		if c.From > FromRight || c.At < 0 {
			continue
		}
		name := in[c.From].Cols[c.At].Name
		if int(c.From) == i || name != c.Name {
			need(name)
		}
	}
	return cols, len(cols) > 0
}
