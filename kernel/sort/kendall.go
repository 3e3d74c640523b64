package sort

import (
	"cmp"
	"math"
	"slices"
)

// Kendall is Kendall's rank correlation tau-b of two vectors of one length without NaN: pairs of places that
// both order alike, less those that they order differently, over the geometric mean of the pairs that each of
// them orders. NaN where one of them orders none. The pairs are counted by a merge sort, in n log n (Knight,
// JASA 61, 1966).
func Kendall(x, y []float64) float64 {
	type point struct{ x, y float64 }
	at := make([]point, len(x))
	for i := range x {
		at[i] = point{x[i], y[i]}
	}
	slices.SortFunc(at, func(a, b point) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) })
	ys := make([]float64, len(at))
	for i, p := range at {
		ys[i] = p.y
	}
	sameX := ties(len(at), func(i, j int) bool { return at[i].x == at[j].x })
	same := ties(len(at), func(i, j int) bool { return at[i] == at[j] })
	swaps := exchanges(ys, make([]float64, len(ys)))
	sameY := ties(len(ys), func(i, j int) bool { return ys[i] == ys[j] })
	all := float64(len(at)) * float64(len(at)-1) / 2
	return (all - sameX - sameY + same - 2*swaps) / math.Sqrt(all-sameX) / math.Sqrt(all-sameY)
}

// ties is the number of pairs of equal elements among n, which are sorted.
func ties(n int, equal func(i, j int) bool) (pairs float64) {
	for lo := 0; lo < n; {
		hi := lo + 1
		for hi < n && equal(lo, hi) {
			hi++
		}
		k := float64(hi - lo)
		pairs += k * (k - 1) / 2
		lo = hi
	}
	return pairs
}

// exchanges sorts v, and is the number of pairs that stood in the wrong order. b is as long as v.
func exchanges(v, b []float64) (n float64) {
	if len(v) < 2 {
		return 0
	}
	h := len(v) / 2
	n = exchanges(v[:h], b[:h]) + exchanges(v[h:], b[h:])
	copy(b, v)
	for i, j, k := 0, h, 0; k < len(v); k++ {
		if i == h || j < len(v) && b[j] < b[i] {
			v[k] = b[j]
			j++
			n += float64(h - i)
			continue
		}
		v[k] = b[i]
		i++
	}
	return n
}
