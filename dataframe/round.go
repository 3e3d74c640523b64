package dataframe

import "github.com/mars-project/mars-go/dataframe/cells"

// Round rounds numbers to decimals, half to even; negative decimals round before the point. Other columns stay as they are.
func (d *DataFrame) Round(decimals int) *DataFrame {
	return FrameOf(apply(&cells.Round{Decimals: decimals}, d))
}

// Round rounds numbers to decimals.
func (s *Series) Round(decimals int) *Series {
	return SeriesOf(apply(&cells.Round{Decimals: decimals}, s))
}
