package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/schema"
)

// Part is the frame of the columns whose labels of several levels begin with a label, under what the labels
// have behind it. Errors: NotFound where none begins so.
func (d *DataFrame) Part(first ...any) *DataFrame {
	ls, err := schema.LabelList(first)
	if err != nil {
		return FrameOf(bad("dataframe.column_part", err))
	}
	return FrameOf(apply(&axes.ColumnPart{First: ls}, d))
}
