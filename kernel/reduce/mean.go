package reduce

import (
	"math"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/kernel/basic"
)

// means is the mean, or the mean of what is not NaN: a sum divided by the count.
func means(name string, from dtype.DType) (Fold, bool) {
	nan := name == "nanmean"
	switch {
	case from.IsTemporal():
		return Fold{}, false
	case from.IsComplex():
		return Fold{In: dtype.Complex128, Out: dtype.Complex128, step: meanStep[complex128]{sums[complex128](dtype.Complex128), nan}, out: func(dst, st unsafe.Pointer, w int) {
			sum, n := totals[complex128](st, w)
			for i := range slice[complex128](dst, w) {
				c := float64(n[i*nan01(nan)])
				slice[complex128](dst, w)[i] = complex(real(sum[i])/c, imag(sum[i])/c)
			}
		}}, true
	}
	return Fold{In: dtype.Float64, Out: dtype.Float64, step: meanStep[float64]{sums[float64](dtype.Float64), nan}, out: func(dst, st unsafe.Pointer, w int) {
		sum, n := totals[float64](st, w)
		for i := range slice[float64](dst, w) {
			mean := math.NaN()
			if c := n[i*nan01(nan)]; c > 0 {
				mean = sum[i] / float64(c)
			}
			slice[float64](dst, w)[i] = mean
		}
	}}, true
}

// nan01 is 1 where every result has a count of its own, 0 where all have the first.
func nan01(nan bool) int {
	if nan {
		return 1
	}
	return 0
}

// A meanStep adds and counts. The states of w results are their sums, then their counts; where NaN counts as any number the first count is
// that of all.
type meanStep[T float64 | complex128] struct {
	sums Fold
	nan  bool
}

func totals[T any](st unsafe.Pointer, w int) (sum []T, n []int64) {
	var z T
	return slice[T](st, w), slice[int64](unsafe.Add(st, w*int(unsafe.Sizeof(z))), w)
}

func (m meanStep[T]) name() string {
	if m.nan {
		return "nantotal"
	}
	return "total"
}

func (m meanStep[T]) size() int { var z T; return int(unsafe.Sizeof(z)) + 8 }

func (m meanStep[T]) runs(st unsafe.Pointer, v basic.Vec, w, l, at int) {
	sum, n := totals[T](st, w)
	if !m.nan {
		m.sums.step.runs(st, v, w, l, at)
		n[0] = int64(l)
		return
	}
	var buf [leafSize]T
	for i := range sum {
		x := buf[:l]
		n[i] = int64(l - fillNaN(x, slice[T](v.P, w*l)[i*l:(i+1)*l], 0))
		sum[i] = runOf(x)
	}
}

// leaves adds the runs up, then puts the count beside each sum.
func (m meanStep[T]) leaves(st unsafe.Pointer, v basic.Vec, w, l, at int) {
	if m.nan {
		leavesOf(m, st, v, w, l, at, m.size()-8)
		return
	}
	m.sums.step.leaves(st, v, w, l, at)
	sum, states := slice[T](st, w), slice[total[T]](st, w)
	for i := w - 1; i >= 0; i-- {
		states[i] = total[T]{sum[i], int64(l)}
	}
}

// A total is the state of one result.
type total[T any] struct {
	sum T
	n   int64
}

func (m meanStep[T]) collapse(st unsafe.Pointer, w int) { collapse(m, st, w) }

// runOf is the sum of a run.
func runOf[T float64 | complex128](v []T) T {
	if x, ok := any(v).([]float64); ok {
		s := sum64(x)
		return *(*T)(unsafe.Pointer(&s))
	}
	return pairwise(v)
}

// fillNaN copies x to out with by in place of NaN, and counts these.
func fillNaN[T float64 | complex128](out, x []T, by T) (nans int) {
	done := 0
	if v, ok := any(x).([]float64); ok && len(x) > 0 {
		b := *(*float64)(unsafe.Pointer(&by))
		nans, done = asm.Denan(level, asm.F64, unsafe.Pointer(unsafe.SliceData(out)), unsafe.Pointer(unsafe.SliceData(v)), len(x), math.Float64bits(b))
	}
	for i := done; i < len(x); i++ {
		out[i] = x[i]
		if x[i] != x[i] {
			out[i] = by
			nans++
		}
	}
	return nans
}

func (m meanStep[T]) rows(st unsafe.Pointer, v basic.Vec, w, r, at int, first bool) {
	sum, n := totals[T](st, w)
	if !m.nan {
		m.sums.step.rows(st, v, w, r, at, first)
		if first {
			n[0] = 0
		}
		n[0] += int64(r)
		return
	}
	if first {
		clear(sum)
		clear(n)
	}
	x := slice[T](v.P, w*r)
	for k := range r {
		for i, y := range x[k*w : (k+1)*w] {
			if y == y {
				sum[i] += y
				n[i]++
			}
		}
	}
}

func (m meanStep[T]) merge(a, b unsafe.Pointer, w int) {
	_, n := totals[T](a, w)
	_, more := totals[T](b, w)
	m.sums.step.merge(a, b, w)
	if !m.nan {
		n[0] += more[0]
		return
	}
	for i := range n {
		n[i] += more[i]
	}
}

func (m meanStep[T]) none(st unsafe.Pointer, w int) bool {
	sum, n := totals[T](st, w)
	clear(sum)
	clear(n)
	return true
}
