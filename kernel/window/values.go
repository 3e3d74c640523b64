package window

import (
	"math"

	"github.com/mars-project/mars-go/frame"
)

// Values copies v to dst as windows see them: infinities are missing, as for pandas. whole reports that none
// is.
func Values(dst, v []float64) (whole bool) {
	dst = dst[:len(v)]
	var odd uint64
	for i, x := range v {
		no := math.Float64bits(x - x) // zero, or a NaN
		odd |= no
		dst[i] = math.Float64frombits(math.Float64bits(x) | no)
	}
	return odd == 0
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
