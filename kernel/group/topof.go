package group

import (
	"math"
	"math/bits"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// topBatch is the rows that are held against the last of their groups' first ones before any of them is put
// in.
const topBatch = 1 << 10

// A ranked is a row of a group's first ones. The greater its word the earlier it stands; 0 is nobody yet.
type ranked struct {
	word uint64
	row  int32
}

// A tops is the first rows of every group.
type tops struct {
	n     int
	ids   []int32
	top   []ranked         // of group i from i*n on
	bar   []uint64         // of group i at i+1: the word of the last of them, which later rows must be above; of rows of no group one that none is
	words [topBatch]uint64 // of the rows that are found
	found [topBatch]int32
}

// byWords reports columns whose rows have words: numbers of 64 bits without missing ones and, among integers,
// without the one that comes behind all others.
func byWords(c *frame.Column, desc bool) bool {
	if c == nil || c.Enc != frame.Plain || c.HasNulls() {
		return false
	}
	switch c.DType.Kind {
	case dtype.Float64Kind:
		return true
	case dtype.Int64Kind:
		last := int64(math.MaxInt64)
		if desc {
			last = math.MinInt64
		}
		for _, v := range frame.Values[int64](c) {
			if v == last {
				return false
			}
		}
		return true
	}
	return false
}

// topOf sets the bits of the n first rows of each group by the words of c. Few rows are above the last of
// their group's first ones: they are found without a branch that depends on them.
func topOf(al mem.Allocator, g *Groups, n int, c *frame.Column, desc bool, stays []uint64) error {
	top, free, err := zeros[ranked](al, g.N*n)
	if err != nil {
		return err
	}
	defer free()
	bar, freeBar, err := zeros[uint64](al, g.N+1)
	if err != nil {
		return err
	}
	defer freeBar()
	bar[0] = math.MaxUint64
	t := &tops{n: n, ids: g.IDs, top: top, bar: bar}
	for lo := 0; lo < len(g.IDs); lo += topBatch {
		hi := min(lo+topBatch, len(g.IDs))
		var found int
		if c.DType.IsFloat() {
			found = t.aboveFloats(lo, frame.Values[float64](c)[lo:hi], desc)
		} else {
			found = t.aboveWhole(lo, frame.Values[int64](c)[lo:hi], desc)
		}
		if n == 2 {
			t.putTwo(t.found[:found])
		} else {
			t.put(t.found[:found])
		}
	}
	for _, r := range top {
		if r.word != 0 {
			stays[r.row/64] |= 1 << (r.row % 64)
		}
	}
	return nil
}

// aboveFloats finds the rows from lo on that are above the bars of their groups, and says how many. Words are
// greater for numbers that come earlier, and never 0; zeros of both signs have one.
func (t *tops) aboveFloats(lo int, v []float64, desc bool) (found int) {
	not := uint64(math.MaxUint64)
	if desc {
		not = 0
	}
	ids, bar := t.ids[lo:][:len(v)], t.bar
	for i, x := range v {
		b := math.Float64bits(x + 0)
		w := b ^ (uint64(int64(b)>>63) | 1<<63) ^ not
		t.words[found%topBatch], t.found[found%topBatch] = w, int32(lo+i)
		_, more := bits.Sub64(bar[ids[i]+1], w, 0)
		found += int(more)
	}
	return found
}

// aboveWhole is aboveFloats of integers.
func (t *tops) aboveWhole(lo int, v []int64, desc bool) (found int) {
	flip := uint64(math.MaxInt64)
	if desc {
		flip = 1 << 63
	}
	ids, bar := t.ids[lo:][:len(v)], t.bar
	for i, x := range v {
		w := uint64(x) ^ flip
		t.words[found%topBatch], t.found[found%topBatch] = w, int32(lo+i)
		_, more := bits.Sub64(bar[ids[i]+1], w, 0)
		found += int(more)
	}
	return found
}

// put puts the rows that are found among the first of their groups, behind those of equal words.
func (t *tops) put(rows []int32) {
	for i, row := range rows {
		id, w := t.ids[row], t.words[i]
		first, k := t.top[int(id)*t.n:][:t.n], t.n-1
		if w <= first[k].word {
			continue
		}
		for k > 0 && w > first[k-1].word {
			first[k] = first[k-1]
			k--
		}
		first[k] = ranked{w, row}
		t.bar[id+1] = first[t.n-1].word
	}
}

// putTwo is put of two rows a group, without a branch that depends on which of them is earlier.
func (t *tops) putTwo(rows []int32) {
	for i, row := range rows {
		id, w := t.ids[row], t.words[i]
		first := t.top[2*int(id):][:2]
		if w <= first[1].word {
			continue
		}
		a := first[0]
		_, more := bits.Sub64(a.word, w, 0)
		words, rows := (a.word^w)&-more, (a.row^row)&-int32(more)
		first[0] = ranked{a.word ^ words, a.row ^ rows}
		first[1] = ranked{w ^ words, row ^ rows}
		t.bar[id+1] = w ^ words
	}
}
