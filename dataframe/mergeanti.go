package dataframe

import "github.com/mars-project/mars-go/frame"

// An anti join is the rows of a left (or right) join that have no partner, under the labels that they have there: pandas makes it so.

// sided is the join that the anti join how is a part of, and what its indicator says of the rows that stay. ok is false for other joins.
func sided(how string) (join, only string, ok bool) {
	switch how {
	case "left_anti":
		return "left", "left_only", true
	case "right_anti":
		return "right", "right_only", true
	}
	return how, "", false
}

// sideColumn is the indicator of a join that was asked for none.
const sideColumn = "_mars_side"

// mergeOf is the merge of two sides.
func mergeOf(m *merge, left, right Handle) *DataFrame {
	how, only, ok := sided(m.How)
	if !ok {
		return FrameOf(apply(m, left, right))
	}
	j, asked := *m, true
	j.How = how
	if j.Indicator == nil || j.Indicator == false {
		j.Indicator, asked = sideColumn, false
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
