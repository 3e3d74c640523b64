package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/schema"
)

// SetIndex makes columns the row labels; several make a MultiIndex. Errors: NotFound for a label that no
// column has.
func (d *DataFrame) SetIndex(keys ...any) *DataFrame { return d.SetIndexWith(SetIndex{}, keys...) }

// SetIndex is what set_index may be told besides the keys.
type SetIndex struct {
	Keep   bool // the keys stay columns too
	Append bool // the keys become further levels of the index that is there
}

// SetIndexWith is SetIndex with options.
func (d *DataFrame) SetIndexWith(s SetIndex, keys ...any) *DataFrame {
	ls, err := schema.LabelsIn(keys)
	if err != nil {
		return FrameOf(bad("dataframe.set_index", err))
	}
	drop := !s.Keep
	return FrameOf(apply(&axes.SetIndex{Keys: ls, Drop: &drop, Append: s.Append}, d))
}
