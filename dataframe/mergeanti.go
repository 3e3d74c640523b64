package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/merge"
	"github.com/mars-project/mars-go/frame"
)

// mergeOf is the merge of two sides.
func mergeOf(m *merge.Merge, left, right Handle) *DataFrame {
	how, only, ok := merge.Sided(m.How)
	if !ok {
		return FrameOf(apply(m, left, right))
	}
	j, asked := *m, true
	j.How = how
	if j.Indicator == nil || j.Indicator == false {
		j.Indicator, asked = merge.SideColumn, false
	}
	name := "_merge"
	if s, ok := j.Indicator.(string); ok {
		name = s
	}
	d := FrameOf(apply(&j, left, right))
	d = d.Filter(d.Col(frame.L(name)).Eq(only))
	if asked {
		return d
	}
	return d.Drop(frame.L(name))
}
