package frame

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
)

// MinMax are the least and the greatest row that is there, as Stats has them, without the rest of the
// statistics: integers and floats are read twice as fast. None where there is no such row or the dtype has no
// order.
func (c *Column) MinMax() (lo, hi Label) {
	fast := c.Enc == Plain && c.Valid.IsZero() && c.Rows > 0 && c.stats.Load() == nil
	switch {
	case fast && c.DType == dtype.Int64:
		vs := raw[int64](c, c.Rows)
		a, b := vs[0], vs[0]
		for _, v := range vs {
			a, b = min(a, v), max(b, v)
		}
		return L(a), L(b)
	case fast && c.DType == dtype.Float64:
		a, b := math.Inf(1), math.Inf(-1)
		some := false
		for _, v := range raw[float64](c, c.Rows) {
			if v <= a {
				a, some = v, true
			}
			if v >= b {
				b, some = v, true
			}
		}
		if !some {
			return lo, hi
		}
		return L(a), L(b)
	}
	s := c.Stats()
	return s.Min, s.Max
}
