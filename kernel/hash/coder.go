package hash

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A coder tells codes of the rows of one key, which it may read straight from the columns. Equal values have
// equal codes below radix; with order Sorted codes ascend as values do, and a missing value has the greatest
// one.
type coder interface {
	// radix is the number of codes, that of missing values included; 0 where there is no row or, if missing
	// rows drop out, none that stays.
	radix() uint64
	// misses reports that rows may be missing.
	misses() bool
	// fold makes acc*radix + code of words, for rows of a piece from row at on. With gone, rows that are
	// missing are set there instead.
	fold(piece, at int, acc []uint64, gone []bool)
	free()
}

// coderOf chooses how the columns of one key, one for each piece, are told apart.
func coderOf(al mem.Allocator, order Order, drop bool, cols []*frame.Column, rows int) (coder, error) {
	d, unit := unify(cols)
	if c := dictCoderOf(d, order, drop, cols); c != nil {
		return c, nil
	}
	if c := rangeCoderOf(d, unit, drop, cols, rows); c != nil {
		return c, nil
	}
	return encode(al, d, unit, order == Sorted, drop, cols, rows)
}

// A dictCoder is the codes of columns of one dictionary, or of beginnings of it, or their ranks.
type dictCoder struct {
	cols []*frame.Column
	dict *frame.Dictionary
	rank []int32 // nil: codes are in order
	miss bool
	keep bool
}

// dictCoderOf is nil where the columns have no dictionary in common.
func dictCoderOf(d domain, order Order, drop bool, cols []*frame.Column) coder {
	if d != codes && d != texts {
		return nil
	}
	c := &dictCoder{cols: cols, keep: !drop}
	for _, col := range cols {
		if col.Enc != frame.Dict {
			return nil
		}
	}
	if c.dict = frame.Longest(cols...); c.dict == nil {
		return nil
	}
	for _, col := range cols {
		c.miss = c.miss || col.HasNulls()
	}
	if d == texts && order == Sorted && !c.dict.Ordered {
		c.rank = make([]int32, c.dict.Len())
		for r, k := range c.dict.Sorted() {
			c.rank[k] = int32(r)
		}
	}
	return c
}

func (c *dictCoder) misses() bool { return c.miss }
func (c *dictCoder) free()        {}
func (c *dictCoder) radix() uint64 {
	return radixOf(uint64(c.dict.Len()), c.miss && c.keep)
}

// radixOf is the number of codes of which n stand for values.
func radixOf(n uint64, missing bool) uint64 {
	if missing {
		return n + 1
	}
	return n
}

func (c *dictCoder) fold(piece, at int, acc []uint64, gone []bool) {
	m := c.radix()
	switch col := c.cols[piece]; col.Codes {
	case 1:
		foldCodes(acc, frame.CodesOf[int8](col)[at:], c.rank, m, gone, c.miss)
	case 2:
		foldCodes(acc, frame.CodesOf[int16](col)[at:], c.rank, m, gone, c.miss)
	default:
		foldCodes(acc, frame.CodesOf[int32](col)[at:], c.rank, m, gone, c.miss)
	}
}

// foldCodes folds codes, negative ones as missing; unless miss there are none.
func foldCodes[C int8 | int16 | int32](acc []uint64, codes []C, rank []int32, m uint64, gone []bool, miss bool) {
	codes = codes[:len(acc)]
	if !miss && rank == nil {
		for i, k := range codes {
			acc[i] = acc[i]*m + uint64(k)
		}
		return
	}
	for i, k := range codes {
		switch {
		case k < 0 && gone != nil:
			gone[i] = true
		case k < 0:
			acc[i] = acc[i]*m + m - 1
		case rank != nil:
			acc[i] = acc[i]*m + uint64(rank[k])
		default:
			acc[i] = acc[i]*m + uint64(k)
		}
	}
}

// A rangeCoder is the distance of whole numbers or times from the least of them.
type rangeCoder struct {
	cols  []*frame.Column
	least uint64
	card  uint64
	miss  bool
	keep  bool
}

// rangeCoderOf is nil where the values are no whole numbers or lie too far apart.
func rangeCoderOf(d domain, unit dtype.Unit, drop bool, cols []*frame.Column, rows int) coder {
	if d != ints && d != uints && d != times {
		return nil
	}
	c := &rangeCoder{cols: make([]*frame.Column, len(cols)), keep: !drop}
	lo, hi := ^uint64(0), uint64(0)
	for i, col := range cols {
		col = col.Stored()
		c.cols[i] = col
		if col.Enc != frame.Plain || d == times && col.DType.Unit != unit {
			return nil
		}
		l, h, miss := told(d, col, rows)
		lo, hi, c.miss = min(lo, l), max(hi, h), c.miss || miss
	}
	switch {
	case lo > hi: // no value
		return c
	case hi-lo >= far(rows):
		return nil
	}
	c.card = hi - lo + 1
	if c.least = lo; d != uints {
		c.least ^= sign
	}
	return c
}

// told are bounds of the words of a column by what is known of it, where they are close enough to address by;
// else its limits, or some too far apart.
func told(d domain, c *frame.Column, rows int) (lo, hi uint64, missing bool) {
	if a, b, ok := c.Bounds().Ints(); ok && d == ints && c.Valid.IsZero() {
		if lo, hi = word(d, a), word(d, b); lo <= hi && hi-lo < far(rows) {
			return lo, hi, false
		}
	}
	return limits(d, c, far(rows))
}

// far is how far apart the values of so many rows lie that are not addressed by.
func far(rows int) uint64 { return min(uint64(max(4*rows, 1<<12)), 1<<30) }

// limits are the least and the greatest word of a plain column that is not missing, and whether rows are; no
// row has a least one above the greatest. Of a column in which nothing is missing they may be those of its
// first rows, if these are far apart already.
func limits(d domain, c *frame.Column, far uint64) (lo, hi uint64, missing bool) {
	switch c.DType.Kind {
	case dtype.BoolKind, dtype.Uint8Kind:
		return limitsOf(d, c, far, frame.Values[uint8](c))
	case dtype.Int8Kind:
		return limitsOf(d, c, far, frame.Values[int8](c))
	case dtype.Int16Kind:
		return limitsOf(d, c, far, frame.Values[int16](c))
	case dtype.Int32Kind:
		return limitsOf(d, c, far, frame.Values[int32](c))
	case dtype.Uint16Kind:
		return limitsOf(d, c, far, frame.Values[uint16](c))
	case dtype.Uint32Kind:
		return limitsOf(d, c, far, frame.Values[uint32](c))
	case dtype.Uint64Kind:
		return limitsOf(d, c, far, frame.Values[uint64](c))
	}
	return limitsOf(d, c, far, frame.Values[int64](c))
}

type whole interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

func limitsOf[T whole](d domain, c *frame.Column, far uint64, v []T) (lo, hi uint64, missing bool) {
	var a, b T
	some := false
	switch {
	case d != times && c.Valid.IsZero():
		if some = len(v) > 0; some {
			a, b = v[0], v[0]
			for len(v) > 0 && word(d, b)-word(d, a) < far {
				head := v[:min(batch, len(v))]
				v = v[len(head):]
				for _, x := range head {
					a, b = min(a, x), max(b, x)
				}
			}
		}
	default:
		for i, x := range v {
			if lacks(d, c, i, x) {
				missing = true
				continue
			}
			if !some {
				a, b, some = x, x, true
			}
			a, b = min(a, x), max(b, x)
		}
	}
	if !some {
		return ^uint64(0), 0, missing
	}
	return word(d, a), word(d, b), missing
}

// lacks reports that row i of c, which holds x, is missing.
func lacks[T whole](d domain, c *frame.Column, i int, x T) bool {
	return d == times && int64(x) == frame.NaT || !c.Valid.Get(i)
}

// word is x as an unsigned key in the order of the domain.
func word[T whole](d domain, x T) uint64 {
	if d == uints {
		return uint64(x)
	}
	return uint64(int64(x)) ^ sign
}

func (c *rangeCoder) misses() bool  { return c.miss }
func (c *rangeCoder) free()         {}
func (c *rangeCoder) radix() uint64 { return radixOf(c.card, c.miss && c.keep) }

func (c *rangeCoder) fold(piece, at int, acc []uint64, gone []bool) {
	switch col := c.cols[piece]; col.DType.Kind {
	case dtype.BoolKind, dtype.Uint8Kind:
		foldRange(c, col, frame.Values[uint8](col), at, acc, gone)
	case dtype.Int8Kind:
		foldRange(c, col, frame.Values[int8](col), at, acc, gone)
	case dtype.Int16Kind:
		foldRange(c, col, frame.Values[int16](col), at, acc, gone)
	case dtype.Int32Kind:
		foldRange(c, col, frame.Values[int32](col), at, acc, gone)
	case dtype.Uint16Kind:
		foldRange(c, col, frame.Values[uint16](col), at, acc, gone)
	case dtype.Uint32Kind:
		foldRange(c, col, frame.Values[uint32](col), at, acc, gone)
	case dtype.Uint64Kind:
		foldRange(c, col, frame.Values[uint64](col), at, acc, gone)
	default:
		foldRange(c, col, frame.Values[int64](col), at, acc, gone)
	}
}

func foldRange[T whole](c *rangeCoder, col *frame.Column, v []T, at int, acc []uint64, gone []bool) {
	m, least := c.radix(), c.least
	v = v[at:][:len(acc)]
	if !c.miss {
		for i, x := range v {
			acc[i] = acc[i]*m + (uint64(int64(x)) - least)
		}
		return
	}
	d := ints
	if col.DType.IsTemporal() {
		d = times
	}
	for i, x := range v {
		switch {
		case !lacks(d, col, at+i, x):
			acc[i] = acc[i]*m + (uint64(int64(x)) - least)
		case gone != nil:
			gone[i] = true
		default:
			acc[i] = acc[i]*m + m - 1
		}
	}
}

// A numberCoder is codes that were found before.
type numberCoder struct {
	al    mem.Allocator
	codes [][]int32 // by piece; -1 is missing
	all   vec[int32]
	n     uint64
	miss  bool
	keep  bool
	first []int64 // the first row of every code, where codes are Numbers already; else nil
}

func (c *numberCoder) misses() bool  { return c.miss }
func (c *numberCoder) free()         { c.all.free(c.al) }
func (c *numberCoder) radix() uint64 { return radixOf(c.n, c.miss && c.keep) }

func (c *numberCoder) fold(piece, at int, acc []uint64, gone []bool) {
	foldCodes(acc, c.codes[piece][at:], nil, c.radix(), gone, c.miss)
}
