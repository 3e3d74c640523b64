package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/moves"
	"github.com/mars-project/mars-go/op"
)

// Diff subtracts from every row the one periods rows before it, by default 1; after it when negative.
//
// Integers give float64 (int8 and int16 float32) and wrap as their dtype does, bools objects that tell where
// they differ, and datetimes timedeltas. Text is a Type error.
func (d *DataFrame) Diff(periods ...int) *DataFrame {
	d = only(d, periods)
	return FrameOf(diffOf(d, periods))
}

// Diff subtracts from every row the one periods rows before it, by default 1; after it when negative.
func (s *Series) Diff(periods ...int) *Series {
	s = only(s, periods)
	return SeriesOf(diffOf(s, periods))
}

func diffOf(h Handle, periods []int) op.Value {
	o := &moves.Diff{}
	if len(periods) > 0 {
		o.Periods = &periods[0]
	}
	return apply(o, h)
}
