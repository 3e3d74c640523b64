package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/reshape"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Stack puts the columns of every row below each other, under the column label as another level of the row
// labels. Missing values stay. Errors: Invalid for columns that follow from the data, and for labels of
// several levels.
func (d *DataFrame) Stack() *Series {
	v := apply(&reshape.Stack{}, d)
	if v.Err() == nil && v.Meta().Kind != op.Series {
		v = bad("dataframe.stack", errs.New(errs.Invalid, "column labels of several levels make a frame: use StackLast"))
	}
	return SeriesOf(v)
}

// StackLast is Stack of column labels of several levels: the last one becomes a level of the row labels, the
// others name the columns.
func (d *DataFrame) StackLast() *DataFrame {
	v := apply(&reshape.Stack{}, d)
	if v.Err() == nil && v.Meta().Kind != op.Frame {
		v = bad("dataframe.stack", errs.New(errs.Invalid, "column labels of one level make a series: use Stack"))
	}
	return FrameOf(v)
}
