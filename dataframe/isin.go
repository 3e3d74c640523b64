package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/op"
)

// IsIn tells which elements are among the values: labels one by one, []string, []int or []frame.Label. Which
// missing value matches what is missing follows the dtype: any in text and categories, NaT in times, NaN in
// floats, the same one in objects.
func (d *DataFrame) IsIn(values ...any) *DataFrame { return FrameOf(isIn(d, values)) }

// IsInByColumn tells which elements are among the values of their column; those of a column without any are
// not.
func (d *DataFrame) IsInByColumn(values map[any][]any) *DataFrame {
	o := &cells.Isin{Each: true}
	for k, vs := range values {
		c := cells.ColumnValues{}
		var err error
		if c.Column, err = schema.LabelOf(k); err == nil {
			c.Values, err = schema.LabelsIn(vs)
		}
		if err != nil {
			return FrameOf(bad("dataframe.isin", err))
		}
		o.Columns = append(o.Columns, c)
	}
	slices.SortFunc(o.Columns, func(a, b cells.ColumnValues) int { return a.Column.Compare(b.Column) })
	return FrameOf(apply(o, d))
}

// IsIn tells which elements are among the values.
func (s *Series) IsIn(values ...any) *Series { return SeriesOf(isIn(s, values)) }

func isIn(h Handle, values []any) op.Value {
	ls, err := schema.LabelsIn(values)
	if err != nil {
		return bad("dataframe.isin", err)
	}
	return apply(&cells.Isin{Values: ls}, h)
}
