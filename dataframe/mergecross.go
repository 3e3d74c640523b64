package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// codedFrom is how often text must be repeated for codes to pay.
const codedFrom = 8

// cross is all pairs of rows, left rows outermost: left columns repeat each row, right ones all of them, and no row is looked up.
func (m *merging) cross() (*frame.Frame, error) {
	nl, nr := m.sides[0].NRows, m.sides[1].NRows
	return m.made(nl*nr, func(c mergeCol) (*frame.Column, error) {
		if c.from == fromIndicator {
			one, err := frame.NewConst(m.x.Mem(), frame.Of([]int8{2}), 1)
			if err != nil {
				return nil, err
			}
			return frame.NewDict(dtype.Categorical, indicatorNames, one.Data, 0, 1, 1).Repeat(m.x.Mem(), nl*nr)
		}
		src, err := m.source(c)
		if err != nil {
			return nil, err
		}
		n, repeat := nr, (*frame.Column).Repeat
		if c.from == fromRight {
			n, repeat = nl, (*frame.Column).Tile
		}
		if n >= codedFrom {
			if src, err = src.Coded(m.x.Mem()); err != nil {
				return nil, err
			}
		}
		return repeat(src, m.x.Mem(), n)
	})
}
