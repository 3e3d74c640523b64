package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/ordering"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// SortIndex orders rows by their labels, level by level.
func (d *DataFrame) SortIndex(o ...Sort) *DataFrame {
	d = only(d, o)
	return FrameOf(sortIndexOf(d, one(o)))
}

// SortIndex orders rows by their labels, level by level.
func (s *Series) SortIndex(o ...Sort) *Series {
	s = only(s, o)
	return SeriesOf(sortIndexOf(s, one(o)))
}

func sortIndexOf(h Handle, s Sort) op.Value {
	p := &ordering.SortIndex{IgnoreIndex: s.IgnoreIndex, SortRemaining: new(!s.OnlyLevel)}
	p.Ascending, p.NaPosition = s.directions()
	for _, v := range s.Level {
		l, ok := frame.LabelOf(v)
		if !ok {
			return bad("dataframe.sort_index", errs.New(errs.Type, "unhashable type: a %T is no level", v))
		}
		p.Level = append(p.Level, l)
	}
	return apply(p, h)
}
