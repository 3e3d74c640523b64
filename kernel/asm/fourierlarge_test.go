package asm

import (
	"math"
	"math/rand/v2"
	"testing"
)

func drawnArea(n int, r *rand.Rand) area {
	a := newArea(n, 8)
	for i := range n {
		a.set(i, r.NormFloat64())
	}
	return a
}

func apartBy(a, b complex128) float64 { return math.Hypot(real(a)-real(b), imag(a)-imag(b)) }

// Rows are turned by the product of two roots and written across, and nothing beside their place.
func TestFourierTurn(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, l := range Levels() {
		f := FFT64(l)
		if f == nil || !f.Join {
			continue
		}
		for _, rows := range []int{8, 16, fftRun/8 + 8} {
			stride := rows + 8
			x, y := [2]area{drawnArea(8*rows, r), drawnArea(8*rows, r)}, [2]area{newArea(7*stride+rows, 8), newArea(7*stride+rows, 8)}
			far, near := drawnArea(2*rows, r), drawnArea(16*rows, r)
			f.TurnAcross(x[0].at(0), x[1].at(0), y[0].at(0), y[1].at(0), far.at(0), near.at(0), rows, stride)
			for k := range rows {
				for i := range 8 {
					root := complex(far.get(2*k), far.get(2*k+1)) * complex(1+near.get(16*k+i), near.get(16*k+8+i))
					want := complex(x[0].get(8*k+i), x[1].get(8*k+i)) * root
					if got := complex(y[0].get(i*stride+k), y[1].get(i*stride+k)); apartBy(got, want) > 1e-13 {
						t.Fatalf("%v: element %d of row %d of %d is %v, want %v", l, i, k, rows, got, want)
					}
				}
			}
			if !y[0].intact() || !y[1].intact() {
				t.Fatalf("%v: %d rows: something is written beside their place", l, rows)
			}
		}
	}
}

// Elements from both ends meet, and no other ones are written.
func TestFourierHalves(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, l := range Levels() {
		f := FFT64(l)
		if f == nil || !f.Join {
			continue
		}
		for _, c := range []struct{ n, lo, rows int }{{16, 1, 1}, {40, 3, 2}, {2*fftRun + 64, 9, fftRun/8 + 2}} {
			zr, zi := drawnArea(c.n+1, r), drawnArea(c.n+1, r)
			y, far, near := newArea(2*(c.n+1), 8), drawnArea(2*c.rows, r), drawnArea(16, r)
			const none = 1e300
			for i := range 2 * (c.n + 1) {
				y.set(i, none)
			}
			f.Halves(zr.at(0), zi.at(0), y.at(0), far.at(0), near.at(0), c.n, c.lo, c.rows, 0.25)
			conj := func(v complex128) complex128 { return complex(real(v), -imag(v)) }
			want := make([]complex128, c.n+1)
			for i := range want {
				want[i] = complex(none, none)
			}
			for k := c.lo; k < c.lo+8*c.rows; k++ {
				i, j := (k-c.lo)/8, (k-c.lo)%8
				root := complex(far.get(2*i), far.get(2*i+1)) * complex(1+near.get(j), near.get(8+j))
				a, b := complex(zr.get(k), zi.get(k)), conj(complex(zr.get(c.n-k), zi.get(c.n-k)))
				u := (a - b) * root * complex(0, -0.25)
				e := (a + b) * 0.25
				want[k], want[c.n-k] = e+u, conj(e-u)
			}
			for k, w := range want {
				if got := complex(y.get(2*k), y.get(2*k+1)); apartBy(got, w) > 1e-13 {
					t.Fatalf("%v: element %d of %d is %v, want %v", l, k, c.n, got, w)
				}
			}
			if !y.intact() {
				t.Fatalf("%v: %d elements: something is written beside their place", l, c.n)
			}
		}
	}
}
