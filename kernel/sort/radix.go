package sort

import (
	"slices"
	"unsafe"
)

// A pair is a key and where it came from.
type pair[W word] struct {
	k W
	i uint32
}

// small is the length up to which comparisons beat radix passes.
const small = 200

// sortKeys sorts keys; tmp is as long and holds nothing of use afterwards.
func sortKeys[W word](keys, tmp []W) {
	if len(keys) <= small {
		slices.Sort(keys)
		return
	}
	if slices.IsSorted(keys) {
		return
	}
	hist := histograms(keys)
	src, dst := keys, tmp[:len(keys)]
	for b := range hist {
		h := &hist[b]
		if trivial(h, len(keys)) {
			continue
		}
		offsets(h)
		shift := 8 * uint(b)
		for _, k := range src {
			p := &h[uint8(k>>shift)]
			dst[*p] = k
			*p++
		}
		src, dst = dst, src
	}
	if &src[0] != &keys[0] {
		copy(keys, src)
	}
}

// sortPairs sorts pairs by key, stably; tmp is as long and holds nothing of use afterwards.
func sortPairs[W word](ps, tmp []pair[W]) {
	if len(ps) <= small/4 {
		insertion(ps)
		return
	}
	if slices.IsSortedFunc(ps, func(a, b pair[W]) int { return order(a.k, b.k) }) {
		return
	}
	var w W
	hist := make([][256]int, unsafe.Sizeof(w))
	for _, p := range ps {
		k := uint64(p.k)
		for b := range hist {
			hist[b][uint8(k)]++
			k >>= 8
		}
	}
	src, dst := ps, tmp[:len(ps)]
	for b := range hist {
		h := &hist[b]
		if trivial(h, len(ps)) {
			continue
		}
		offsets(h)
		shift := 8 * uint(b)
		for _, x := range src {
			p := &h[uint8(x.k>>shift)]
			dst[*p] = x
			*p++
		}
		src, dst = dst, src
	}
	if &src[0] != &ps[0] {
		copy(ps, src)
	}
}

func insertion[W word](ps []pair[W]) {
	for i := 1; i < len(ps); i++ {
		x := ps[i]
		j := i
		for ; j > 0 && ps[j-1].k > x.k; j-- {
			ps[j] = ps[j-1]
		}
		ps[j] = x
	}
}

// histograms counts the values of every byte of the keys, least significant first.
func histograms[W word](keys []W) [][256]int {
	var w W
	hist := make([][256]int, unsafe.Sizeof(w))
	for _, x := range keys {
		k := uint64(x)
		for b := range hist {
			hist[b][uint8(k)]++
			k >>= 8
		}
	}
	return hist
}

// trivial reports that one value has all n elements, so that a pass would move nothing.
func trivial(h *[256]int, n int) bool {
	for _, c := range h {
		if c != 0 {
			return c == n
		}
	}
	return true
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
