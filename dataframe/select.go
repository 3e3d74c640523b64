package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// Select is the frame of the columns with these labels, in this order: labels one by one, []string or
// []frame.Label. A label of several columns selects them all. Errors: NotFound for a label that no column
// has.
func (d *DataFrame) Select(columns ...any) *DataFrame {
	ls, err := schema.LabelsIn(columns)
	if err != nil {
		return FrameOf(bad("dataframe.select", err))
	}
	return FrameOf(apply(&pick.SelectColumns{Columns: ls}, d))
}

// Col is the column with a label. Errors: NotFound where there is none, Invalid where there are several.
func (d *DataFrame) Col(label any) *Series {
	l, ok := frame.LabelOf(label)
	if !ok {
		return SeriesOf(bad("dataframe.column", errs.In(errs.New(errs.Type, "a %T is no label", label), "unhashable type: a %T is no label", label)))
	}
	return SeriesOf(apply(&pick.Column{Column: l}, d))
}
