package hash

import (
	"math/bits"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Numerals are texts of one length that differ in decimal digits at their ends alone, as names made of a
// number with zeros before it do. Their numbers, of at most eight digits, stand for them and ascend as they
// do; where these lie close together, no table is needed.

// zeros are eight digits.
const zeros = 0x3030303030303030

// numerals writes the numbers of texts, counted from the least of them where they would be too many
// otherwise, for codes; it reports whether all texts are numerals with numbers close together. Without, what
// it wrote means nothing.
func (x *texted) numerals(out *numberCoder) bool {
	t, end := x.numeral()
	if t == nil {
		return false
	}
	far := far(x.rows)
	least, most := uint64(1)<<32, uint64(0)
	var words [batch]uint64
	for k, c := range x.cols {
		for lo := 0; lo < c.Rows; lo += batch {
			vs := x.views[k][lo:min(lo+batch, c.Rows)]
			ids := out.codes[k][lo:][:len(vs)]
			odd := uint64(0)
			if valid := c.Valid; valid.IsZero() {
				odd = t.differ(vs, c.Heaps)
				t.words(vs, c.Heaps, words[:len(vs)])
				odd |= end.numbers(words[:len(vs)], ids)
			} else {
				odd = end.present(t, vs, c.Heaps, valid.Slice(lo), ids)
			}
			least, most = widened(ids, least, most)
			if odd != 0 || least <= most && most-least >= far {
				return false
			}
		}
	}
	if least > most { // no text
		return true
	}
	if out.n = most + 1; out.n > far {
		out.n -= least
		for i, n := range out.all.all {
			if n >= 0 {
				out.all.all[i] = n - int32(least)
			}
		}
	}
	return true
}

// widened are the least and the greatest of these two and of numbers, among which those below 0 do not count.
func widened(ids []int32, least, most uint64) (uint64, uint64) {
	a, b := uint32(1<<32-1), int32(-1) // as an unsigned number, a missing one is above all others
	for _, n := range ids {
		a, b = min(a, uint32(n)), max(b, n)
	}
	if b < 0 {
		return least, most
	}
	return min(least, uint64(a)), max(most, uint64(b))
}

// numeral is how texts begin and end if all are like the first, which ends with a digit; else nil.
func (x *texted) numeral() (*tails, ending) {
	for k, c := range x.cols {
		for i := range x.views[k] {
			if !c.Valid.Get(i) {
				continue
			}
			v := &x.views[k][i]
			if v.Len == 0 {
				return nil, ending{}
			}
			t := tailsLike(v, c.Heaps)
			var w [1]uint64
			t.words(x.views[k][i:i+1], c.Heaps, w[:])
			if e := endingOf(w[0], t.n); e.head != ^uint64(0) {
				return t, e
			}
			return nil, ending{}
		}
	}
	return nil, ending{}
}

// An ending is the tail of texts that end with digits.
type ending struct {
	short uint   // bits that the texts lack to eight bytes
	like  uint64 // what stands before the digits, and zeros for these
	head  uint64 // all bits of the bytes before the digits; all bits where there are no digits
}

// endingOf is that of texts of n bytes of which one has the tail w.
func endingOf(w uint64, n int) ending {
	e := ending{short: uint(8 * max(tail-n, 0)), head: ^uint64(0)}
	w >>= e.short
	for k := range uint(min(n, tail)) {
		if c := byte(w >> (8 * k)); c < '0' || c > '9' {
			break
		}
		e.head &^= 0xff << (8 * k)
	}
	e.like = w&e.head | zeros&^e.head
	return e
}

// number is what the digits of a tail mean, and 0 if it is such an ending. Neighbors are put together at
// once: digits, pairs of them, then fours (D. Lemire, "Quickly parsing eight digits", 2018).
func (e ending) number(w uint64) (n int32, odd uint64) {
	w = w>>(e.short&63) ^ e.like
	odd = (w|(w+0x0606060606060606))&0xf0f0f0f0f0f0f0f0 | w&e.head
	w = bits.ReverseBytes64(w) * (1 + 10<<8) >> 8
	w = w & 0x00ff00ff00ff00ff * (1 + 100<<16) >> 16
	w = w & 0x0000ffff0000ffff * (1 + 10000<<32) >> 32
	return int32(w), odd
}

func (e ending) numbers(words []uint64, ids []int32) (odd uint64) {
	ids = ids[:len(words)]
	for i, w := range words {
		n, o := e.number(w)
		ids[i] = n
		odd |= o
	}
	return odd
}

// present writes the numbers of rows that are not missing, and -1 for the others.
func (e ending) present(t *tails, vs []frame.View, heaps []*mem.Block, valid frame.Bitmap, ids []int32) (odd uint64) {
	var w [1]uint64
	for i := range vs {
		ids[i] = -1
		if valid.Get(i) {
			odd |= t.differ(vs[i:i+1], heaps)
			if odd != 0 {
				return odd
			}
			t.words(vs[i:i+1], heaps, w[:])
			n, o := e.number(w[0])
			ids[i] = n
			odd |= o
		}
	}
	return odd
}
