package order

import "math/bits"

// mostCells is how many cells the numbers of bounds are divided in: few rows share one with a bound, and the
// cells stay in the cache.
const mostCells = 1 << 12

// A finder tells how many of the bounds, which ascend, are at most some number. Numbers from the first bound
// to the last lie in cells of a power of two, which know the bounds below them.
type finder struct {
	bounds      []uint64
	first, last uint64
	shift       int
	cells       []int32
}

// finderOf is the finder of bounds that are not empty.
func finderOf(bounds []uint64) finder {
	f := finder{bounds: bounds, first: bounds[0], last: bounds[len(bounds)-1]}
	f.shift = max(0, bits.Len64((f.last-f.first)/mostCells))
	f.cells = make([]int32, (f.last-f.first)>>f.shift+1)
	k := int32(0)
	for c := range f.cells {
		for f.bounds[k]-f.first < uint64(c)<<f.shift {
			k++
		}
		f.cells[c] = k
	}
	return f
}

// to is how many bounds are at most v.
func (f *finder) to(v uint64) int {
	if v < f.first {
		return 0
	}
	if v >= f.last {
		return len(f.bounds)
	}
	k := int(f.cells[(v-f.first)>>f.shift])
	for f.bounds[k] <= v {
		k++
	}
	return k
}

// fewBounds is so few bounds that numbers are compared with all of them.
const fewBounds = 4

// all writes how many bounds are at most each number. Of one that equals a bound tied, if it is not nil, is
// asked.
func (f *finder) all(to []int32, nums []uint64, tied func(i, hi int) int) {
	nums = nums[:len(to)]
	if len(f.bounds) <= fewBounds {
		f.few(to, nums, tied)
		return
	}
	for i, v := range nums {
		hi := f.to(v)
		if tied != nil && hi > 0 && f.bounds[hi-1] == v {
			hi = tied(i, hi)
		}
		to[i] = int32(hi)
	}
}

// few is all without a branch that depends on how numbers compare, but for those that equal a bound.
func (f *finder) few(to []int32, nums []uint64, tied func(i, hi int) int) {
	for i, v := range nums {
		hi, same := len(f.bounds), uint64(0)
		for _, b := range f.bounds {
			_, less := bits.Sub64(v, b, 0)
			_, equal := bits.Sub64(v^b, 1, 0)
			hi -= int(less)
			same |= equal
		}
		if same != 0 && tied != nil {
			hi = tied(i, hi)
		}
		to[i] = int32(hi)
	}
}
