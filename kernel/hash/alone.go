package hash

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// A loner numbers the rows of all pieces by their codes, without packing these to words first. num has a
// place for each code and holds zeros; it is left with numbers plus one. The result is how many numbers there
// are, and first their first rows.
type loner interface {
	number(num []int32, first []int64, codes [][]int32) int
}

// alone is the only key, where no row of it is missing and its codes can be read; else nil.
func (p *packing) alone() loner {
	if len(p.coders) != 1 || p.coders[0].misses() {
		return nil
	}
	c, _ := p.coders[0].(loner)
	return c
}

func (c *numberCoder) number(num []int32, first []int64, codes [][]int32) (n int) {
	base := int64(0)
	for k, v := range c.codes {
		n = numberRange(v, 0, num, first, n, codes[k], base)
		base += int64(len(v))
	}
	return n
}

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

// wide is the number of places from which on it does not pay to ask of every row whether its value is new:
// the processor would guess wrong too often.
const wide = 1 << 13

func numberRange[T whole](v []T, least uint64, num []int32, first []int64, n int, ids []int32, base int64) int {
	ids = ids[:len(v)]
	if len(num) >= wide {
		return numberWide(v, least, num, first, n, ids, base)
	}
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

// numberWide is numberRange without a branch. The first row of the next number is overwritten until there is
// one.
func numberWide[T whole](v []T, least uint64, num []int32, first []int64, n int, ids []int32, base int64) int {
	k, last := int32(n), len(first)-1
	for i, x := range v {
		p := &num[uint64(int64(x))-least]
		id := *p
		fresh := (id - 1) >> 31 // all bits where the value is new
		if int(k) <= last {
			first[k] = base + int64(i)
		}
		k -= fresh
		id |= k & fresh
		*p = id
		ids[i] = id - 1
	}
	return int(k)
}
