package dataframe

import (
	"strconv"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/reshape"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

type melt struct {
	op.Recipe   `known:"columns"`
	IdVars      []frame.Label `go:"IDVars"` // columns that stay; nil is none
	ValueVars   []frame.Label // columns whose values are put below each other; nil is all others
	VarName     frame.Label   // of the column of labels. The default is variable
	ValueName   frame.Label   // of the column of values
	IgnoreIndex *bool         `go:"!KeepIndex"` // the row labels are repeated; else rows are labeled 0, 1, ...
}

func init() {
	op.Register[melt](op.Doc{
		Name: "dataframe.melt", Like: "pandas.melt", Methods: "DataFrame.melt", Summary: "Columns below each other, with their labels beside the values",
		Sig: "melt(frame, id_vars=None, value_vars=None, var_name=None, value_name='value', col_level=None, ignore_index=True)",
		Go:  "DataFrame.Melt(MeltOptions)",
		Text: "There is a row for every value, with the columns that stay, the label of its column and " +
			"the value. A label that no column has, and a column that has the name of the values, are " +
			"errors.",
	})
}

func (o *melt) Build(d *DataFrame) (*DataFrame, error) {
	m := d.Value().Meta()
	var lost []frame.Label
	for _, l := range append(append([]frame.Label{}, o.IdVars...), o.ValueVars...) {
		if _, err := schema.PlacesNamed(m, l); err != nil {
			lost = append(lost, l)
		}
	}
	if lost != nil {
		return nil, errs.New(errs.NotFound, "The following id_vars or value_vars are not present in the DataFrame: %s", schema.Reprs(lost))
	}
	for _, c := range m.Cols {
		if c.Name.Same(o.ValueName) {
			return nil, errs.New(errs.Invalid, "value_name (%s) cannot match an element in the DataFrame columns.", o.ValueName)
		}
	}
	_, ids, err := schema.Named(m, o.IdVars)
	if err != nil {
		return nil, err
	}
	values := schema.Unnamed(m, o.IdVars)
	if o.ValueVars != nil {
		if _, values, err = schema.Named(m, o.ValueVars); err != nil {
			return nil, err
		}
	}
	names, value := variableNames(m, o.VarName), o.ValueName
	if value.IsNil() {
		value = frame.L("value")
	}
	var parts []Handle
	kind := reshape.JoinedTypes(chunk.PickCols(m.Cols, values))
	if len(m.Axis) > 0 {
		d = d.RenameColumnAxis(make([]any, len(m.Axis))...)
	}
	stay := d.Iloc(pick.AllPlaces, append([]int{}, ids...))
	for _, p := range values {
		c := d.IlocCol(p)
		if kind.IsObject() && m.Cols[p].Is.IsNumber() || kind.IsObject() && m.Cols[p].Is.IsBool() {
			c = c.AsType(kind)
		}
		parts = append(parts, stay.Assign(append(labelsAs(names, m.Cols[p].Name), C{value, c})...))
	}
	if parts == nil {
		return stay.Head(0).Assign(append(labelsAs(names, frame.L("")), C{value, chunk.Nan})...), nil
	}
	return Concat(parts, Concats{IgnoreIndex: *o.IgnoreIndex}), nil
}

// variableNames are the names of the columns that labels of columns become, one for each of their levels:
// asked for, or those of the levels.
func variableNames(m op.Meta, asked frame.Label) []frame.Label {
	n := frame.ColumnLevels(schema.LabelsOf(m.Cols))
	if n < 2 {
		for _, l := range append([]frame.Label{asked}, m.Axis...) {
			if !l.IsNil() {
				return []frame.Label{l}
			}
		}
		return []frame.Label{frame.L("variable")}
	}
	names := make([]frame.Label, n)
	for k := range names {
		if k < len(m.Axis) {
			names[k] = m.Axis[k]
		}
		if names[k].IsNil() {
			names[k] = frame.L("variable_" + strconv.Itoa(k))
		}
	}
	return names
}

// labelsAs is a label of a column as columns of its levels.
func labelsAs(names []frame.Label, of frame.Label) (cs []C) {
	for k, n := range names {
		l := of
		if len(names) > 1 && of.Len() > 1 {
			l = of.Elem(k)
		}
		cs = append(cs, C{n, l})
	}
	return cs
}
