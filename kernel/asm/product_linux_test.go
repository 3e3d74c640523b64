package asm

import (
	"math"
	"testing"
	"unsafe"
)

// Kernels of products read and write their operands alone, at the end of memory, and multiply all that they
// say.
func TestProductsAtTheEndOfMemory(t *testing.T) {
	in, to := cliff(t), cliff(t)
	fill := func(e Elem, x []byte) {
		for i := range len(x) / e.size() {
			v := [...]float64{2, 0.5, -1, 3, 1}[i%5]
			if i%40 == 39 {
				v = 1.0 / 3 // keeps products of threes near one
			}
			if e == F32 {
				*(*float32)(unsafe.Pointer(&x[4*i])) = float32(v)
			} else {
				*(*float64)(unsafe.Pointer(&x[8*i])) = v
			}
		}
	}
	at := func(e Elem, x []byte, i int) float64 {
		if e == F32 {
			return float64(*(*float32)(unsafe.Pointer(&x[4*i])))
		}
		return *(*float64)(unsafe.Pointer(&x[8*i]))
	}
	doubles := func(b []byte) []float64 { return unsafe.Slice((*float64)(unsafe.Pointer(&b[0])), len(b)/8) }
	near := func(what string, h, l, x, want float64) {
		if got := (h + l) * math.Pow(2, x); math.Abs(got-want) > 1e-13*math.Abs(want) {
			t.Fatalf("%s: %v, not %v", what, got, want)
		}
	}
	for _, l := range Levels() {
		for _, e := range []Elem{F64, F32} {
			for n := 1; n <= 150; n++ {
				const w = 3
				x := in(w * n * e.size())
				fill(e, x)
				out := to(w * 24)
				done := Products(l, e, unsafe.Pointer(&out[0]), 8*w, unsafe.Pointer(&x[0]), w, n)
				for i := range w {
					want := 1.0
					for k := range done {
						want *= at(e, x, i*n+k)
					}
					if d := doubles(out); done > 0 {
						near("run", d[i], d[w+i], d[2*w+i], want)
					}
				}
				out = to(n * 24)
				d := doubles(out)
				for i := range d {
					d[i] = 0
					if i < n {
						d[i] = 1
					}
				}
				done = ProductRows(l, e, unsafe.Pointer(&out[0]), 8*n, unsafe.Pointer(&x[0]), n, w, n*e.size())
				for i := range done {
					near("row", d[i], d[n+i], d[2*n+i], at(e, x, i)*at(e, x, n+i)*at(e, x, 2*n+i))
				}
				if done = ProductJoin(l, unsafe.Pointer(&out[0]), unsafe.Pointer(&out[0]), 8*n, done); done > 0 {
					near("joined", d[0], d[n], d[2*n], math.Pow(at(e, x, 0)*at(e, x, n)*at(e, x, 2*n), 2))
				}
				if n%2 == 0 {
					m := n / 2
					out = to(40 * w)
					if Turnings(l, e, unsafe.Pointer(&out[0]), unsafe.Pointer(&x[0]), w, m) {
						for i := range w {
							want := complex(1, 0)
							for k := range m {
								want *= complex(at(e, x, 2*(i*m+k)), at(e, x, 2*(i*m+k)+1))
							}
							d := doubles(out)[5*i:]
							scale := math.Pow(2, d[4])
							got := complex((d[0]+d[2])*scale, (d[1]+d[3])*scale)
							if diff := got - want; math.Hypot(real(diff), imag(diff)) > 1e-12*math.Hypot(real(want), imag(want)) {
								t.Fatalf("complex run of %d: %v, not %v", m, got, want)
							}
						}
					}
				}
			}
		}
	}
}
