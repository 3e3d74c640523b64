package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/reshape"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Pivots is what Pivot is told.
type Pivots struct {
	Columns any // the column whose values label columns, or a list of such
	Index   any // the column whose values label rows, or a list of such. The default is the row labels
	Values  any // the column that has the cells, or a list of such. The default is all others
}

// Pivot is the frame as a table: a row for each value of an index, a column for each value of a column.
// Errors: Invalid where a cell has two values; NotFound for a label that no column has.
func (d *DataFrame) Pivot(p Pivots) *DataFrame {
	const name = "dataframe.pivot"
	o := &pivot{}
	for _, f := range []struct {
		from any
		to   *[]frame.Label
	}{{p.Columns, &o.Columns}, {p.Index, &o.Index}, {p.Values, &o.Values}} {
		ls, err := schema.LabelsIn(listOf(f.from))
		if err != nil {
			return FrameOf(bad(name, err))
		}
		if len(ls) > 0 {
			*f.to = ls
		}
	}
	o.Single, o.Cell = reshape.Single(p.Columns), reshape.Single(p.Values)
	return FrameOf(apply(o, d))
}

type pivot struct {
	op.Deferred
	Columns []frame.Label
	Index   []frame.Label
	Values  []frame.Label
	Single  bool `sig:"-"` // Columns was one label
	Cell    bool `sig:"-"` // Values was one label
}

func init() {
	op.Register[pivot](op.Doc{
		Gives: "dataframe", Forms: "columns=labels:single values=labels:cell",
		Name: "dataframe.pivot", Like: "pandas.pivot", Methods: "DataFrame.pivot",
		Sig:     "pivot(data, *, columns, index=<no_default>, values=<no_default>)",
		Summary: "Table of the values by those of other columns, each cell of one row",
	})
}

// Infer: which columns there are follows from the data.
func (*pivot) Infer(in []op.Meta) ([]op.Meta, error) { return openTable("pivot", in[0]), nil }

// Build labels rows by the keys and turns those of the columns.
func (o *pivot) Build(_ *op.Asker, h Handle) (*DataFrame, error) {
	d, ok := h.(*DataFrame)
	if !ok {
		return nil, errs.New(errs.Type, "pivot of a %s", h.Value().Meta().Kind)
	}
	keys := slices.Concat(o.Index, o.Columns)
	rest := o.Values
	if rest == nil {
		for _, c := range colsOf(d) {
			if !slices.ContainsFunc(keys, c.Name.Same) {
				rest = append(rest, c.Name)
			}
		}
	}
	var turned []any
	for i := range o.Columns {
		turned = append(turned, i-len(o.Columns))
	}
	if o.Single {
		turned = nil
	}
	t := d.SetIndexWith(SetIndex{Append: o.Index == nil}, anys(keys)...)
	if o.Cell {
		return t.Col(o.Values[0]).Unstack(UnstackOptions{Level: turned}), nil
	}
	t = t.Select(anys(rest)...)
	if cols := colsOf(t); o.Values != nil && !slices.ContainsFunc(cols, isExtension) { // pandas takes them out as one array, and tells texts and times from objects again
		types, all := map[any]any{}, reshape.JoinedTypes(cols)
		for _, c := range cols {
			if c.Is != all && (c.Is.IsNumeric() || c.Is.IsBool()) {
				types[c.Name] = all
			}
		}
		if len(types) > 0 {
			t = t.AsType(types)
		}
	}
	return t.Unstack(UnstackOptions{Level: turned}), nil
}

// isExtension reports a column of a dtype that NumPy does not have.
func isExtension(c op.Col) bool { return c.Is.Null || c.Is.IsCategorical() || c.Is.TZ != "" }
