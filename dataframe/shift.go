package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/moves"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// ShiftOptions are the options of Shift.
type ShiftOptions struct {
	Periods *int // rows to move down, or up when negative. The default is 1
	Fill    any  // of the rows that come free. The default is a missing value: integers become float64 and bools objects
}

// Shift moves values down by rows and leaves the labels where they are.
//
// A fill value that the dtype of a column holds keeps it; another one makes the column of the common dtype.
func (d *DataFrame) Shift(o ...ShiftOptions) *DataFrame { return FrameOf(shifted(d, o)) }

// Shift moves values down by rows and leaves the labels where they are.
func (s *Series) Shift(o ...ShiftOptions) *Series { return SeriesOf(shifted(s, o)) }

func shifted(h Handle, o []ShiftOptions) op.Value {
	h = only(h, o)
	p := &moves.Shift{Periods: one(o).Periods}
	if v := one(o).Fill; v != nil {
		f, ok := chunk.ScalarOf(v)
		if !ok {
			return bad("dataframe.shift_rows", errs.New(errs.Type, "a %T is no fill value", v))
		}
		p.FillValue = f
	}
	return apply(p, h)
}
