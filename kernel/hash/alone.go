package hash

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// alone is the range of the only key, where no row of it is missing; else nil.
func (p *packing) alone() *rangeCoder {
	if len(p.coders) != 1 {
		return nil
	}
	if c, ok := p.coders[0].(*rangeCoder); ok && !c.miss {
		return c
	}
	return nil
}

// number numbers the rows of all pieces by their values, without packing these to words first. num has a place for each value and holds zeros; it is left with
// numbers plus one. The result is how many numbers there are, and first their first rows.
func (c *rangeCoder) number(num []int32, first []int64, codes [][]int32) (n int) {
	base := int64(0)
	for k, col := range c.cols {
		switch col.DType.Kind {
		case dtype.BoolKind, dtype.Uint8Kind:
			n = numberRange(frame.Values[uint8](col), c.least, num, first, n, codes[k], base)
		case dtype.Int8Kind:
			n = numberRange(frame.Values[int8](col), c.least, num, first, n, codes[k], base)
		case dtype.Int16Kind:
			n = numberRange(frame.Values[int16](col), c.least, num, first, n, codes[k], base)
		case dtype.Int32Kind:
			n = numberRange(frame.Values[int32](col), c.least, num, first, n, codes[k], base)
		case dtype.Uint16Kind:
			n = numberRange(frame.Values[uint16](col), c.least, num, first, n, codes[k], base)
		case dtype.Uint32Kind:
			n = numberRange(frame.Values[uint32](col), c.least, num, first, n, codes[k], base)
		case dtype.Uint64Kind:
			n = numberRange(frame.Values[uint64](col), c.least, num, first, n, codes[k], base)
		default:
			n = numberRange(frame.Values[int64](col), c.least, num, first, n, codes[k], base)
		}
		base += int64(col.Rows)
	}
	return n
}

func numberRange[T whole](v []T, least uint64, num []int32, first []int64, n int, ids []int32, base int64) int {
	ids = ids[:len(v)]
	for i, x := range v {
		p := &num[uint64(int64(x))-least]
		if *p == 0 {
			first[n] = base + int64(i)
			n++
			*p = int32(n)
		}
		ids[i] = *p - 1
	}
	return n
}
