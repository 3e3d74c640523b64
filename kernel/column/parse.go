package column

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// ParseTime reads a text as a value to compare with a column of times, in the column's unit or in nanoseconds
// where that is too coarse; false when it is none.
func ParseTime(s string, d dtype.DType) (any, bool) {
	for _, u := range []dtype.Unit{d.Unit, dtype.Nano} {
		d.Unit = u
		var v any
		var err error
		if d.IsDatetime() {
			v, err = readTime(s, d)
		} else {
			v, err = readSpan(s, d)
		}
		if err == nil && v != nil && !frame.IsMissing(v) {
			return v, true
		}
	}
	return nil, false
}
