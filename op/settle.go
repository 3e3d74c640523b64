package op

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/mem"
)

// Settle brings a frame's physical columns to the dtypes that were pending when it was made: an int column
// with missing rows becomes float where any chunk missed one, and loses its empty validity where none did.
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
		s, err := settled(al, c, t.Is)
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

// settled is a column that a question left undecided as its dtype d.
func settled(al mem.Allocator, c *frame.Column, d dtype.DType) (*frame.Column, error) {
	s, err := c.Settle(al, c.DType != d && (c.IsPending() || d == c.DType.WithMissing()))
	if err != nil || s.DType == d {
		return s, err
	}
	return column.Env{Mem: al}.Cast(s, d)
}

// pendable reports a column that a question may have left undecided: of missing rows, or of the dtype of an
// answer, which is wider then.
func pendable(c *frame.Column, t Type) bool {
	if c.IsPending() || !frame.CanMiss(c.DType) && t.Is == c.DType.WithMissing() {
		return true
	}
	number := c.DType.IsNumber() || c.DType.IsBool()
	return t.Is.IsObject() || number && dtype.CanCast(c.DType, t.Is, dtype.SameKind) && t.Is.IsNumber()
}
