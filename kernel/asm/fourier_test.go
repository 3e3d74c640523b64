package asm

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Butterflies of every radix are the sums that they stand for, and nothing is written beside their place.
func TestFourierPasses(t *testing.T) {
	for _, l := range Levels() {
		for _, f := range []*FFT{FFT64(l), FFT32(l)} {
			if f == nil {
				continue
			}
			done := 0
			for _, r := range []int{2, 3, 4, 5, 6, 7, 8} {
				for _, m := range []int{1, 2, 3, 40} {
					for _, w := range []int{1, 4, 8, 16, 24, 2048} {
						if fourierPass(t, f, l, r, m, w) {
							done++
						}
					}
				}
			}
			if done == 0 {
				t.Errorf("%v: no pass of %d bytes was done", l, f.Size)
			}
		}
	}
}

func fourierPass(t *testing.T, f *FFT, l Level, r, m, w int) bool {
	rnd := rand.New(rand.NewPCG(uint64(r), uint64(m*w)))
	n := r * m * w
	xr, xi, yr, yi := newArea(n, f.Size), newArea(n, f.Size), newArea(n, f.Size), newArea(n, f.Size)
	turns := newArea(2*(r-1)*m, f.Size)
	for i := range n {
		xr.set(i, rnd.NormFloat64())
		xi.set(i, rnd.NormFloat64())
	}
	for i := range 2 * (r - 1) * m {
		turns.set(i, rnd.NormFloat64())
	}
	if !f.Pass(r, xr.at(0), xi.at(0), yr.at(0), yi.at(0), turns.at(0), m, w) {
		return false
	}
	eps := 1e-14
	if f.Size == 4 {
		eps = 1e-5
	}
	for p := range m {
		for q := 0; q < w; q += 1 + w/20 {
			for j := range r {
				sr, si := 0.0, 0.0
				for k := range r {
					s, c := math.Sincos(-2 * math.Pi * float64(j*k%r) / float64(r))
					a, b := xr.get((p+m*k)*w+q), xi.get((p+m*k)*w+q)
					sr, si = sr+a*c-b*s, si+a*s+b*c
				}
				if j > 0 {
					at := 2*(r-1)*p + 2*(j-1)
					c, s := turns.get(at), turns.get(at+1)
					sr, si = sr*c-si*s, sr*s+si*c
				}
				at := (r*p+j)*w + q
				if d := math.Hypot(yr.get(at)-sr, yi.get(at)-si); d > eps*(20+math.Hypot(sr, si)) {
					t.Fatalf("%v, %d bytes: radix %d of %d x %d: result %d of %d, %d is %v, %v, want %v, %v", l, f.Size, r, m, w, j, p, q, yr.get(at), yi.get(at), sr, si)
				}
			}
		}
	}
	if !yr.intact() || !yi.intact() {
		t.Fatalf("%v, %d bytes: radix %d of %d x %d writes beside its place", l, f.Size, r, m, w)
	}
	return true
}

func TestFourierParts(t *testing.T) {
	for _, l := range Levels() {
		f := FFT64(l)
		if f == nil || !f.Join {
			continue
		}
		for _, rows := range []int{1, 2, 7, fftRun/8 + 3} {
			for _, stride := range []int{16, 20} {
				z, back := newArea((rows-1)*stride+16, 8), newArea((rows-1)*stride+16, 8)
				re, im := newArea(8*rows, 8), newArea(8*rows, 8)
				for i := range (rows-1)*stride + 16 {
					z.set(i, float64(i))
				}
				f.Apart(re.at(0), im.at(0), z.at(0), rows, 8*stride)
				f.Together(back.at(0), re.at(0), im.at(0), rows, 8*stride, 2)
				for i := range 8 * rows {
					at := i/8*stride + 2*(i%8)
					if re.get(i) != float64(at) || im.get(i) != float64(at+1) || back.get(at) != float64(2*at) || back.get(at+1) != float64(2*at+2) {
						t.Fatalf("%v: %d rows %d apart: element %d is %v, %v, and comes back as %v, %v", l, rows, stride, i, re.get(i), im.get(i), back.get(at), back.get(at+1))
					}
				}
				if !re.intact() || !im.intact() || !back.intact() {
					t.Fatalf("%v: %d rows %d apart: something is written beside its place", l, rows, stride)
				}
			}
		}
	}
}
