package reduce

import (
	"math"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/kernel/basic"
)

// means is the mean, or the mean of what is not NaN: a sum without error divided by the count.
func means(name string, from dtype.DType) (Fold, bool) {
	if from.IsTemporal() {
		return Fold{}, false
	}
	in, parts := momentIn(from)
	return Fold{In: in, Out: in, free: true, step: meanStep{exactStep[float64]{parts, nil}, name == "nanmean"}, end: func(s stepper, dst, st unsafe.Pointer, w int) {
		m := s.(meanStep)
		p, e := m.in(st, w)
		endMean(m.far, in, dst, p, e, m.counts(st, w))
	}}, true
}

// A meanStep adds and counts. The states of w results are those of their sums, then their counts in int64.
type meanStep struct {
	exactStep[float64]
	nan bool
}

func (m meanStep) bound() stepper { return meanStep{exactStep[float64]{m.parts, new(far)}, m.nan} }

func (m meanStep) name() string {
	if m.nan {
		return "nantotal"
	}
	return "total"
}

func (m meanStep) size() int { return m.exactStep.size() + 8 }

func (m meanStep) counts(st unsafe.Pointer, w int) []int64 {
	return slice[int64](unsafe.Add(st, w*m.exactStep.size()), w)
}

func (m meanStep) runs(st unsafe.Pointer, v basic.Vec, w, l, at int) {
	n := m.counts(st, w)
	for i := range n {
		n[i] = int64(l)
	}
	if !m.nan {
		m.exactStep.runs(st, v, w, l, at)
		return
	}
	buf := m.far.room(w * l * m.parts)
	defer m.far.shut(buf)
	for i, x := range n {
		k := i * l * m.parts
		n[i] = x - int64(denanParts(m.parts, buf[k:k+l*m.parts], slice[float64](unsafe.Add(v.P, 8*k), l*m.parts)))
	}
	m.exactStep.runs(st, basic.Vec{P: unsafe.Pointer(unsafe.SliceData(buf))}, w, l, at)
}

// leaves makes the first state the mean of all runs, which follow each other.
func (m meanStep) leaves(st unsafe.Pointer, v basic.Vec, w, l, at int) {
	m.runs(st, v, 1, w*l, at)
}

func (m meanStep) rows(st unsafe.Pointer, v basic.Vec, w, r, at int, first bool) {
	n := m.counts(st, w)
	if first {
		clear(n)
	}
	for i := range n {
		n[i] += int64(r)
	}
	if !m.nan {
		m.exactStep.rows(st, v, w, r, at, first)
		return
	}
	width := w * m.parts
	x := slice[float64](v.P, width*r)
	for k := 0; k < len(x); k += m.parts {
		if x[k] != x[k] || x[k+m.parts-1] != x[k+m.parts-1] {
			n[k/m.parts%w]--
		}
	}
	buf := m.far.room(len(x))
	defer m.far.shut(buf)
	denanParts(m.parts, buf, x)
	m.exactStep.rows(st, basic.Vec{P: unsafe.Pointer(unsafe.SliceData(buf))}, w, r, at, first)
}

func (m meanStep) merge(a, b unsafe.Pointer, w int) {
	m.exactStep.merge(a, b, w)
	more := m.counts(b, w)
	for i := range more {
		m.counts(a, w)[i] += more[i]
	}
}

func (m meanStep) none(st unsafe.Pointer, w int) bool {
	clear(m.counts(st, w))
	return m.exactStep.none(st, w)
}

// denanParts copies numbers, or complex ones in two parts, with 0 in place of what is NaN, and counts that.
func denanParts(parts int, to, from []float64) int {
	if parts == 1 {
		return fillNaN(to, from, 0)
	}
	c := func(v []float64) []complex128 {
		return slice[complex128](unsafe.Pointer(unsafe.SliceData(v)), len(v)/2)
	}
	return fillNaN(c(to), c(from), 0)
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
