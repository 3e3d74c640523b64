package asm

import "unsafe"

// SlideLanes is the windows that move together.
const SlideLanes = 8

// Sliding is the state of windows that move through strips of their own: compensated sums (Kahan, Further
// remarks on reducing truncation errors, 1965), one for each lane.
type Sliding struct {
	Sum, Added, Cut [SlideLanes]float64 // the sum, and what rounding added as values came and went
	Last            [SlideLanes]float64 // the last value that was not that before it
	Run             [SlideLanes]int64   // how often it came in a row
	Negative        [SlideLanes]int64   // values with a minus sign
	Width           [SlideLanes]float64 // the values of a window
	Window          [SlideLanes]int64   // the same
}

// slideRun is the values of a lane in one call.
const slideRun = 1 << 10

// Slide moves the windows by n values and writes their sums, or means, to out[i], out[stride+i] and so on.
// What enters a window is enters[i] and the values a stride apart, what leaves it those of leaves; none is
// NaN. It reports whether there is a kernel.
func (s *Sliding) Slide(l Level, out, enters, leaves []float64, stride, n int, mean bool) bool {
	if l < AVX2 {
		return false
	}
	at := func(v []float64, i int) *byte { return (*byte)(unsafe.Pointer(&v[i])) }
	for i := 0; i < n; i += slideRun {
		s.slide(l, at(out, i), at(enters, i), at(leaves, i), 8*stride, min(slideRun, n-i), mean)
	}
	return true
}
