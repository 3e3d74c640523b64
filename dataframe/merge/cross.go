package merge

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// codedFrom is how often text must be repeated for codes to pay.
const codedFrom = 8

// pairs is a cross join of the left side, cut into pieces of so few rows that their pairs fit a chunk, with
// the right side. Texts of that are coded once where several pieces repeat them.
func (o *Merge) pairs(t *op.Tiler, left, right op.Grid) op.Grid {
	pieces := t.FitRows(left, op.Sum(t.Splits(right, 0)).N)
	right = t.One(right)
	if t.Err() != nil || pieces.Len() < 2 {
		return t.Map(pieces, op.Whole(right))
	}
	right = op.Grid{Shape: []int{1}, Edges: []op.Edge{t.At(otherColumns).Edge([]int{0}, right.Edges[0])}}
	return t.Map(pieces, op.Whole(right))
}

// coded is f with texts as codes.
func coded(al mem.Allocator, f *frame.Frame) (*frame.Frame, error) {
	out := *f
	out.Cols = make([]*frame.Column, len(f.Cols))
	for i, c := range f.Cols {
		var err error
		if out.Cols[i], err = c.Coded(al); err != nil {
			return nil, err
		}
	}
	return &out, nil
}

// cross is all pairs of rows, left rows outermost: left columns repeat each row, right ones all of them, and
// no row is looked up.
func (m *merging) cross() (*frame.Frame, error) {
	nl, nr := m.sides[0].NRows, m.sides[1].NRows
	return m.made(nl*nr, func(c Col) (*frame.Column, error) {
		if c.From == fromIndicator {
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
		if c.From == FromRight {
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
