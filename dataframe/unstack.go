package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/reshape"
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
