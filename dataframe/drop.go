package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
)

// Drop is the frame without the columns with these labels. Errors: NotFound, in pandas' words, for labels
// that no column has.
func (d *DataFrame) Drop(columns ...any) *DataFrame {
	ls, err := schema.LabelsIn(columns)
	if err != nil {
		return FrameOf(bad("dataframe.drop", err))
	}
	return FrameOf(apply(&pick.DropColumns{Columns: ls}, d))
}
