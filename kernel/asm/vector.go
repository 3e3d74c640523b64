package asm

import "unsafe"

// A Vector is the kernels of matrices with vectors of one element type at one level.
type Vector struct {
	Size int // bytes of an element
	rows int // that one call takes together
	wide bool
}

// Vector64 is the kernels for float64, nil where the level has none.
func Vector64(l Level) *Vector { return vectorOf(l, 8) }

// Vector32 is the kernels for float32, nil where the level has none.
func Vector32(l Level) *Vector { return vectorOf(l, 4) }

var vectors = [...]Vector{{8, 4, false}, {4, 4, false}, {8, 8, true}, {4, 8, true}}

// segment is the elements of a row that one call takes, and ribbon those that stay in the first-level cache.
const (
	segment = 1 << 13
	ribbon  = 1 << 11
)

// Dot writes the sums of products of each of so many rows with x to out, which is contiguous as x and the
// rows are. The bits of a sum depend on its row, x and n alone.
func (v *Vector) Dot(out, a unsafe.Pointer, stride, rows, n int, x unsafe.Pointer) {
	if n == 0 {
		clear(unsafe.Slice((*byte)(out), rows*v.Size))
	}
	var part [8]float64
	for s := 0; s < n; s += segment {
		m := min(segment, n-s)
		for i := 0; i < rows; {
			h := v.rows
			if rows-i < h {
				h = 1
			}
			from, to := (*byte)(unsafe.Add(a, i*stride+s*v.Size)), unsafe.Add(out, i*v.Size)
			if s == 0 {
				v.dot(h, m, from, stride, (*byte)(x), (*byte)(to))
			} else {
				v.dot(h, m, from, stride, (*byte)(unsafe.Add(x, s*v.Size)), (*byte)(unsafe.Pointer(&part)))
				v.plus(to, unsafe.Pointer(&part), h)
			}
			i += h
		}
	}
}

// plus adds n elements.
func (v *Vector) plus(to, from unsafe.Pointer, n int) {
	if v.Size == 4 {
		p, q := unsafe.Slice((*float32)(to), n), unsafe.Slice((*float32)(from), n)
		for i := range p {
			p[i] += q[i]
		}
		return
	}
	p, q := unsafe.Slice((*float64)(to), n), unsafe.Slice((*float64)(from), n)
	for i := range p {
		p[i] += q[i]
	}
}

// Axpy adds so many rows of n elements, each times its element of x, to y, the first row first: every element
// of y is one chain of fused multiply-adds. All are contiguous but for the stride between rows.
func (v *Vector) Axpy(y, a unsafe.Pointer, stride, rows, n int, x unsafe.Pointer) {
	for s := 0; s < n; s += ribbon {
		m := min(ribbon, n-s)
		to := (*byte)(unsafe.Add(y, s*v.Size))
		for i := 0; i < rows; {
			h := v.rows
			if rows-i < h {
				h = 1
			}
			v.axpy(h, m, to, (*byte)(unsafe.Add(a, i*stride+s*v.Size)), stride, (*byte)(unsafe.Add(x, i*v.Size)))
			i += h
		}
	}
}
