package frame

import (
	"math"

	"github.com/mars-project/mars-go/mem"
)

// Take is the column of these rows; a negative row is missing. An int, uint or bool column that misses rows
// comes out pending, an object one holds NaN there, as pandas' reindex. Text keeps its heaps: only views
// move. Rows beyond the column panic.
func (c *Column) Take(al mem.Allocator, rows []int64) (*Column, error) {
	return TakeColumn(al, c, rows)
}

// TakeColumn is Column.Take over rows of either type.
func TakeColumn[R Row](al mem.Allocator, c *Column, rows []R) (*Column, error) {
	switch {
	case c.DType.IsObject():
		return takeObjects(c, rows), nil
	case c.Enc == Const:
		return takeConst(al, c, rows)
	case c.Enc == Range:
		return takeRange(al, c, rows)
	}
	width, null := c.cell()
	b, misses, err := gather(al, c.Data, c.Offset, c.Rows, width, rows, null)
	if err != nil {
		return nil, err
	}
	return taken(al, c, rows, b, misses)
}

// cell is the bytes of a row of a column in Data, and what a missing row holds there.
func (c *Column) cell() (width int, null []byte) {
	if c.Enc == Dict {
		return int(c.Codes), []byte{255, 255, 255, 255}[:c.Codes]
	}
	return c.width(), nullBytes(c.DType)[:c.width()]
}

// taken is rows of c whose cells b has; misses says that some rows are missing.
func taken[R Row](al mem.Allocator, c *Column, rows []R, b *mem.Block, misses bool) (*Column, error) {
	if c.Enc == Dict {
		return NewDict(c.DType, c.Dict, b, 0, len(rows), c.Codes).wholeIf(!misses && c.whole()), nil
	}
	valid, err := gatherBits(al, c.Valid, rows, c.bitsMiss() && misses)
	out := &Column{DType: c.DType, Enc: c.Enc, Rows: len(rows), Data: b, Valid: valid, Heaps: c.Heaps, Codes: c.Codes, bounds: c.bounds.ofSome()}
	return out.wholeIf(!misses && c.whole()), err
}

// Reordered is all rows of the plain or narrow column c in another order: b has their values, valid tells
// which are there.
func (c *Column) Reordered(b *mem.Block, valid Bitmap) *Column {
	out := &Column{DType: c.DType, Enc: c.Enc, Rows: c.Rows, Data: b, Valid: valid, Heaps: c.Heaps, Codes: c.Codes, bounds: c.bounds.ofSome()}
	out.nulls.Store(c.nulls.Load())
	return out
}

// bitsMiss reports that a row that goes missing needs the bitmap: every dtype without a null value of its
// own.
func (c *Column) bitsMiss() bool { return UsesBitmap(c.DType) || !CanMiss(c.DType) }

func takeObjects[R Row](c *Column, rows []R) *Column {
	vs := make([]any, len(rows))
	for i, r := range rows {
		if r < 0 {
			vs[i] = math.NaN()
		} else {
			vs[i] = c.Objects[r]
		}
	}
	return NewObjects(vs)
}

// takeConst stays constant while no row misses.
func takeConst[R Row](al mem.Allocator, c *Column, rows []R) (*Column, error) {
	if c.Rows == 0 {
		return TakeColumn(al, &Column{DType: c.DType, Data: c.Data, Offset: c.Offset, Heaps: c.Heaps}, rows)
	}
	for _, r := range rows {
		if int(r) >= c.Rows {
			panic("frame: Take of a row beyond the column")
		}
	}
	if !anyNegative(rows) {
		return &Column{DType: c.DType, Enc: Const, Rows: len(rows), Data: c.Data, Offset: c.Offset, Valid: c.Valid, Heaps: c.Heaps}, nil
	}
	one := &Column{DType: c.DType, Rows: 1, Data: c.Data, Offset: c.Offset, Valid: c.Valid, Heaps: c.Heaps}
	zeros := make([]int32, len(rows))
	for i, r := range rows {
		zeros[i] = int32(min(r, 0))
	}
	return TakeColumn(al, one, zeros)
}

// takeRange stays a range when the rows are an arithmetic sequence, which one pass finds and mostly leaves at
// the third row.
func takeRange[R Row](al mem.Allocator, c *Column, rows []R) (*Column, error) {
	if start, step, ok := sequence(rows); ok {
		if n := len(rows); n > 0 && (start >= int64(c.Rows) || start+int64(n-1)*step >= int64(c.Rows)) {
			panic("frame: Take of a row beyond the column")
		}
		if len(rows) < 2 {
			step = 1
		}
		return &Column{DType: c.DType, Enc: Range, Rows: len(rows), Start: c.Start + start*c.Step, Step: c.Step * step}, nil
	}
	b, err := al.Alloc(8 * len(rows))
	if err != nil {
		return nil, err
	}
	dst := mem.View[int64](b, 0, len(rows))
	miss := int64(0)
	if c.DType.IsTemporal() {
		miss = NaT
	}
	misses := false
	for i, r := range rows {
		switch {
		case r < 0:
			dst[i], misses = miss, true
		case int(r) >= c.Rows:
			panic("frame: Take of a row beyond the column")
		default:
			dst[i] = c.Start + int64(r)*c.Step
		}
	}
	valid, err := gatherBits(al, Bitmap{}, rows, misses && c.bitsMiss())
	return NewPlain(c.DType, b, 0, len(rows), valid), err
}

// sequence reports that rows are start, start+step, ... with a step other than zero and none negative. Zero
// and one row are sequences.
func sequence[R Row](rows []R) (start, step int64, ok bool) {
	switch len(rows) {
	case 0:
		return 0, 1, true
	case 1:
		return int64(rows[0]), 1, rows[0] >= 0
	}
	d := rows[1] - rows[0]
	if d == 0 || rows[0] < 0 || rows[len(rows)-1] < 0 {
		return 0, 0, false
	}
	for i := 2; i < len(rows); i++ {
		if rows[i]-rows[i-1] != d {
			return 0, 0, false
		}
	}
	return int64(rows[0]), int64(d), true
}

// Slice is the view of rows lo to hi, which must lie in the column.
func (c *Column) Slice(lo, hi int) *Column {
	if lo < 0 || hi < lo || hi > c.Rows {
		panic("frame: slice out of range")
	}
	d := c.clone()
	d.Rows = hi - lo
	switch {
	case c.DType.IsObject():
		d.Objects = c.Objects[lo:hi:hi]
	case c.Enc == Range:
		d.Start += int64(lo) * c.Step
	case c.Enc != Const:
		d.Offset += lo
		d.Valid = c.Valid.Slice(lo)
	}
	if lo == 0 && hi == c.Rows {
		d.stats.Store(c.stats.Load())
	}
	return d.wholeIf(c.whole())
}
