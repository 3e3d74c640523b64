package parquet

import (
	"bytes"
	"encoding/binary"
	"math"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A chunkIndex is what readers skip the pages of a column chunk by.
type chunkIndex struct {
	pages  format.OffsetIndex
	bounds format.ColumnIndex
	lo, hi frame.Label // of all values so far
	open   bool        // a page has values without bounds
}

// add notes a page that holds the rows of c, so many of which are missing.
func (x *chunkIndex) add(f *field, c *frame.Column, nulls int, at format.PageLocation) {
	x.pages.PageLocations = append(x.pages.PageLocations, at)
	b := &x.bounds
	b.NullPages = append(b.NullPages, nulls == c.Rows)
	b.NullCounts = append(b.NullCounts, int64(nulls))
	if nulls == c.Rows {
		b.MinValues, b.MaxValues = append(b.MinValues, []byte{}), append(b.MaxValues, []byte{})
		return
	}
	lo, hi := f.limits(c)
	first, last := f.bound(lo, -1), f.bound(hi, 1)
	if first == nil || last == nil || len(first) > statBytes || len(last) > statBytes {
		x.open = true
		return
	}
	b.MinValues, b.MaxValues = append(b.MinValues, first), append(b.MaxValues, last)
	if x.lo.IsNil() || lo.Less(x.lo) {
		x.lo = lo
	}
	if x.hi.IsNil() || x.hi.Less(hi) {
		x.hi = hi
	}
}

// statistics are those of all pages.
func (x *chunkIndex) statistics(f *field, nulls int64) format.Statistics {
	s := format.Statistics{NullCount: nulls}
	if !x.open && !x.lo.IsNil() {
		s.MinValue, s.MaxValue = f.bound(x.lo, -1), f.bound(x.hi, 1)
	}
	return s
}

// indexes writes where pages lie and what they hold, for all row groups written so far. Pages without bounds
// have no column index.
func (p *Writer) indexes() error {
	put := func(v any) (at int64, n int32, err error) {
		b, err := encode(v)
		if err != nil {
			return 0, 0, err
		}
		at = p.at
		return at, int32(len(b)), p.put(b)
	}
	var err error
	for g, cols := range p.index {
		for i := range cols {
			x, c := &cols[i], &p.meta.RowGroups[g].Columns[i]
			if !x.open && len(x.bounds.NullPages) > 0 {
				if c.ColumnIndexOffset, c.ColumnIndexLength, err = put(&x.bounds); err != nil {
					return err
				}
			}
		}
	}
	for g, cols := range p.index {
		for i := range cols {
			x, c := &cols[i], &p.meta.RowGroups[g].Columns[i]
			if len(x.pages.PageLocations) > 0 {
				if c.OffsetIndexOffset, c.OffsetIndexLength, err = put(&x.pages); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// limits are the bounds of rows of a column that others may skip them by; None where there are none.
func (f *field) limits(c *frame.Column) (lo, hi frame.Label) {
	if c.DType.IsObject() || f.kind == pq.FixedLenByteArray || f.dtype.IsCategorical() {
		return lo, hi
	}
	if c.Enc == frame.Dict && f.kind == pq.ByteArray {
		if lo, hi, ok := usedBounds(c); ok {
			return frame.L(string(lo)), frame.L(string(hi))
		}
		return lo, hi
	}
	return c.MinMax()
}

// usedBounds are the smallest and the largest of the texts that the codes name; false where they name none.
func usedBounds(c *frame.Column) (lo, hi []byte, ok bool) {
	used := make([]bool, c.Dict.Len())
	mark := func(k int) {
		if k >= 0 {
			used[k] = true
		}
	}
	switch c.Codes {
	case 1:
		for _, k := range mem.View[int8](c.Data, c.Offset, c.Rows) {
			mark(int(k))
		}
	case 2:
		for _, k := range mem.View[int16](c.Data, c.Offset, c.Rows) {
			mark(int(k))
		}
	default:
		for _, k := range mem.View[int32](c.Data, c.Offset, c.Rows) {
			mark(int(k))
		}
	}
	for k, u := range used {
		if !u {
			continue
		}
		t := c.Dict.Values.Text(k)
		if !ok || bytes.Compare(t, lo) < 0 {
			lo = t
		}
		if !ok || bytes.Compare(t, hi) > 0 {
			hi = t
		}
		ok = true
	}
	return lo, hi, ok
}

// bound is a label as PLAIN has it. A zero is that of the sign, as the format wants it.
func (f *field) bound(l frame.Label, sign float64) []byte {
	switch v := l.Value().(type) {
	case bool:
		if v {
			return []byte{1}
		}
		return []byte{0}
	case string:
		return []byte(v)
	case float64:
		if v == 0 {
			v = math.Copysign(0, sign)
		}
		if f.kind == pq.Float {
			return binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(v)))
		}
		if f.kind == pq.Double {
			return binary.LittleEndian.AppendUint64(nil, math.Float64bits(v))
		}
	case int64:
		return f.integer(uint64(v))
	case uint64:
		return f.integer(v)
	case frame.Timestamp:
		return f.ticks(v.Ticks, v.Unit)
	case frame.Timedelta:
		return f.ticks(v.Ticks, v.Unit)
	}
	return nil
}

func (f *field) ticks(v int64, u dtype.Unit) []byte {
	if u != f.dtype.Unit {
		return nil
	}
	return f.integer(uint64(v * f.times))
}

func (f *field) integer(v uint64) []byte {
	switch f.kind {
	case pq.Int32:
		return binary.LittleEndian.AppendUint32(nil, uint32(v))
	case pq.Int64:
		return binary.LittleEndian.AppendUint64(nil, v)
	}
	return nil
}
