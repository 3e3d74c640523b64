package frame

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
)

// Row is the type of row numbers: int64, or narrower where memory counts (the codes of a dictionary are rows
// of it).
type Row interface {
	~int8 | ~int16 | ~int32 | ~int64
}

// w128 moves 16 bytes at once.
type w128 [2]uint64

// gather makes a block of the elements of width bytes at rows, counted from element off of b, and reports
// that a row is negative: there it writes null.
func gather[R Row](al mem.Allocator, b *mem.Block, off, have, width int, rows []R, null []byte) (out *mem.Block, misses bool, err error) {
	out, err = al.Alloc(len(rows) * width)
	if err != nil || len(rows) == 0 {
		return out, false, err
	}
	switch width {
	case 1:
		misses = gatherAs[uint8](out, b, off, have, rows, null)
	case 2:
		misses = gatherAs[uint16](out, b, off, have, rows, null)
	case 4:
		misses = gatherAs[uint32](out, b, off, have, rows, null)
	case 8:
		misses = gatherAs[uint64](out, b, off, have, rows, null)
	default:
		misses = gatherAs[w128](out, b, off, have, rows, null)
	}
	return out, misses, nil
}

// gatherAs leaves its loads independent of each other, so that many are under way at a time.
func gatherAs[T uint8 | uint16 | uint32 | uint64 | w128, R Row](out, in *mem.Block, off, have int, rows []R, null []byte) (misses bool) {
	cell := make([]T, 1)
	copy(mem.WrapOf(cell).Bytes(), null)
	var src []T
	if have > 0 {
		src = mem.View[T](in, off, have)
	}
	dst, miss := mem.View[T](out, 0, len(rows)), cell[0]
	n := uint64(len(src))
	for i, r := range rows {
		if k := uint64(int64(r)); k < n {
			dst[i] = src[k]
			continue
		}
		if r >= 0 {
			panic("frame: Take of a row beyond the column")
		}
		dst[i], misses = miss, true
	}
	return misses
}

// gatherBits makes the bitmap of the rows: clear where the row is negative or clear in b. It is zero when
// every row is there.
func gatherBits[R Row](al mem.Allocator, b Bitmap, rows []R, misses bool) (Bitmap, error) {
	if b.IsZero() && !misses {
		return b, nil
	}
	w, err := NewBits(al, len(rows), true)
	if err != nil {
		return Bitmap{}, err
	}
	for i, r := range rows {
		if r < 0 || !b.Get(int(r)) {
			w.Clear(i)
		}
	}
	return w.Bitmap(), nil
}

// nullBytes is what a missing row of d holds, as its bytes.
func nullBytes(d dtype.DType) []byte {
	p := make([]byte, d.Size())
	putNull(d, p)
	return p
}

func anyNegative[R Row](rows []R) bool {
	for _, r := range rows {
		if r < 0 {
			return true
		}
	}
	return false
}
