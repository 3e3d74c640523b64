package op

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Settle brings a frame's physical columns to the dtypes that were pending when it was made: an int column with missing
// rows becomes float where any chunk missed one, and loses its empty validity where none did.
func Settle(v any, m Meta, al mem.Allocator) (any, error) {
	f, ok := v.(*frame.Frame)
	if !ok || len(m.Cols) != len(f.Cols) {
		return v, nil
	}
	out := f
	for i, c := range f.Cols {
		t := m.Cols[i].Type
		if !t.Known() || c.DType == t.Is && !c.IsPending() || !pendable(c, t) {
			continue
		}
		s, err := c.Settle(al, c.DType != t.Is)
		if err != nil {
			return nil, err
		}
		if out == f {
			g := *f
			g.Cols = append([]*frame.Column(nil), f.Cols...)
			out = &g
		}
		out.Cols[i] = s
	}
	return out, nil
}

// pendable reports a column that a question about missing rows may have left undecided.
func pendable(c *frame.Column, t Type) bool {
	return c.IsPending() || !frame.CanMiss(c.DType) && t.Is == c.DType.WithMissing()
}
