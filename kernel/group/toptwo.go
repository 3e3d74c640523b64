package group

import (
	"math"
	"math/bits"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// The one or two first rows of many groups are found by the leading halves of words: those of a group's first
// rows are all that is kept of it, so that a hundred thousand groups stay in the second cache. A second look
// at the rows finds those that are not behind them.

// A leading is the first and the second of a group's half words, 0 for nobody. The greater the earlier.
type leading struct{ first, second uint32 }

// firstTwoRows is how many rows a group has at most, on average, for firstTwo to be the better way: of more,
// few come before the first ones so far.
const firstTwoRows = 16

// A halver makes half words of values: their order, turned, without the last bits, of integers counted from
// the least one.
type halver struct {
	flip, least uint64
	shift       uint
}

// halverOf is for a column that byWords is true of.
func halverOf(c *frame.Column, desc bool) halver {
	h := halver{flip: math.MaxInt64}
	if desc {
		h.flip = 1 << 63
	}
	if c.DType.IsFloat() {
		return h
	}
	v := frame.Values[int64](c)
	if len(v) == 0 {
		return h
	}
	lo, hi := v[0], v[0]
	for _, x := range v {
		lo, hi = min(lo, x), max(hi, x)
	}
	a, b := uint64(lo)^h.flip, uint64(hi)^h.flip
	h.least = min(a, b)
	h.shift = uint(max(bits.Len64(max(a, b)-h.least)-32, 0))
	return h
}

// halves writes half words of the values from row lo on, none of which is 0.
func (h halver) halves(c *frame.Column, lo int, out []uint32) []uint32 {
	if c.DType.IsFloat() {
		for i, x := range frame.Values[float64](c)[lo:][:len(out)] {
			b := int64(math.Float64bits(x + 0))
			out[i] = max(uint32((uint64(b)^uint64(b>>63)>>1^h.flip)>>32), 1)
		}
		return out
	}
	for i, x := range frame.Values[int64](c)[lo:][:len(out)] {
		out[i] = max(uint32((uint64(x)^h.flip-h.least)>>(h.shift&63)), 1)
	}
	return out
}

// firstTwo is Top of one or two rows. It is nil where it would leave more than a few rows more than those:
// where many are equal, or nearly so.
func firstTwo(al mem.Allocator, g *Groups, n int, c *frame.Column, desc bool) ([]int64, error) {
	lead, free, err := zeros[leading](al, g.N+1) // of group i at i+1
	if err != nil {
		return nil, err
	}
	defer free()
	h := halverOf(c, desc)
	var half [topBatch]uint32
	for lo := 0; lo < len(g.IDs); lo += topBatch {
		ids := g.IDs[lo:min(lo+topBatch, len(g.IDs))]
		for i, w := range h.halves(c, lo, half[:len(ids)]) {
			p := &lead[ids[i]+1]
			p.second = max(p.second, min(p.first, w))
			p.first = max(p.first, w)
		}
	}
	few := 0
	for k := range lead[1:] {
		p := &lead[k+1]
		if few += some(p.first); n == 1 {
			p.second = p.first
		} else {
			few += some(p.second)
		}
	}
	few += few / 64
	out, freeOut, err := mem.Scratch[int64](al, few+topBatch)
	if err != nil {
		return nil, err
	}
	found := 0
	for lo := 0; lo < len(g.IDs); lo += topBatch {
		ids, to := g.IDs[lo:min(lo+topBatch, len(g.IDs))], out[found:][:topBatch]
		k := 0
		for i, w := range h.halves(c, lo, half[:len(ids)]) {
			id := ids[i]
			to[k&(topBatch-1)] = int64(lo + i)
			_, behind := bits.Sub32(w, lead[id+1].second, 0)
			k += int(1-behind) &^ int(uint32(id)>>31)
		}
		if found += k; found > few {
			freeOut()
			return nil, nil
		}
	}
	return out[:found], nil
}

// some is 1 where x is not 0.
func some(x uint32) int { return int((x | -x) >> 31) }
