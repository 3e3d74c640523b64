package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// FillNA puts a value where one is missing: a single value for all columns, or a map[any]any with one for
// each of some columns. A value that a column's dtype does not hold makes objects of the column, where
// something was missing. A nil fills objects alone. Errors: Type for a category without the value.
func (d *DataFrame) FillNA(value any) *DataFrame { return FrameOf(filled(d, value)) }

// FillNA puts a value where one is missing.
func (s *Series) FillNA(value any) *Series { return SeriesOf(filled(s, value)) }

func filled(h Handle, value any) op.Value {
	const name = "dataframe.fillna"
	m, ok := value.(map[any]any)
	if !ok {
		v, ok := chunk.ScalarOf(value)
		if !ok {
			return bad(name, errs.New(errs.Type, "\"value\" parameter must be a scalar or dict, but you passed a \"%T\"", value))
		}
		return apply(&cells.Fillna{Value: v}, h)
	}
	cs, err := cells.ColValues(m)
	if err != nil {
		return bad(name, err)
	}
	return apply(&cells.Fillna{Columns: cs}, h)
}
