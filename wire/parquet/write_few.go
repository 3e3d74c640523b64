package parquet

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// fewInts are 64-bit integers of a column that lie so close together that a table by value numbers them:
// their dictionary, in order.
type fewInts struct {
	rows   []int64
	least  int64
	place  []uint16 // of each value from least on
	values *frame.Column
}

// maxFew is how far apart the values may lie.
const maxFew = 1 << 16

// fewOf is nil for a column whose integers lie too far apart, or that has too few rows for a dictionary to
// pay.
func fewOf(c *frame.Column) *fewInts {
	rows := mem.View[int64](c.Data, c.Offset, c.Rows)
	if len(rows) < 64 {
		return nil
	}
	lo, hi := rows[0], rows[0]
	for _, v := range rows {
		lo, hi = min(lo, v), max(hi, v)
	}
	if d := uint64(hi - lo); d >= maxFew || d >= uint64(len(rows)/4) {
		return nil
	}
	w := &fewInts{rows: rows, least: lo, place: make([]uint16, hi-lo+1)}
	for _, v := range rows {
		w.place[v-lo] = 1
	}
	var values []int64
	for i, p := range w.place {
		if p != 0 {
			w.place[i] = uint16(len(values))
			values = append(values, lo+int64(i))
		}
	}
	w.values = frame.OfType(dtype.Int64, values)
	return w
}

// codes appends the places of rows lo to hi.
func (w *fewInts) codes(out []uint32, lo, hi int) []uint32 {
	for _, v := range w.rows[lo:hi] {
		out = append(out, uint32(w.place[v-w.least]))
	}
	return out
}
