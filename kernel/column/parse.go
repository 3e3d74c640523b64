package column

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// ParseTime reads a text as a value to compare with a column of times; false when it is none.
func ParseTime(s string, d dtype.DType) (any, bool) {
	if !d.IsDatetime() {
		return nil, false
	}
	t, ok := frame.ParseTimestamp(s, d.Unit)
	t.TZ = d.TZ
	return t, ok
}
