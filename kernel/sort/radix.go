package sort

import (
	"slices"
	"unsafe"
)

// small is the length up to which comparisons beat radix passes.
const small = 200

// sortKeys sorts keys by radix passes from the least digit on; tmp is as long and holds nothing of use
// afterwards.
func sortKeys[W word](keys, tmp []W) {
	if len(keys) <= small {
		slices.Sort(keys)
		return
	}
	if slices.IsSorted(keys) {
		return
	}
	var w W
	radix(keys, tmp, 0, 8*int(unsafe.Sizeof(w)))
}

// radix sorts keys by their bits from lo to hi; what is below keeps its order.
func radix[W word](keys, tmp []W, lo, hi int) {
	if len(keys) == 0 {
		return
	}
	src, dst := keys, tmp[:len(keys)]
	for ; lo < hi; lo += 8 {
		digits := min(8, hi-lo)
		mask := W(1)<<digits - 1
		var h [256]int
		for _, k := range src {
			h[uint8(k>>lo&mask)]++
		}
		if h[uint8(src[0]>>lo&mask)] == len(src) {
			continue
		}
		offsets(&h)
		for _, k := range src {
			p := &h[uint8(k>>lo&mask)]
			dst[*p] = k
			*p++
		}
		src, dst = dst, src
	}
	if &src[0] != &keys[0] {
		copy(keys, src)
	}
}

// offsets turns counts into the first place of each value.
func offsets(h *[256]int) {
	sum := 0
	for i, c := range h {
		h[i] = sum
		sum += c
	}
}

func order[W word](a, b W) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
