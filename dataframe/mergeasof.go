package dataframe

import (
	"time"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/merge"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// AsofOptions are the options of MergeAsof.
type AsofOptions struct {
	On                any        // the column of both sides that is matched: integers, floats or times, ascending
	LeftOn, RightOn   any        // the same for sides whose keys differ in name
	LeftIndex         bool       // match the row labels of both sides; goes with RightIndex and without By
	RightIndex        bool       //
	By                any        // label or labels of columns that must be equal
	LeftBy, RightBy   any        //
	Suffixes          *[2]string // as for Merge
	Tolerance         any        // the greatest distance: a number or, of times, a frame.Timedelta or time.Duration
	AllowExactMatches *bool      // equal keys match; the default
	Direction         string     // backward (the default), forward, nearest
}

// MergeAsof gives each left row the right row with the nearest key that is not greater (backward), not less
// (forward), or either.
//
// Rows are those of the left side. Both sides must ascend by the key, without missing ones: else Invalid.
func MergeAsof(left, right Handle, o AsofOptions) *DataFrame {
	m := &merge.Asof{LeftIndex: o.LeftIndex, RightIndex: o.RightIndex, Suffixes: o.Suffixes, AllowExactMatches: o.AllowExactMatches, Direction: o.Direction}
	for _, f := range []struct {
		to   *[]frame.Label
		from any
	}{{&m.On, o.On}, {&m.LeftOn, o.LeftOn}, {&m.RightOn, o.RightOn}, {&m.By, o.By}, {&m.LeftBy, o.LeftBy}, {&m.RightBy, o.RightBy}} {
		ls, err := merge.KeyLabels(f.from)
		if err != nil {
			return FrameOf(bad("dataframe.merge_asof", err))
		}
		*f.to = ls
	}
	if o.Tolerance != nil {
		v := o.Tolerance
		if d, ok := v.(time.Duration); ok {
			v = frame.Timedelta{Ticks: int64(d), Unit: dtype.Nano}
		}
		t, ok := chunk.ScalarOf(v)
		if !ok {
			return FrameOf(bad("dataframe.merge_asof", errs.New(errs.Invalid, "a %T is no tolerance", v)))
		}
		m.Tolerance = t
	}
	return FrameOf(apply(m, left, right))
}
