package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/op"
)

// RenameAxis names the levels of the row labels, one name a level; nil takes a name away. Errors: Invalid for
// a number of names that is not that of the levels.
func (d *DataFrame) RenameAxis(names ...any) *DataFrame { return FrameOf(renamedAxis(d, names)) }

// RenameAxis names the levels of the row labels.
func (s *Series) RenameAxis(names ...any) *Series { return SeriesOf(renamedAxis(s, names)) }

// Rename names the levels of the index.
func (x *Index) Rename(names ...any) *Index { return IndexOf(renamedAxis(x, names)) }

func renamedAxis(h Handle, names []any) op.Value {
	ls, err := schema.LabelList(names)
	if err != nil {
		return bad("dataframe.rename_axis", err)
	}
	return apply(&axes.RenameAxis{Names: ls}, h)
}
