package frame

import (
	"unsafe"

	"github.com/mars-project/mars-go/mem"
)

// Repeat is the column with each row n times, one after the other, as numpy.repeat. Nulls are counted before,
// bounds are carried over; text keeps its heaps.
func (c *Column) Repeat(al mem.Allocator, n int) (*Column, error) { return c.times(al, n, true) }

// Tile is the column n times, one after the other, as numpy.tile, with the same facts as Repeat.
func (c *Column) Tile(al mem.Allocator, n int) (*Column, error) { return c.times(al, n, false) }

// times repeats rows where they stand, or all of them together.
func (c *Column) times(al mem.Allocator, n int, each bool) (*Column, error) {
	rows := c.Rows * n
	switch {
	case n == 1:
		return c, nil
	case rows == 0:
		return TakeColumn(al, c, []int64{})
	case c.DType.IsObject():
		vs := make([]any, rows)
		spread(vs, c.Objects, n, each)
		return NewObjects(vs), nil
	case c.Enc == Const:
		out := c.clone()
		out.Rows = rows
		return out, nil
	case c.Enc == Range:
		p, err := c.Decode(al)
		if err != nil {
			return nil, err
		}
		return p.times(al, n, each)
	}
	b, err := al.Alloc(rows * c.width())
	if err != nil {
		return nil, err
	}
	switch c.width() {
	case 1:
		spreadAs[uint8](b, c, n, each)
	case 2:
		spreadAs[uint16](b, c, n, each)
	case 4:
		spreadAs[uint32](b, c, n, each)
	case 8:
		spreadAs[uint64](b, c, n, each)
	default:
		spreadAs[w128](b, c, n, each)
	}
	valid, err := c.Valid.times(al, c.Rows, n, each)
	if err != nil {
		return nil, err
	}
	out := &Column{DType: c.DType, Enc: c.Enc, Rows: rows, Data: b, Valid: valid, Heaps: c.Heaps, Dict: c.Dict, Codes: c.Codes, bounds: c.bounds.ofSome()}
	return out.WithNulls(c.NullCount() * n), nil // fewer rows are looked at than there will be
}

func spreadAs[T any](b *mem.Block, c *Column, n int, each bool) {
	spread(mem.View[T](b, 0, c.Rows*n), mem.View[T](c.Data, c.Offset, c.Rows), n, each)
}

// spread writes each row of src n times, or all of them n times.
func spread[T any](dst, src []T, n int, each bool) {
	if !each {
		extend(dst, copy(dst, src))
		return
	}
	const few = 16 // shorter runs cost more as copies than one by one
	for i, v := range src {
		run := dst[i*n : (i+1)*n]
		for j := range run[:min(n, few)] {
			run[j] = v
		}
		if n > few {
			extend(run, few)
		}
	}
}

// near is how many bytes are copied again while they are in the nearest cache.
const near = 16 << 10

// extend fills dst with what its first have elements hold, again and again.
func extend[T any](dst []T, have int) {
	var z T
	step := have
	for have < len(dst) {
		have += copy(dst[have:], dst[:step])
		if step*int(unsafe.Sizeof(z)) < near {
			step = have
		}
	}
}

// times is the bitmap of rows bits with each bit n times, or all of them n times.
func (b Bitmap) times(al mem.Allocator, rows, n int, each bool) (Bitmap, error) {
	if b.IsZero() {
		return b, nil
	}
	w, err := NewBits(al, rows*n, true)
	if err != nil {
		return Bitmap{}, err
	}
	at, next := n, 1 // from the first copy of a row to the one of the next row, and to its own next
	if !each {
		at, next = 1, rows
	}
	for i := range rows {
		if b.Get(i) {
			continue
		}
		for k := range n {
			w.Clear(i*at + k*next)
		}
	}
	return w.Bitmap(), nil
}

// Coded is text of which no value comes twice and none is missing, as a dictionary and codes: to be repeated,
// which moves codes then. Other columns are returned as they are.
func (c *Column) Coded(al mem.Allocator) (*Column, error) {
	if !c.DType.IsString() || c.Enc != Plain || c.Rows == 0 || c.NullCount() > 0 {
		return c, nil
	}
	d, err := NewDictionary(c)
	if err != nil {
		return c, nil //nolint:nilerr // a value comes twice, which is no fault
	}
	width := CodeWidth(4)
	if c.Rows <= 1<<15 {
		width = 2
	}
	b, err := al.Alloc(c.Rows * int(width))
	if err != nil {
		return nil, err
	}
	if width == 2 {
		number(mem.View[int16](b, 0, c.Rows))
	} else {
		number(mem.View[int32](b, 0, c.Rows))
	}
	return NewDict(c.DType, d, b, 0, c.Rows, width).wholeIf(true), nil
}

func number[T int16 | int32](codes []T) {
	for i := range codes {
		codes[i] = T(i)
	}
}
