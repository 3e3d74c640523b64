package column

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// Fit is a column of integers as the narrower dtype d where d holds all of them, else the column as it is.
func (e Env) Fit(c *frame.Column, d dtype.DType) (*frame.Column, error) {
	if !c.DType.IsInteger() || !d.IsInteger() || d.Size() >= c.DType.Size() {
		return c, nil
	}
	lo, hi := c.MinMax()
	for _, l := range []frame.Label{lo, hi} {
		n, ok := l.Int()
		if !l.IsNil() && !(ok && d.HoldsInt(n)) {
			return c, nil
		}
	}
	return e.Cast(c, d)
}
