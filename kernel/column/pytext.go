package column

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// pyText is Python's str() of a value.
func pyText(v any) string { return frame.CellText(v) }

// cellText is str() of a row that is there: a narrow float prints as short as it can be read back.
func cellText(c *frame.Column, i int) string {
	if c.DType.Kind == dtype.Float32Kind || c.DType.Kind == dtype.Float16Kind {
		return frame.FloatText(c.Cell(i).(float64), 32)
	}
	return pyText(c.Cell(i))
}
