package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/dataframe/reshape"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// PivotOptions are the options of PivotTable.
type PivotOptions struct {
	Values    any // the column to aggregate, or a list of them; all that are no keys by default
	Index     any // key columns of the rows: one or a list
	Columns   any // key columns whose values become columns: one or a list
	AggFunc   any // a name, "mean" by default, or an []OfColumn with one name each
	FillValue any // a number for missing cells
	Observed  *bool
}

// PivotTable aggregates groups and lays them out as a table: rows by the index keys, columns by the values of
// the column keys, both sorted. Rows and columns without any value are left out. A single value column gives
// columns labelled by their keys, a list (value, key). Which columns there are is known when the data is.
func (d *DataFrame) PivotTable(p PivotOptions) *DataFrame {
	const name = "dataframe.pivot_table"
	o := &groupby.PivotTable{FillValue: reshape.Number(p.FillValue), Observed: p.Observed}
	for _, f := range []struct {
		from any
		to   *[]frame.Label
	}{{p.Values, &o.Values}, {p.Index, &o.Index}, {p.Columns, &o.Columns}} {
		for _, v := range listOf(f.from) {
			l, ok := frame.LabelOf(v)
			if !ok {
				return FrameOf(bad(name, errs.New(errs.Type, "cannot pivot by a %T", v)))
			}
			*f.to = append(*f.to, l)
		}
	}
	switch p.Values.(type) {
	case nil, []any, []string, []int, []frame.Label:
	default:
		o.Single = true
	}
	f := p.AggFunc
	if f == nil {
		f = "mean"
	}
	spec, err := specOf(f)
	if err == nil && spec.Form != "one" && spec.Form != "dict" && spec.Form != "list" {
		err = errs.New(errs.Invalid, "pivot_table takes an aggregate, several of them, or one for each column")
	}
	if err != nil {
		return FrameOf(bad(name, err))
	}
	o.Aggfunc = spec
	return FrameOf(apply(o, d))
}
