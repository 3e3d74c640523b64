package dataframe

import "github.com/mars-project/mars-go/dataframe/axes"

// ToFrame is the series as a frame of one column. A name may be given; a series without one becomes column 0.
func (s *Series) ToFrame(name ...any) *DataFrame {
	s = only(s, name)
	o, err := axes.Framed(name)
	if err != nil {
		return FrameOf(bad("dataframe.to_frame", err))
	}
	return FrameOf(apply(o, s))
}

// ToSeries is the labels as a series under themselves. A name may be given; else it is the index' own.
func (x *Index) ToSeries(name ...any) *Series {
	x = only(x, name)
	o, err := axes.Framed(name)
	if err != nil {
		return SeriesOf(bad("dataframe.to_series", err))
	}
	return SeriesOf(apply(&axes.ToSeries{Name: o.Name, Named: o.Named}, x))
}
