package basic

import "math"

// arctan2Rare is the angle of (x, y) where the larger of them is 0, infinite, or so small or large that the
// steps of the vectors would leave the range.
func arctan2Rare(y, x float64) float64 {
	b := math.Max(math.Abs(x), math.Abs(y))
	switch {
	case b == 0 || !isFinite(b):
		return math.Atan2(y, x)
	case b > 1:
		return arctan2D(y*0x1p-600, x*0x1p-600)
	}
	return arctan2D(y*0x1p600, x*0x1p600)
}
