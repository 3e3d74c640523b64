package reduce

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
)

// A total is a sum and how many numbers are in it.
type total[T float64 | complex128] struct {
	n   int
	sum T
}

// means is the mean, or the mean of what is not NaN: a pairwise sum divided by the count.
func means(name string, from dtype.DType) (Fold, bool) {
	nan := name == "nanmean"
	switch {
	case from.IsTemporal():
		return Fold{}, false
	case from.IsComplex():
		t := totals[complex128](nan)
		return Fold{In: dtype.Complex128, Out: dtype.Complex128, step: t, out: field(func(t total[complex128]) complex128 {
			return complex(real(t.sum)/float64(t.n), imag(t.sum)/float64(t.n))
		})}, true
	}
	t := totals[float64](nan)
	return Fold{In: dtype.Float64, Out: dtype.Float64, step: t, out: field(func(t total[float64]) float64 {
		if t.n == 0 {
			return math.NaN()
		}
		return t.sum / float64(t.n)
	})}, true
}

func totals[T float64 | complex128](nan bool) *typed[T, total[T]] {
	type sum = total[T]
	t := &typed[T, sum]{
		fn: "total", identity: new(sum),
		run:   func(v []T, _ int) sum { return sum{len(v), pairwise(v)} },
		join:  func(a, b sum) sum { return sum{a.n + b.n, a.sum + b.sum} },
		start: func(v T, _ int) sum { return sum{1, v} },
		add: func(st []sum, v []T, _ int) {
			for i, x := range v[:len(st)] {
				st[i].sum += x
				st[i].n++
			}
		},
	}
	if !nan {
		return t
	}
	t.fn = "nantotal"
	t.run = func(v []T, _ int) sum {
		var buf [Block]T // what is left, pushed together
		n := 0
		for _, x := range v {
			if x == x {
				buf[n] = x
				n++
			}
		}
		return sum{n, pairwise(buf[:n])}
	}
	t.start = func(v T, _ int) sum {
		if v != v {
			return sum{}
		}
		return sum{1, v}
	}
	t.add = func(st []sum, v []T, _ int) {
		for i, x := range v[:len(st)] {
			if x == x {
				st[i].sum += x
				st[i].n++
			}
		}
	}
	return t
}
