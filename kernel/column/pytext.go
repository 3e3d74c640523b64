package column

import (
	"math"
	"strconv"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// pyText is Python's str() of a value.
func pyText(v any) string { return frame.CellText(v) }

// cellText is str() of a row that is there: a narrow float prints as short as it can be read back, with an
// exponent, as NumPy has it, below 1e-4 and from 1e6 on.
func cellText(c *frame.Column, i int) string {
	switch c.DType.Kind {
	case dtype.Float32Kind:
		v := c.Cell(i).(float64)
		if a := math.Abs(v); !math.IsInf(v, 0) && v != 0 && (a < 1e-4 || a >= 1e6) {
			return strconv.FormatFloat(v, 'e', -1, 32)
		}
		return frame.FloatText(v, 32)
	case dtype.Float16Kind:
		return dtype.FormatFloat(c.Cell(i).(float64), 2)
	}
	return pyText(c.Cell(i))
}
