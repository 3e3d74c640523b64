package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Index is the row labels of the frame.
func (d *DataFrame) Index() *Index { return IndexOf(apply(&axes.GetIndex{}, d)) }

// Index is the row labels of the series.
func (s *Series) Index() *Index { return IndexOf(apply(&axes.GetIndex{}, s)) }

// indexFrom makes an index of a series or of another index.
func indexFrom(h Handle, o Options) *Index {
	const name = "dataframe.Index"
	l, ok := frame.LabelOf(o.Name)
	if !ok {
		return IndexOf(bad(name, errs.New(errs.Type, "Index.name must be a hashable type")))
	}
	switch k := h.Value().Meta().Kind; {
	case h.Value().Err() != nil || k == op.Series:
		return IndexOf(apply(&axes.AsIndex{Name: l, Named: o.Name != nil}, h))
	case k == op.Index && o.Name == nil:
		return IndexOf(h.Value())
	case k == op.Index:
		return IndexOf(apply(&axes.RenameAxis{Names: []frame.Label{l}}, h))
	}
	return IndexOf(bad(name, errs.New(errs.Invalid, "Index data must be 1-dimensional")))
}
