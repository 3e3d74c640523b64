package sort

import "slices"

// A pair is a key and where it came from.
type pair[W word] struct {
	k W
	i uint32
}

// sortPairs sorts pairs by key, stably; tmp is as long and holds nothing of use afterwards.
func sortPairs(ps, tmp []pair[uint64]) {
	if len(ps) <= small/4 {
		insertion(ps)
		return
	}
	if slices.IsSortedFunc(ps, func(a, b pair[uint64]) int { return order(a.k, b.k) }) {
		return
	}
	src, dst := ps, tmp[:len(ps)]
	for shift := 0; shift < 64; shift += 8 {
		var h [256]int
		for _, x := range src {
			h[uint8(x.k>>shift)]++
		}
		if h[uint8(src[0].k>>shift)] == len(src) {
			continue
		}
		offsets(&h)
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

// orderComplex leaves the stable order of lane in ps.
func orderComplex(lane []complex128, ps, tmp []pair[uint64]) {
	for i, v := range lane {
		_, lo := complexKeys(v)
		ps[i] = pair[uint64]{lo, uint32(i)}
	}
	sortPairs(ps, tmp)
	for i := range ps {
		ps[i].k, _ = complexKeys(lane[ps[i].i])
	}
	sortPairs(ps, tmp)
}
