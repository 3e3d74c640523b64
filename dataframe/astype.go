package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/op"
)

// AsType converts to a dtype: a dtype.DType or its name for all columns, or a map[any]any with one for each
// of some columns. Categories are the distinct values of the whole, ascending; texts of times all have the
// digits that the finest needs. Errors: Type and Invalid, in pandas' words, where a column or a value does
// not convert; NotFound for a column that is not there.
//
// A dtype may also be a CategoryType, which says what the categories are.
func (d *DataFrame) AsType(to any) *DataFrame { return FrameOf(cast(d, to)) }

// AsType converts to a dtype, given as dtype.DType, by name, or as a CategoryType.
func (s *Series) AsType(to any) *Series { return SeriesOf(cast(s, to)) }

func cast(h Handle, to any) op.Value {
	const name = "dataframe.astype"
	m, ok := to.(map[any]any)
	if !ok {
		d, err := cells.TypeOf(to)
		if err != nil {
			return bad(name, err)
		}
		return apply(&cells.Astype{Dtype: d.DType, Categories: d.Categories, Given: d.Given}, h)
	}
	o := &cells.Astype{}
	for k, v := range m {
		d, err := cells.TypeOf(v)
		if err == nil {
			d.Column, err = schema.LabelOf(k)
		}
		if err != nil {
			return bad(name, err)
		}
		o.Columns = append(o.Columns, d)
	}
	slices.SortFunc(o.Columns, func(a, b cells.ColType) int { return a.Column.Compare(b.Column) })
	return apply(o, h)
}
