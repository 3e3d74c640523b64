package window

import (
	"math"

	"github.com/mars-project/mars-go/frame"
)

// Values copies v to dst as windows see them: infinities are missing, as for pandas.
func Values(dst, v []float64) {
	for i, x := range v {
		if math.IsInf(x, 0) {
			x = math.NaN()
		}
		dst[i] = x
	}
}

// Present writes 1 for every row of c that is there and 0 for the others, so that their sum counts values.
func Present(dst []float64, c *frame.Column) {
	for i := range dst {
		dst[i] = 1
		if c.IsNull(i) {
			dst[i] = 0
		}
	}
}
