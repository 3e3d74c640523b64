package fft

import (
	"math"
	"unsafe"

	"github.com/mars-project/mars-go/kernel/asm"
)

// pass does the butterflies of one step on rows of width elements: row p+m*k of x is its k-th element, row
// r*p+j of y its j-th result, which is turned by root p*j of r*m.
func (s *step[F]) pass(k *asm.FFT, xr, xi, yr, yi []F, width int) {
	if k != nil && k.Pass(s.r, addr(xr), addr(xi), addr(yr), addr(yi), addr(s.turns), s.m, width) {
		return
	}
	switch s.r {
	case 2:
		s.pass2(xr, xi, yr, yi, width)
	case 3:
		s.pass3(xr, xi, yr, yi, width)
	case 4:
		s.pass4(xr, xi, yr, yi, width)
	case 5:
		s.pass5(xr, xi, yr, yi, width)
	case 8:
		s.pass8(xr, xi, yr, yi, width)
	default:
		s.passAny(xr, xi, yr, yi, width)
	}
}

func addr[F float](x []F) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(x)) }

// row is row i of w elements.
func row[F float](x []F, i, w int) []F { return x[i*w : i*w+w : i*w+w] }

func (s *step[F]) pass2(xr, xi, yr, yi []F, w int) {
	for p := range s.m {
		cr, ci := s.turns[2*p], s.turns[2*p+1]
		ar, ai, br, bi := row(xr, p, w), row(xi, p, w), row(xr, p+s.m, w), row(xi, p+s.m, w)
		ur, ui, vr, vi := row(yr, 2*p, w), row(yi, 2*p, w), row(yr, 2*p+1, w), row(yi, 2*p+1, w)
		for q := range ar {
			dr, di := ar[q]-br[q], ai[q]-bi[q]
			ur[q], ui[q] = ar[q]+br[q], ai[q]+bi[q]
			vr[q], vi[q] = dr*cr-di*ci, dr*ci+di*cr
		}
	}
}

func (s *step[F]) pass3(xr, xi, yr, yi []F, w int) {
	half, h := F(0.5), F(math.Sqrt(3)/2)
	for p := range s.m {
		c := s.turns[4*p : 4*p+4 : 4*p+4]
		a0r, a1r, a2r := row(xr, p, w), row(xr, p+s.m, w), row(xr, p+2*s.m, w)
		a0i, a1i, a2i := row(xi, p, w), row(xi, p+s.m, w), row(xi, p+2*s.m, w)
		y0r, y1r, y2r := row(yr, 3*p, w), row(yr, 3*p+1, w), row(yr, 3*p+2, w)
		y0i, y1i, y2i := row(yi, 3*p, w), row(yi, 3*p+1, w), row(yi, 3*p+2, w)
		for q := range a0r {
			tr, ti := a1r[q]+a2r[q], a1i[q]+a2i[q]
			ur, ui := a0r[q]-half*tr, a0i[q]-half*ti
			vr, vi := h*(a1i[q]-a2i[q]), h*(a2r[q]-a1r[q])
			y0r[q], y0i[q] = a0r[q]+tr, a0i[q]+ti
			br, bi := ur+vr, ui+vi
			y1r[q], y1i[q] = br*c[0]-bi*c[1], br*c[1]+bi*c[0]
			br, bi = ur-vr, ui-vi
			y2r[q], y2i[q] = br*c[2]-bi*c[3], br*c[3]+bi*c[2]
		}
	}
}

func (s *step[F]) pass4(xr, xi, yr, yi []F, w int) {
	m := s.m
	for p := range m {
		c := s.turns[6*p : 6*p+6 : 6*p+6]
		a0r, a1r, a2r, a3r := row(xr, p, w), row(xr, p+m, w), row(xr, p+2*m, w), row(xr, p+3*m, w)
		a0i, a1i, a2i, a3i := row(xi, p, w), row(xi, p+m, w), row(xi, p+2*m, w), row(xi, p+3*m, w)
		y0r, y1r, y2r, y3r := row(yr, 4*p, w), row(yr, 4*p+1, w), row(yr, 4*p+2, w), row(yr, 4*p+3, w)
		y0i, y1i, y2i, y3i := row(yi, 4*p, w), row(yi, 4*p+1, w), row(yi, 4*p+2, w), row(yi, 4*p+3, w)
		for q := range a0r {
			b0r, b0i, b1r, b1i := a0r[q]+a2r[q], a0i[q]+a2i[q], a0r[q]-a2r[q], a0i[q]-a2i[q]
			b2r, b2i := a1r[q]+a3r[q], a1i[q]+a3i[q]
			b3r, b3i := a1i[q]-a3i[q], a3r[q]-a1r[q]
			y0r[q], y0i[q] = b0r+b2r, b0i+b2i
			tr, ti := b1r+b3r, b1i+b3i
			y1r[q], y1i[q] = tr*c[0]-ti*c[1], tr*c[1]+ti*c[0]
			tr, ti = b0r-b2r, b0i-b2i
			y2r[q], y2i[q] = tr*c[2]-ti*c[3], tr*c[3]+ti*c[2]
			tr, ti = b1r-b3r, b1i-b3i
			y3r[q], y3i[q] = tr*c[4]-ti*c[5], tr*c[5]+ti*c[4]
		}
	}
}

func (s *step[F]) pass5(xr, xi, yr, yi []F, w int) {
	m := s.m
	c1, s1 := F(0.30901699437494742410), F(0.95105651629515357212)  // of a fifth of a turn
	c2, s2 := F(-0.80901699437494742410), F(0.58778525229247312917) // of two
	for p := range m {
		c := s.turns[8*p : 8*p+8 : 8*p+8]
		a0r, a1r, a2r, a3r, a4r := row(xr, p, w), row(xr, p+m, w), row(xr, p+2*m, w), row(xr, p+3*m, w), row(xr, p+4*m, w)
		a0i, a1i, a2i, a3i, a4i := row(xi, p, w), row(xi, p+m, w), row(xi, p+2*m, w), row(xi, p+3*m, w), row(xi, p+4*m, w)
		y0r, y1r, y2r, y3r, y4r := row(yr, 5*p, w), row(yr, 5*p+1, w), row(yr, 5*p+2, w), row(yr, 5*p+3, w), row(yr, 5*p+4, w)
		y0i, y1i, y2i, y3i, y4i := row(yi, 5*p, w), row(yi, 5*p+1, w), row(yi, 5*p+2, w), row(yi, 5*p+3, w), row(yi, 5*p+4, w)
		for q := range a0r {
			t1r, t1i, t3r, t3i := a1r[q]+a4r[q], a1i[q]+a4i[q], a1r[q]-a4r[q], a1i[q]-a4i[q]
			t2r, t2i, t4r, t4i := a2r[q]+a3r[q], a2i[q]+a3i[q], a2r[q]-a3r[q], a2i[q]-a3i[q]
			zr, zi := a0r[q], a0i[q]
			y0r[q], y0i[q] = zr+t1r+t2r, zi+t1i+t2i
			m1r, m1i := zr+c1*t1r+c2*t2r, zi+c1*t1i+c2*t2i
			m2r, m2i := zr+c2*t1r+c1*t2r, zi+c2*t1i+c1*t2i
			n1r, n1i := s1*t3i+s2*t4i, -(s1*t3r + s2*t4r)
			n2r, n2i := s2*t3i-s1*t4i, s1*t4r-s2*t3r
			br, bi := m1r+n1r, m1i+n1i
			y1r[q], y1i[q] = br*c[0]-bi*c[1], br*c[1]+bi*c[0]
			br, bi = m2r+n2r, m2i+n2i
			y2r[q], y2i[q] = br*c[2]-bi*c[3], br*c[3]+bi*c[2]
			br, bi = m2r-n2r, m2i-n2i
			y3r[q], y3i[q] = br*c[4]-bi*c[5], br*c[5]+bi*c[4]
			br, bi = m1r-n1r, m1i-n1i
			y4r[q], y4i[q] = br*c[6]-bi*c[7], br*c[7]+bi*c[6]
		}
	}
}

func (s *step[F]) pass8(xr, xi, yr, yi []F, w int) {
	m := s.m
	var a [16]F
	for p := range m {
		c := s.turns[14*p : 14*p+14 : 14*p+14]
		x, y := p*w, 8*p*w
		for q := range w {
			for k := range 8 {
				at := x + q + k*m*w
				a[2*k], a[2*k+1] = xr[at], xi[at]
			}
			eight(&a)
			yr[y+q], yi[y+q] = a[0], a[1]
			for j := 1; j < 8; j++ {
				br, bi, cr, ci := a[2*j], a[2*j+1], c[2*j-2], c[2*j-1]
				yr[y+q+j*w], yi[y+q+j*w] = br*cr-bi*ci, br*ci+bi*cr
			}
		}
	}
}

// eight transforms eight complex numbers.
func eight[F float](a *[16]F) {
	h := F(math.Sqrt2 / 2)
	e0r, e0i, e1r, e1i, e2r, e2i, e3r, e3i := four(a[0], a[1], a[4], a[5], a[8], a[9], a[12], a[13])
	o0r, o0i, o1r, o1i, o2r, o2i, o3r, o3i := four(a[2], a[3], a[6], a[7], a[10], a[11], a[14], a[15])
	o1r, o1i = h*(o1r+o1i), h*(o1i-o1r)
	o2r, o2i = o2i, -o2r
	o3r, o3i = h*(o3i-o3r), -h*(o3r+o3i)
	*a = [16]F{
		e0r + o0r, e0i + o0i, e1r + o1r, e1i + o1i, e2r + o2r, e2i + o2i, e3r + o3r, e3i + o3i,
		e0r - o0r, e0i - o0i, e1r - o1r, e1i - o1i, e2r - o2r, e2i - o2i, e3r - o3r, e3i - o3i,
	}
}

func four[F float](a0r, a0i, a1r, a1i, a2r, a2i, a3r, a3i F) (y0r, y0i, y1r, y1i, y2r, y2i, y3r, y3i F) {
	b0r, b0i, b1r, b1i := a0r+a2r, a0i+a2i, a0r-a2r, a0i-a2i
	b2r, b2i, b3r, b3i := a1r+a3r, a1i+a3i, a1i-a3i, a3r-a1r
	return b0r + b2r, b0i + b2i, b1r + b3r, b1i + b3i, b0r - b2r, b0i - b2i, b1r - b3r, b1i - b3i
}

// passAny is the pass of an odd prime: sums and differences of elements k and r-k meet cosines and sines.
func (s *step[F]) passAny(xr, xi, yr, yi []F, w int) {
	r, m := s.r, s.m
	h := r / 2
	var sumR, sumI, difR, difI [greatPrime / 2]F
	for p := range m {
		c := s.turns[2*(r-1)*p:]
		for q := range w {
			x := p*w + q
			zr, zi := xr[x], xi[x]
			y0r, y0i := zr, zi
			for k := range h {
				a, b := x+(k+1)*m*w, x+(r-1-k)*m*w
				sumR[k], sumI[k], difR[k], difI[k] = xr[a]+xr[b], xi[a]+xi[b], xr[a]-xr[b], xi[a]-xi[b]
				y0r, y0i = y0r+sumR[k], y0i+sumI[k]
			}
			y := r*p*w + q
			yr[y], yi[y] = y0r, y0i
			for j := 1; j <= h; j++ {
				ur, ui, vr, vi := zr, zi, F(0), F(0)
				at := 0
				for k := range h {
					if at += j; at >= r {
						at -= r
					}
					cos, sin := s.roots[2*at], s.roots[2*at+1] // sin is that of the negative angle
					ur, ui = ur+cos*sumR[k], ui+cos*sumI[k]
					vr, vi = vr-sin*difI[k], vi+sin*difR[k]
				}
				turn := func(at, j int, br, bi F) {
					cr, ci := c[2*j-2], c[2*j-1]
					yr[at], yi[at] = br*cr-bi*ci, br*ci+bi*cr
				}
				turn(y+j*w, j, ur+vr, ui+vi)
				turn(y+(r-j)*w, r-j, ur-vr, ui-vi)
			}
		}
	}
}

// joinEight makes one transform of eight, which lie side by side in x: row k of each is turned by root k*i of
// all, then the rows are transformed.
func joinEight[F float](k *asm.FFT, turns, xr, xi, yr, yi []F) {
	m := len(xr) / side
	done := 0
	if k != nil && k.Join {
		done = m &^ (side - 1)
		k.JoinEight(addr(xr), addr(xi), addr(yr), addr(yi), addr(turns), done, m)
	}
	var a [16]F
	for k := done; k < m; k++ {
		c := turns[16*k : 16*k+16 : 16*k+16]
		br, bi := xr[8*k:8*k+8:8*k+8], xi[8*k:8*k+8:8*k+8]
		for i := range 8 {
			a[2*i], a[2*i+1] = br[i]*c[i]-bi[i]*c[8+i], br[i]*c[8+i]+bi[i]*c[i]
		}
		eight(&a)
		for j := range 8 {
			yr[k+j*m], yi[k+j*m] = a[2*j], a[2*j+1]
		}
	}
}
