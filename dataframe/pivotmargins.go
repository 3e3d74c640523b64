package dataframe

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// pivotWritten is pivot_table as pandas spells it: with margins aggregates over all rows and columns too.
type pivotWritten struct {
	op.Recipe
	Values         op.Written
	Index, Columns []frame.Label
	Aggfunc        groupby.Spec
	FillValue      any
	Margins        bool
	MarginsName    string
	Observed       *bool
}

// margins puts aggregates over all rows and all columns beside and below a table of aggregates.
type margins struct {
	op.Deferred
	Values, Index, Columns []frame.Label
	Func                   string
	Name                   frame.Label
	Single                 bool // columns are labelled by their keys alone
}

func init() {
	op.Register[pivotWritten](op.Doc{
		Name: "dataframe.DataFrame.pivot_table", Like: "pandas.pivot_table", Methods: "DataFrame.pivot_table", Gives: "dataframe", Summary: "Table of aggregates by keys of rows and columns",
		Sig: "pivot_table(data, values=None, index=None, columns=None, aggfunc='mean', fill_value=None, margins=False, dropna=True, " +
			"margins_name='All', observed=True, sort=True, **kwargs)",
		Forms: "values=plain aggfunc=aggregates", Text: "Margins are aggregates over all rows and over all columns, of the rows that miss neither key nor value.",
		Notes: "With margins integers stay integers beside values that are floats.",
	})
	op.Register[margins](op.Doc{
		Name: "dataframe.margins", Face: "inner", Like: "pandas.pivot_table", Gives: "dataframe", Summary: "Table of aggregates with those over all rows and columns",
		Sig: "margins(table, df, values, index, columns, func='sum', name='All', single=False)",
	})
}

func (o *pivotWritten) Build(d *DataFrame) (*DataFrame, error) {
	p := &groupby.PivotTable{Index: o.Index, Columns: o.Columns, Aggfunc: o.Aggfunc, FillValue: o.FillValue, Observed: o.Observed}
	if p.Aggfunc.Form == "" {
		p.Aggfunc = groupby.Spec{Form: "one", Items: []groupby.Item{{Func: "mean"}}}
	}
	if o.Values.V != nil {
		var err error
		if p.Values, err = labelsWritten(o.Values.V); err != nil {
			return nil, err
		}
		_, list := o.Values.V.(op.List)
		p.Single = !list
	}
	table := FrameOf(apply(p, d))
	if !o.Margins {
		return table, nil
	}
	if p.Aggfunc.Form != "one" {
		return nil, errs.New(errs.Invalid, "pivot_table: margins of several aggregates are not there yet")
	}
	m := &margins{Values: p.Values, Index: o.Index, Columns: o.Columns, Func: p.Aggfunc.Items[0].Func, Name: frame.L(o.MarginsName), Single: p.Single || p.Aggfunc.Items[0].Func == "size"}
	return FrameOf(apply(m, table, d)), nil
}

// Infer leaves the columns to the data.
func (o *margins) Infer(in []op.Meta) ([]op.Meta, error) {
	m := op.NewFrame(op.Sym("margins", in...), in[0].Index.Derive("margins", in...))
	m.Open = true
	return []op.Meta{m}, nil
}

func (o *margins) Build(a *op.Asker, table, d *DataFrame) (*DataFrame, error) {
	keys := slices.Concat(o.Index, o.Columns)
	values := o.Values
	switch {
	case o.Func == "size":
		values = keys[:1]
	case values == nil:
		values = labelsWithout(schema.LabelsOf(colsOf(d)), keys)
	}
	values = slices.SortedFunc(slices.Values(values), frame.Label.Compare)
	d = d.Select(labelsAny(slices.Concat(keys, labelsWithout(values, keys)))...).DropNA()
	var totals, below []*Series
	var asked []interface{ Value() op.Value }
	for _, v := range values {
		t, err := o.total(d, v)
		if err != nil {
			return nil, err
		}
		if totals, asked = append(totals, t), append(asked, t); len(o.Columns) > 0 {
			b := o.aggregated(d, o.Columns, v)
			below, asked = append(below, b), append(asked, b)
		}
	}
	if err := a.Need(op.Values, asked...); err != nil {
		return nil, err
	}
	cells := map[frame.Label]any{}
	for i, v := range values {
		all := o.labelOf(v, o.filled(len(o.Columns)))
		cells[all.Key()] = a.Value(totals[i]).(*frame.Frame).Cols[0].Cell(0)
		if below == nil {
			cells[v.Key()] = cells[all.Key()]
			continue
		}
		f := a.Value(below[i]).(*frame.Frame)
		for k := range f.NRows {
			cells[o.labelOf(v, f.Index.Label(k).Elems()).Key()] = f.Cols[0].Cell(k)
		}
	}
	table = o.beside(table, d, values)
	return o.withRow(table, cells)
}

// total is an aggregate of all rows, as a series of one.
func (o *margins) total(d *DataFrame, value frame.Label) (*Series, error) {
	name := o.Func
	if name == "size" {
		name = "count"
	}
	def := op.Lookup("dataframe." + name)
	if def == nil || !strings.HasPrefix(def.Doc.Gives, "reduce") {
		return nil, errs.New(errs.Invalid, "pivot_table: margins of %s are not there yet", o.Func)
	}
	return SeriesOf(apply(def.New(), d.Col(value).ToFrame("all"))), nil
}

// aggregated is the aggregate of a column by keys.
func (o *margins) aggregated(d *DataFrame, keys []frame.Label, value frame.Label) *Series {
	g := d.GroupBy(labelsAny(keys))
	if o.Func == "size" {
		return SeriesOf(g.Size().Value())
	}
	return SeriesOf(g.Col(value).Agg(o.Func).Value())
}

// filled is the name of the margins in the first of so many levels.
func (o *margins) filled(n int) []frame.Label {
	out := []frame.Label{o.Name}
	for len(out) < n {
		out = append(out, frame.L(""))
	}
	return out
}

// labelOf labels the column of a value under keys.
func (o *margins) labelOf(value frame.Label, keys []frame.Label) frame.Label {
	if !o.Single {
		keys = append([]frame.Label{value}, keys...)
	}
	return frame.Leveled(keys)
}

// beside puts the aggregates over all columns behind those of their value.
func (o *margins) beside(table, d *DataFrame, values []frame.Label) *DataFrame {
	if len(o.Columns) == 0 {
		return table
	}
	old := schema.LabelsOf(colsOf(table))
	var order []any
	for _, v := range values {
		all := o.labelOf(v, o.filled(len(o.Columns)))
		table = table.Assign(C{all, o.aggregated(d, o.Index, v)})
		for _, l := range old {
			if o.Single || l.Elem(0).Same(v) {
				order = append(order, l)
			}
		}
		order = append(order, all)
	}
	return table.Select(order...)
}

// withRow puts the aggregates over all rows below a table.
func (o *margins) withRow(table *DataFrame, cells map[frame.Label]any) (*DataFrame, error) {
	var cols []C
	for _, l := range schema.LabelsOf(colsOf(table)) {
		c, err := chunk.Infer([]any{cells[l.Key()]})
		if err != nil {
			return nil, err
		}
		cols = append(cols, C{l, c})
	}
	var keys, names []any
	for i, l := range o.filled(len(o.Index)) {
		key := frame.Tup("margin", i)
		cols = append(cols, C{key, []any{l.Value()}})
		keys, names = append(keys, key), append(names, o.Index[i])
	}
	row := New(cols...).SetIndex(keys...).RenameAxis(names...)
	return Concat([]Handle{table, row}), nil
}
