package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// OfColumn asks for aggregates of one column: an entry of pandas' dict of functions.
type OfColumn struct {
	Column any
	Func   any // a name, or a []string of names
}

// Named asks for one result column: pandas' named aggregation. A SeriesGroupBy needs no Column.
type Named struct {
	Name   any
	Column any
	Func   string
}

// specOf reads the argument of Agg.
func specOf(v any) (groupby.Spec, error) {
	switch v := v.(type) {
	case string:
		return groupby.Spec{Form: "one", Items: []groupby.Item{{Func: v}}}, nil
	case []string:
		s := groupby.Spec{Form: "list"}
		for _, f := range v {
			s.Items = append(s.Items, groupby.Item{Func: f})
		}
		return s, groupby.NoneIf(len(v))
	case []OfColumn:
		return dictSpec(v)
	case []Named:
		s := groupby.Spec{Form: "named"}
		for _, n := range v {
			name, ok := frame.LabelOf(n.Name)
			col, ok2 := frame.LabelOf(n.Column)
			if !ok || !ok2 {
				return s, errs.New(errs.Type, "a %T and a %T are no labels", n.Name, n.Column)
			}
			s.Items = append(s.Items, groupby.Item{Name: name, Column: col, Func: n.Func})
		}
		return s, groupby.NoneIf(len(v))
	}
	return groupby.Spec{}, errs.New(errs.Type, "a %T names no aggregate; want a string, []string, []OfColumn or []Named", v)
}

func dictSpec(v []OfColumn) (groupby.Spec, error) {
	s := groupby.Spec{Form: "dict"}
	for _, c := range v {
		if _, ok := c.Func.(string); !ok {
			s.Form = "dicts"
		}
	}
	for _, c := range v {
		col, ok := frame.LabelOf(c.Column)
		if !ok {
			return s, errs.New(errs.Type, "a %T is no column label", c.Column)
		}
		for _, f := range listOf(c.Func) {
			name, ok := f.(string)
			if !ok {
				return s, errs.New(errs.Type, "a %T names no aggregate", f)
			}
			s.Items = append(s.Items, groupby.Item{Column: col, Func: name})
		}
	}
	return s, groupby.NoneIf(len(s.Items))
}
