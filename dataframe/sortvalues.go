package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/ordering"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/frame"
)

// SortValues orders rows by columns, or by index levels of these names: by is a label or a []string or
// []frame.Label. Rows with equal keys keep their order, whatever kind of sort pandas would use. Errors:
// NotFound for an unknown label.
func (d *DataFrame) SortValues(by any, o ...Sort) *DataFrame {
	d = only(d, o)
	ls, err := schema.LabelsIn([]any{by})
	if err != nil {
		return FrameOf(bad("dataframe.sort_values", err))
	}
	s := one(o)
	if ls == nil {
		ls = []frame.Label{}
	}
	p := &ordering.SortValues{By: ls, IgnoreIndex: s.IgnoreIndex}
	p.Ascending, p.NaPosition = s.directions()
	return FrameOf(apply(p, d))
}

// SortValues orders the values of a series; see DataFrame.SortValues.
func (s *Series) SortValues(o ...Sort) *Series {
	s = only(s, o)
	t := one(o)
	p := &ordering.SortValues{IgnoreIndex: t.IgnoreIndex}
	p.Ascending, p.NaPosition = t.directions()
	return SeriesOf(apply(p, s))
}
