package asm

import "unsafe"

// An FFT is the passes of Fourier transforms of one float type at one level: butterflies of vectors that lie
// side by side, and eight vectors made one.
type FFT struct {
	Size  int  // bytes of a float
	Most  int  // the greatest radix, of 2, 3, 4, 5 and 8, that there are passes of; there is none of 5 where this is 4
	Join  bool // there are JoinEight, Apart, Together, TurnAcross and Halves
	bytes int  // of a vector
}

// FFT64 is the passes for float64, nil where the level has none.
func FFT64(l Level) *FFT { return fftOf(l, 8) }

// FFT32 is the passes for float32, nil where the level has none.
func FFT32(l Level) *FFT { return fftOf(l, 4) }

// fftRun is about how many elements one call transforms.
const fftRun = 1 << 13

// Pass does m*width butterflies of radix r: element k of butterfly q in group p is at (p + m*k)*width + q of
// x, result j at (r*p + j)*width + q of y, turned by entry (r-1)*p + j - 1 of turns, a real and an imaginary
// part. It reports false, and does nothing, where there is no kernel for r or the width.
func (f *FFT) Pass(r int, xr, xi, yr, yi, turns unsafe.Pointer, m, width int) bool {
	w := width * f.Size
	if r > f.Most || r == 5 && f.Most < 5 || r == 6 || r == 7 || w%f.bytes != 0 {
		return false
	}
	rows := max(1, fftRun/r/width)
	cols := w
	if rows == 1 {
		cols = fftRun / r * f.Size &^ (f.bytes - 1)
	}
	for p := 0; p < m; p += rows {
		t := (*byte)(unsafe.Add(turns, 2*(r-1)*p*f.Size))
		for q := 0; q < w; q += cols {
			x, y := p*w+q, r*p*w+q
			f.pass(r, (*byte)(unsafe.Add(xr, x)), (*byte)(unsafe.Add(xi, x)), (*byte)(unsafe.Add(yr, y)), (*byte)(unsafe.Add(yi, y)), t,
				min(rows, m-p), min(cols, w-q), m*w, w)
		}
	}
	return true
}

// JoinEight transforms rows, a multiple of 8, of eight floats each: element i of row k is turned by float i
// of row k of turns, whose rows are eight real parts and eight imaginary ones; result j of row k is at j*m +
// k of y.
func (f *FFT) JoinEight(xr, xi, yr, yi, turns unsafe.Pointer, rows, m int) {
	z := f.Size
	for k := 0; k < rows; k += fftRun / 8 {
		x := 8 * k * z
		f.join((*byte)(unsafe.Add(xr, x)), (*byte)(unsafe.Add(xi, x)), (*byte)(unsafe.Add(yr, k*z)), (*byte)(unsafe.Add(yi, k*z)), (*byte)(unsafe.Add(turns, 2*x)),
			min(fftRun/8, rows-k), m*z)
	}
}

// Apart writes the parts of rows of eight complex numbers, a stride of bytes apart, to re and im, whose rows
// follow each other.
func (f *FFT) Apart(re, im, from unsafe.Pointer, rows, stride int) {
	for i := 0; i < rows; i += fftRun / 8 {
		f.apart((*byte)(unsafe.Add(re, 8*i*f.Size)), (*byte)(unsafe.Add(im, 8*i*f.Size)), (*byte)(unsafe.Add(from, i*stride)), min(fftRun/8, rows-i), stride)
	}
}

// Together writes rows of eight complex numbers, a stride of bytes apart, of their parts times factor.
func (f *FFT) Together(to, re, im unsafe.Pointer, rows, stride int, factor float64) {
	for i := 0; i < rows; i += fftRun / 8 {
		f.together((*byte)(unsafe.Add(to, i*stride)), (*byte)(unsafe.Add(re, 8*i*f.Size)), (*byte)(unsafe.Add(im, 8*i*f.Size)), min(fftRun/8, rows-i), stride, factor)
	}
}

// TurnAcross turns rows, a multiple of 8, of eight floats each: element i of row k by root c of far, a real
// part and an imaginary one, times element i of row k of near, whose rows are eight real parts, less 1, and
// eight imaginary ones. The result is at i*stride + k of y.
func (f *FFT) TurnAcross(xr, xi, yr, yi, far, near unsafe.Pointer, rows, stride int) {
	z := f.Size
	for k := 0; k < rows; k += fftRun / 8 {
		x := 8 * k * z
		f.turn((*byte)(unsafe.Add(xr, x)), (*byte)(unsafe.Add(xi, x)), (*byte)(unsafe.Add(yr, k*z)), (*byte)(unsafe.Add(yi, k*z)),
			(*byte)(unsafe.Add(far, 2*k*z)), (*byte)(unsafe.Add(near, 2*x)), min(fftRun/8, rows-k), stride*z)
	}
}

// Halves writes elements k and n-k of the transform of 2n real numbers for k from lo to lo+8*rows-1, times
// 2*half, of that of their pairs: z[k] is met by z[n-k] and by a root, that of far for its row of eight times
// that of near, a row as TurnAcross has them. y is complex.
func (f *FFT) Halves(zr, zi, y, far, near unsafe.Pointer, n, lo, rows int, half float64) {
	z := f.Size
	for i := 0; i < rows; i += fftRun / 8 {
		k := lo + 8*i
		m := n - k - 7
		f.halves((*byte)(unsafe.Add(zr, k*z)), (*byte)(unsafe.Add(zi, k*z)), (*byte)(unsafe.Add(zr, m*z)), (*byte)(unsafe.Add(zi, m*z)),
			(*byte)(unsafe.Add(y, 2*k*z)), (*byte)(unsafe.Add(y, 2*m*z)), (*byte)(unsafe.Add(far, 2*i*z)), (*byte)(near), min(fftRun/8, rows-i), half)
	}
}
