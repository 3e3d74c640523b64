package cells

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// Isin is the operand of dataframe.isin.
type Isin struct {
	byColumn
	Values  []frame.Label
	Columns []ColumnValues `sig:"-"` // values for some columns; then Values is not used
	Each    bool           `sig:"-"` // Columns says it all, also where it is empty
}

// ColumnValues are the values that a column is looked for in.
type ColumnValues struct {
	Column frame.Label
	Values []frame.Label
}

// of are the values that a column is looked for in.
func (o *Isin) of(c frame.Label) []frame.Label {
	if !o.Each {
		return o.Values
	}
	for _, v := range o.Columns {
		if v.Column.Same(c) {
			return v.Values
		}
	}
	return nil
}

func init() {
	op.Register[Isin](op.Doc{
		Face: "inner",
		Name: "dataframe.isin_labels", Like: "pandas.DataFrame.isin", Sig: "isin_labels(df, values)", Summary: "Whether elements are among labels, or those of their column",
	})
}

func (o *Isin) Infer(in []op.Meta) ([]op.Meta, error) {
	return EachType(in[0], func(_ int, c op.Col) (op.Type, error) {
		if c.Is.Null && !c.Is.IsString() {
			return op.T(dtype.Bool.Nullable()), nil
		}
		return op.T(dtype.Bool), nil
	})
}

func (o *Isin) Exec(x *op.Exec) error {
	names := x.Frame(0).Names
	return mapColumns(x, func(i int, c *frame.Column) (*frame.Column, error) {
		out, err := column.Among(chunk.Env(x), c, sought(o.of(names[i]), c.DType))
		if err == nil && c.DType.Null && !c.DType.IsString() {
			out, err = chunk.Env(x).Cast(out, dtype.Bool.Nullable())
		}
		return out, err
	})
}

// sought are those of some values that a column of a dtype is looked for in. Of missing ones those stay that
// pandas finds there.
func sought(values []frame.Label, d dtype.DType) []frame.Label {
	if d.IsString() || d.IsCategorical() || d.IsObject() {
		return values
	}
	fits, other := 0, 0
	for _, l := range values {
		if l.IsMissing() {
			continue
		}
		switch v := l.Value().(type) {
		case frame.Timestamp:
			if d.IsDatetime() && (v.TZ == "") == (d.TZ == "") {
				fits++
				continue
			}
		case frame.Timedelta:
			if d.IsTimedelta() {
				fits++
				continue
			}
		}
		other++
	}
	times := other > 0 && fits == 0 && !slices.ContainsFunc(values, func(l frame.Label) bool { return !l.IsMissing() && !isTime(l) })
	return slices.DeleteFunc(slices.Clone(values), func(l frame.Label) bool {
		switch {
		case !l.IsMissing():
			return false
		case d.IsTemporal() && fits > 0 && other == 0: // a list of such times: what it lacks is NaT
			return false
		case d.IsTemporal():
			return !isTime(l) || times
		case d.Null:
			return !l.IsNil()
		}
		return !l.IsNaN()
	})
}

func isTime(l frame.Label) bool { return l.Kind() == frame.LabelTime || l.Kind() == frame.LabelDelta }
