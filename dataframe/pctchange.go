package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/moves"
	"github.com/mars-project/mars-go/op"
)

// PctChange is the change of every row since the one periods rows before it, by default 1, as a fraction of
// that: 1 is twice as much. Missing values stay missing.
func (d *DataFrame) PctChange(periods ...int) *DataFrame {
	d = only(d, periods)
	return FrameOf(pctChangeOf(d, periods))
}

// PctChange is the change of every row since the one periods rows before it, by default 1, as a fraction of
// that: 1 is twice as much.
func (s *Series) PctChange(periods ...int) *Series {
	s = only(s, periods)
	return SeriesOf(pctChangeOf(s, periods))
}

func pctChangeOf(h Handle, periods []int) op.Value {
	o := &moves.PctChange{}
	if len(periods) > 0 {
		o.Periods = &periods[0]
	}
	return apply(o, h)
}
