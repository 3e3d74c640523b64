package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Where keeps elements where a condition is true (a bool series for all columns, or a frame with the same
// columns) and puts a value elsewhere, missing by default. A condition with other row labels is met by label;
// Where and Mask both put the value where it has none. What a dtype does not hold makes the column wider:
// floats, or objects. The value may be a series, or a frame of the same columns, whose rows are met by label.
// Errors: Invalid for a condition that is not bool, has other columns or repeats labels.
func (d *DataFrame) Where(cond Handle, other ...any) *DataFrame {
	return FrameOf(chosen("where", d, cond, other))
}

// Where keeps elements where a condition is true. See DataFrame.Where.
func (s *Series) Where(cond *Series, other ...any) *Series {
	return SeriesOf(chosen("where", s, cond, other))
}

// Mask puts a value where a condition is true. See DataFrame.Where.
func (d *DataFrame) Mask(cond Handle, other ...any) *DataFrame {
	return FrameOf(chosen("mask", d, cond, other))
}

// Mask puts a value where a condition is true. See DataFrame.Where.
func (s *Series) Mask(cond *Series, other ...any) *Series {
	return SeriesOf(chosen("mask", s, cond, other))
}

func chosen(name string, h, cond Handle, other []any) op.Value {
	h = only(h, other)
	o := op.Lookup("dataframe." + name + "_value").New().(*cells.Where)
	if len(other) > 0 {
		if v, ok := other[0].(Handle); ok {
			return apply(&cells.Choose{Keep: o.Keeps()}, h, cond, v)
		}
		v, ok := chunk.ScalarOf(other[0])
		if !ok {
			return bad("dataframe."+name, errs.New(errs.Type, "other is a single value, not a %T", other[0]))
		}
		o.Other = v
	}
	return apply(o, h, cond)
}
