package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/tensor"
)

// FromTensor is the frame whose columns are those of a matrix, labeled 0, 1, ... or as given; a vector is one
// column. Rows are labeled 0, 1, .... Chunks of columns are gathered first, for frames are cut by rows alone.
//
// Errors: Invalid for more than two dimensions and for labels whose number is not that of the columns.
func FromTensor(a any, columns ...any) *DataFrame {
	t, err := tensor.As(a)
	if err != nil {
		return FrameOf(bad("dataframe.dataframe_from_tensor", err))
	}
	ls, err := schema.LabelsIn(columns)
	if err != nil {
		return FrameOf(bad("dataframe.dataframe_from_tensor", err))
	}
	return FrameOf(apply(&axes.FromTensor{Columns: ls}, t))
}
