package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/reshape"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// UnstackOptions are the options of Unstack.
type UnstackOptions struct {
	Level     any // the level, or list of levels, that becomes columns: the last by default
	FillValue any // a number for cells without value
}

// Unstack turns index levels into columns: (column, label) for each label, in ascending order, or by first
// appearance of those of several levels. What the labels are is known when the data is. Two rows with the
// same labels are an Invalid error. Rows are sorted by the levels that stay.
func (d *DataFrame) Unstack(o ...UnstackOptions) *DataFrame {
	d = only(d, o)
	return FrameOf(unstackOf(d, one(o), false))
}

// Unstack turns index levels into columns; see DataFrame.Unstack.
func (s *Series) Unstack(o ...UnstackOptions) *DataFrame {
	s = only(s, o)
	return FrameOf(unstackOf(s, one(o), true))
}

// unstacked is the recipe of what users call. A frame without levels becomes a series: its columns below each
// other.
type unstacked struct {
	op.Recipe `known:"columns"`
	Level     []frame.Label
	FillValue any
}

func init() {
	op.Register[unstacked](op.Doc{
		Name: "dataframe.unstack", Like: "pandas.DataFrame.unstack", Methods: "DataFrame.unstack Series.unstack", Gives: "told", Forms: "df=in:settled",
		Sig: "unstack(df, level=-1, fill_value=None, sort=True)", Summary: "Index levels as columns",
		Text: "Of a frame whose rows have one level it is a series of all columns, under their labels and those of rows.",
	})
}

func (o *unstacked) Build(h Handle) (Handle, error) {
	d, ok := h.(*DataFrame)
	m := h.Value().Meta()
	if !ok || len(m.Index.Levels) > 1 {
		_, series := h.(*Series)
		return FrameOf(apply(&reshape.Unstack{Level: o.Level, FillValue: o.FillValue, Series: series}, h)), nil
	}
	if n := frame.ColumnLevels(schema.LabelsOf(m.Cols)); len(m.Cols) == 0 || n > 1 {
		return nil, errs.New(errs.Type, "unstack of rows of one level and columns of %d is not there yet", n)
	}
	for i, c := range m.Cols {
		if slices.ContainsFunc(m.Cols[:i], func(o op.Col) bool { return o.Name.Same(c.Name) }) {
			return nil, errs.New(errs.Invalid, "Columns with duplicate values are not supported in stack")
		}
	}
	var series []*Series
	c := Concats{}
	for i, k := range m.Cols {
		series, c.Keys = append(series, d.IlocCol(i).Rename(nil)), append(c.Keys, k.Name)
	}
	names := m.Axis
	if names == nil {
		names = make([]frame.Label, 1)
	}
	for _, l := range append(slices.Clone(names), m.Index.Levels[0].Name) {
		c.Names = append(c.Names, l)
	}
	return ConcatSeries(series, c), nil
}

func unstackOf(h Handle, p UnstackOptions, series bool) op.Value {
	o := &reshape.Unstack{FillValue: reshape.Number(p.FillValue), Series: series}
	for _, l := range listOf(p.Level) {
		k, ok := frame.LabelOf(l)
		if !ok {
			return bad("dataframe.unstack", errs.New(errs.Type, "a %T is no level of an index", l))
		}
		o.Level = append(o.Level, k)
	}
	return apply(o, h)
}
