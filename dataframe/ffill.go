package dataframe

import "github.com/mars-project/mars-go/dataframe/cells"

// FFill puts the last value that was there where one is missing: in no more than limit rows on end, if one is
// given.
func (d *DataFrame) FFill(limit ...int) *DataFrame {
	d = only(d, limit)
	return FrameOf(apply(&cells.Ffill{Filling: cells.Filling{Limit: cells.LimitOf(limit)}}, d))
}

// FFill puts the last value that was there where one is missing; see DataFrame.FFill.
func (s *Series) FFill(limit ...int) *Series {
	s = only(s, limit)
	return SeriesOf(apply(&cells.Ffill{Filling: cells.Filling{Limit: cells.LimitOf(limit)}}, s))
}

// BFill puts the next value that is there where one is missing: in no more than limit rows on end, if one is
// given.
func (d *DataFrame) BFill(limit ...int) *DataFrame {
	d = only(d, limit)
	return FrameOf(apply(&cells.Bfill{Filling: cells.Filling{Limit: cells.LimitOf(limit)}}, d))
}

// BFill puts the next value that is there where one is missing; see DataFrame.BFill.
func (s *Series) BFill(limit ...int) *Series {
	s = only(s, limit)
	return SeriesOf(apply(&cells.Bfill{Filling: cells.Filling{Limit: cells.LimitOf(limit)}}, s))
}
