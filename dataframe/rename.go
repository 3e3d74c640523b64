package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// Rename gives columns other labels; labels that no column has are passed over. Of labels of several levels
// each is renamed, as pandas does.
func (d *DataFrame) Rename(columns map[any]any) *DataFrame {
	o := &axes.Rename{}
	for k, v := range columns {
		ls, err := schema.LabelList([]any{k, v})
		if err != nil {
			return FrameOf(bad("dataframe.rename", err))
		}
		o.Columns = append(o.Columns, axes.Change{From: ls[0], To: ls[1]})
	}
	slices.SortFunc(o.Columns, func(a, b axes.Change) int { return a.From.Compare(b.From) })
	return FrameOf(apply(o, d))
}

// SetColumns moves the cell to the frame with these column labels, as many as there are columns. Errors:
// Invalid for another number.
func (d *DataFrame) SetColumns(labels ...any) error {
	ls, err := schema.LabelsIn(labels)
	if err != nil {
		return err
	}
	v := apply(&axes.SetColumns{Columns: ls}, d)
	if d != nil && (v.Err() == nil || d.v.Err() != nil) {
		d.v = v
	}
	return v.Err()
}

// Rename is the series under another name; nil takes it away.
func (s *Series) Rename(name any) *Series {
	l, ok := frame.LabelOf(name)
	if !ok {
		return SeriesOf(bad("dataframe.rename_series", errs.New(errs.Type, "Series.name must be a hashable type")))
	}
	return SeriesOf(apply(&axes.SetColumns{Columns: []frame.Label{l}}, s))
}
