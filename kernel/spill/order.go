package spill

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/mem"
)

// Order is order.Rows for rows that cannot be ordered at once: keys and row numbers are sent to parts of s by
// range, and the parts are ordered one after the other. Besides its result it needs memory for one batch or
// one part, whose keys differ. The answer is that of order.Rows.
func Order(al mem.Allocator, s Store, keys []order.Key, n int) ([]int64, error) {
	b, err := al.Alloc(8 * n)
	if err != nil {
		return nil, err
	}
	out := mem.View[int64](b, 0, n)
	cols := make([]*frame.Column, len(keys))
	for i, k := range keys {
		cols[i] = k.Col
	}
	f, err := Columns(cols...)
	if err != nil {
		return nil, err
	}
	if f, err = Numbered(f); err != nil {
		return nil, err
	}
	rs, err := NewRanges(keys, n, Parts(n))
	if err != nil {
		return nil, err
	}
	for lo, hi := range Batches(n) {
		few := append([]order.Key(nil), keys...)
		for i := range few {
			few[i].Col = few[i].Col.Slice(lo, hi)
		}
		if err := rs.Send(al, s, few, f.Slice(lo, hi)); err != nil {
			return nil, err
		}
	}
	at := 0
	for p := range rs.Len() {
		m, err := rs.order(al, s, p, out[at:])
		if err != nil {
			return nil, err
		}
		at += m
	}
	return out, nil
}

// order writes the numbers of the rows of a part in order, and says how many.
func (r *Ranges) order(al mem.Allocator, s Store, p int, out []int64) (int, error) {
	last := len(r.keys)
	if r.Equal(p) { // in the order in which they came
		at := 0
		err := s.Read(p, func(v any) error {
			c, err := v.(*frame.Frame).Cols[last].Decode(mem.Heap)
			if err == nil {
				at += copy(out[at:], frame.Values[int64](c))
			}
			return err
		})
		if err != nil {
			return 0, err
		}
		return at, s.Drop(p)
	}
	a := NewArena(al)
	defer a.Free()
	f, err := Load(a, s, p)
	if err != nil || f == nil {
		return 0, err
	}
	keys := append([]order.Key(nil), r.keys...)
	for i := range keys {
		keys[i].Col = f.Cols[i]
	}
	rows, err := order.RowsIn(a, keys, f.NRows)
	if err != nil {
		return 0, err
	}
	c, err := f.Cols[last].Decode(a)
	if err != nil {
		return 0, err
	}
	number := frame.Values[int64](c)
	for i, k := range rows {
		out[i] = number[k]
	}
	return len(rows), nil
}
