package fft

import "github.com/mars-project/mars-go/kernel/asm"

// A chirp turns a transform of n elements into a convolution: jk = (j*j + k*k - (j-k)*(j-k))/2.
type chirp[F float] struct {
	n      int
	plan   *Plan[F] // of the convolution's length
	re, im []F      // exp(-pi i j*j/n)
	fr, fi []F      // transform of the other side of the convolution, over its length
}

func newChirp[F float](n int, k *asm.FFT) *chirp[F] {
	m := goodLength(2*n - 1)
	c := &chirp[F]{n: n, plan: newPlan[F](m, true, newCircle(m), k), re: make([]F, n), im: make([]F, n), fr: make([]F, m), fi: make([]F, m)}
	all := newCircle(2 * n)
	set := func(j int, re, im F) {
		c.re[j], c.im[j] = re, im
		c.fr[j], c.fi[j] = re, -im
		if j > 0 {
			c.fr[m-j], c.fi[m-j] = re, -im
		}
	}
	square := 0 // j*j modulo 2n
	for j := range n/2 + 1 {
		re, im := all.at(square)
		if square += 2*j + 1; square >= 2*n {
			square -= 2 * n
		}
		set(j, F(re), F(im))
		if j > 0 { // (n-j)(n-j) is j*j and, of odd n, half a turn more
			if n%2 == 1 {
				re, im = -re, -im
			}
			set(n-j, F(re), F(im))
		}
	}
	c.plan.Forward(c.fr, c.fi, make([]F, c.plan.Room(1)), 1)
	for i := range c.fr {
		c.fr[i] /= F(m)
		c.fi[i] /= F(m)
	}
	return c
}

// goodLength is the least length from n on that is 64 times a product of 2, 3 and 5.
func goodLength(n int) int {
	best := 64
	for best < n {
		best *= 2
	}
	for a := 64; a < best; a *= 3 {
		for b := a; b < best; b *= 5 {
			m := b
			for m < n {
				m *= 2
			}
			best = min(best, m)
		}
	}
	return best
}

// forward transforms in place.
func (c *chirp[F]) forward(re, im, room []F, w int) {
	m := c.plan.n
	xr, xi, room := room[:m*w], room[m*w:2*m*w], room[2*m*w:]
	for j := range c.n {
		cr, ci := c.re[j], c.im[j]
		for q := j * w; q < j*w+w; q++ {
			xr[q], xi[q] = re[q]*cr-im[q]*ci, re[q]*ci+im[q]*cr
		}
	}
	clear(xr[c.n*w:])
	clear(xi[c.n*w:])
	yr, yi := c.plan.forward(xr, xi, room, w)
	for j := range m {
		fr, fi := c.fr[j], c.fi[j]
		for q := j * w; q < j*w+w; q++ { // back is forward with the parts exchanged
			xi[q], xr[q] = yr[q]*fr-yi[q]*fi, yr[q]*fi+yi[q]*fr
		}
	}
	yi, yr = c.plan.forward(xr, xi, room, w)
	for j := range c.n {
		cr, ci := c.re[j], c.im[j]
		for q := j * w; q < j*w+w; q++ {
			re[q], im[q] = yr[q]*cr-yi[q]*ci, yr[q]*ci+yi[q]*cr
		}
	}
}
