package reduce

import "math/bits"

// A ladder says in which order running sums are added, by the position in the row alone. Positions are
// written in a numeral system: units of level j are 1<<shift[j] elements, the last one has no end. Level j
// keeps the sum of the units of its size that are complete in the unit of the level above that is not; a
// complete unit's sum goes one level up. The running sum at position p is the element, then what the levels
// hold is added from the lowest to the highest. Below a block digits are binary, so a block is folded as a
// tree; above it sums are chains of at most 128. So sums of what is not negative never fall, errors grow like
// those of a pairwise sum, and whoever knows the levels at a position goes on from there with the same bits.
type ladder struct {
	shift []uint8
	block int  // level of blocks of 64 bytes
	exact bool // order makes no difference: one level is enough
}

// leafShift is the elements of a leaf: what one call of a kernel sums up at most.
const leafShift = 10

// ladderOf is the ladder for blocks of lanes elements.
func ladderOf(lanes int) *ladder {
	l := &ladder{block: bits.Len(uint(lanes)) - 1}
	for i := range l.block + 1 {
		l.shift = append(l.shift, uint8(i))
	}
	l.shift = append(l.shift, leafShift, leafShift+7, leafShift+14)
	return l
}

// exactly is the ladder of what adds up without error.
var exactly = &ladder{shift: []uint8{0}, exact: true}

func (l *ladder) levels() int { return len(l.shift) }

// digit is how many units level j holds at position p.
func (l *ladder) digit(p, j int) int {
	if j+1 < len(l.shift) {
		p &= 1<<l.shift[j+1] - 1
	}
	return p >> l.shift[j]
}

// closes tells that the unit of level j in which p lies is the last one of a unit of the next level.
func (l *ladder) closes(p, j int) bool {
	if j+1 >= len(l.shift) {
		return false
	}
	return l.digit(p, j)+1 == 1<<(l.shift[j+1]-l.shift[j])
}

// A run is so many units of a level one after another.
type unitRun struct{ level, n int }

// cover is the greatest units that elements p to p+n consist of. Their sums are all that what follows needs
// to know.
func (l *ladder) cover(p, n int) (out []unitRun) {
	if l.exact && n > 0 {
		return []unitRun{{0, 1}}
	}
	for n > 0 {
		j := len(l.shift) - 1
		for p&(1<<l.shift[j]-1) != 0 || n>>l.shift[j] == 0 {
			j--
		}
		r := unitRun{j, n >> l.shift[j]}
		if j+1 < len(l.shift) {
			r.n = min(r.n, 1<<(l.shift[j+1]-l.shift[j])-l.digit(p, j))
		}
		out = append(out, r)
		p, n = p+r.n<<l.shift[j], n-r.n<<l.shift[j]
	}
	return out
}

// width is the elements of a unit of level j among n that are covered.
func (l *ladder) width(j, n int) int {
	if l.exact {
		return n
	}
	return 1 << l.shift[j]
}
