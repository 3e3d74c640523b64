package sort

import (
	"math"
	"sort"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

// BincountWeights adds weights[i] to sums[x[i]].
func BincountWeights(sums []float64, x []int64, weights []float64) error {
	for i, v := range x {
		if uint64(v) >= uint64(len(sums)) {
			return badBin(v)
		}
		sums[v] += weights[i]
	}
	return nil
}

func badBin(v int64) error {
	if v < 0 {
		return errs.New(errs.Invalid, "'list' argument must have no negative elements")
	}
	return errs.New(errs.Internal, "value %d is beyond the counts", v)
}

// Bins are the edges of a histogram. The last bin holds its right edge too.
type Bins struct {
	Edges   []float64
	Uniform bool // edges are equally spaced, so that bins are found by arithmetic
}

// UniformBins are n bins of equal width over [lo, hi]; equal bounds are moved apart by a half, as numpy does.
func UniformBins(lo, hi float64, n int) (Bins, error) {
	switch {
	case n < 1:
		return Bins{}, errs.New(errs.Invalid, "`bins` must be positive, when an integer")
	case !(lo <= hi):
		if math.IsNaN(lo) || math.IsNaN(hi) {
			return Bins{}, errs.New(errs.Invalid, "autodetected range of [%s, %s] is not finite", dtype.FormatFloat(lo, 8), dtype.FormatFloat(hi, 8))
		}
		return Bins{}, errs.New(errs.Invalid, "max must be larger than min in range parameter.")
	case math.IsInf(lo, 0) || math.IsInf(hi, 0):
		return Bins{}, errs.New(errs.Invalid, "supplied range of [%s, %s] is not finite", dtype.FormatFloat(lo, 8), dtype.FormatFloat(hi, 8))
	}
	if lo == hi {
		lo, hi = lo-0.5, hi+0.5
	}
	e := make([]float64, n+1)
	step := (hi - lo) / float64(n)
	for i := range e {
		e[i] = float64(float64(i)*step) + lo
	}
	e[n] = hi
	return Bins{e, true}, nil
}

// EdgeBins are bins of given edges, which must not decrease.
func EdgeBins(edges []float64) (Bins, error) {
	for i := 1; i < len(edges); i++ {
		if edges[i-1] > edges[i] {
			return Bins{}, errs.New(errs.Invalid, "`bins` must increase monotonically, when an array")
		}
	}
	return Bins{Edges: edges}, nil
}

// Len is the number of bins.
func (b Bins) Len() int { return max(len(b.Edges)-1, 0) }

// Find is the bin of v, -1 when it lies in none.
func (b Bins) Find(v float64) int {
	e := b.Edges
	n := b.Len()
	if n == 0 || !(v >= e[0] && v <= e[n]) {
		return -1
	}
	if !b.Uniform {
		if v == e[n] { // the last bin is closed: v belongs to the first bin that starts at it or before
			return n - 1
		}
		return sort.Search(len(e), func(i int) bool { return e[i] > v }) - 1
	}
	// The arithmetic may be one off; the edges decide.
	i := int((v - e[0]) / (e[n] - e[0]) * float64(n))
	if i == n {
		i--
	}
	if v < e[i] {
		i--
	} else if v >= e[i+1] && i != n-1 {
		i++
	}
	return i
}

// Histogram adds the occurrences of x in each bin to counts.
func (b Bins) Histogram(counts []int64, x []float64) {
	n := b.Len()
	if !b.Uniform || n == 0 {
		for _, v := range x {
			if i := b.Find(v); i >= 0 {
				counts[i]++
			}
		}
		return
	}
	e := b.Edges[:n+1]
	lo, hi, scale := e[0], e[n], float64(n)/(e[n]-e[0])
	if math.IsInf(scale, 0) || scale == 0 { // the width or its inverse is no number
		b.Uniform = false
		b.Histogram(counts, x)
		return
	}
	counts = counts[:n]
	for _, v := range x {
		if !(v >= lo && v <= hi) {
			continue
		}
		i := min(int((v-lo)*scale), n-1)
		// The arithmetic may be one off; the edges decide.
		if v < e[i] {
			i--
		} else if v >= e[i+1] && i != n-1 {
			i++
		}
		counts[i]++
	}
}

// HistogramWeights adds the weights of the elements of x in each bin to sums.
func (b Bins) HistogramWeights(sums, x, weights []float64) {
	for k, v := range x {
		if i := b.Find(v); i >= 0 {
			sums[i] += weights[k]
		}
	}
}
