package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/schema"
)

// RenameColumnAxis names the levels of the column labels, one name a level; nil takes a name away. Errors:
// Invalid for a number of names that is not that of the levels.
func (d *DataFrame) RenameColumnAxis(names ...any) *DataFrame {
	ls, err := schema.LabelList(names)
	if err != nil {
		return FrameOf(bad("dataframe.rename_column_axis", err))
	}
	return FrameOf(apply(&axes.RenameColumnAxis{Names: ls}, d))
}
