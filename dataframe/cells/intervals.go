package cells

import (
	"math"
	"strings"

	"github.com/mars-project/mars-go/frame"
)

// Intervals are those between edges, with ends of as many digits as tell them apart; between whole edges the
// ends are whole.
func Intervals(edges []float64, precision int, right, lowest, whole bool) []frame.Label {
	for p := precision; p < 20; p++ {
		seen := map[float64]bool{}
		for _, e := range edges {
			seen[rounded(e, p)] = true
		}
		if len(seen) == len(edges) {
			precision = p
			break
		}
	}
	ends := make([]float64, len(edges))
	for i, e := range edges {
		ends[i] = rounded(e, precision)
	}
	if right && lowest && len(ends) > 0 {
		ends[0] -= math.Pow(10, -float64(precision))
		whole = false
	}
	end := func(v float64) frame.Label {
		if whole {
			return frame.L(int64(v))
		}
		return frame.L(v)
	}
	var out []frame.Label
	for i := range max(0, len(ends)-1) {
		out = append(out, frame.L(frame.Interval{Left: end(ends[i]), Right: end(ends[i+1]), LeftClosed: !right, RightClosed: right}))
	}
	return out
}

// rounded is v to so many digits behind the point or, of a fraction, behind its zeros.
func rounded(v float64, digits int) float64 {
	if v == 0 || math.IsInf(v, 0) || v != v {
		return v
	}
	if whole, frac := math.Modf(v); whole == 0 {
		digits = -int(math.Floor(math.Log10(math.Abs(frac)))) - 1 + digits
	}
	scale := math.Pow(10, float64(digits))
	return math.RoundToEven(v*scale) / scale
}

// FloatTexts are floats as pandas prints an index of them.
func FloatTexts(vs []float64) string {
	ts := make([]string, len(vs))
	for i, v := range vs {
		ts[i] = frame.FloatText(v, 64)
	}
	return "Index([" + strings.Join(ts, ", ") + "], dtype='float64')"
}
