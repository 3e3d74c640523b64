package fft

import (
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
)

// A loner is a job whose lanes are long: they are transformed one after another, each with the help of all.
type loner[F float] interface {
	// long reports that the plan is one for that.
	long() bool
	alone(s *shared, in, out *lanes[F], from, to int) error
}

// shared is the memory and the helpers of a lane.
type shared struct {
	al  mem.Allocator
	par parallel.Func
}

// borrow calls use with n elements of scratch.
func borrow[F float](s *shared, n int, use func(room []F) error) error {
	room, free, err := mem.Scratch[F](s.al, n)
	if err != nil {
		return err
	}
	defer free()
	return use(room)
}

// gridded runs g with memory of s.
func gridded[F float](s *shared, g *grid[F], load, store mover[F]) error {
	lend := func(use func([]F)) error {
		return borrow(s, g.scratch(), func(room []F) error {
			use(room)
			return nil
		})
	}
	return borrow(s, g.room(), func(room []F) error { return g.run(s.par, lend, room, load, store) })
}

func (c *complexer[F]) long() bool { return c.plan.grid != nil || c.plan.longBlue() }

// longBlue reports that the length is that of a long convolution.
func (p *Plan[F]) longBlue() bool { return p.blue != nil && p.blue.plan.grid != nil }

func (c *complexer[F]) alone(s *shared, in, out *lanes[F], from, to int) error {
	load, store := in.first(c.plan.n).loader(from).swapped(c.inverse), out.storer(to, c.factor).swapped(c.inverse)
	if c.plan.blue != nil {
		return c.plan.blue.alone(s, load, store)
	}
	return gridded(s, c.plan.grid, load, store)
}

func (r *realer[F]) long() bool { return r.n%2 == 0 && r.plan.grid != nil }

func (r toComplex[F]) long() bool { return r.realer.long() || r.n%2 == 1 && r.plan.longBlue() }

// joined is how many elements from each end one call of a helper makes of their pairs.
const joined = 1 << 14

// alone reads pairs of elements as complex ones, and makes the transform of all of that of the pairs.
func (r toComplex[F]) alone(s *shared, in, out *lanes[F], from, to int) error {
	h := r.plan.n
	if r.n%2 == 1 {
		return r.plan.blue.alone(s, in.first(r.n).reals(from), out.storer(to, r.factor))
	}
	return borrow(s, 2*h, func(z []F) error {
		re, im := z[:h], z[h:]
		err := gridded(s, r.plan.grid, in.first(r.n).pairs(from), func(yr, yi []F, at, step int) {
			rowsOut(re[at:], yr, step)
			rowsOut(im[at:], yi, step)
		})
		if err != nil {
			return err
		}
		return s.par.Spans(h/2+1, joined, func(lo, hi int) { r.join(re, im, out, to, lo, hi) })
	})
}

// join writes elements k and h-k of the result for k from lo to hi, where z is the transform of even + i*odd:
// X[k] = (z[k] + z[h-k]*)/2 - i/2 root[k] (z[k] - z[h-k]*).
func (r *realer[F]) join(zr, zi []F, out *lanes[F], to, lo, hi int) {
	h, half := len(zr), r.factor/2
	y := out.win[to:]
	for k := lo; k < hi; k++ {
		if k > 0 && (hi-k)/side > 0 && out.k != nil && out.k.Join && out.step == 2 {
			k += r.joinRows(zr, zi, y, k, (hi-k)/side)
			if k == hi {
				return
			}
		}
		m := (h - k) % h
		cr, ci := r.roots.at(k)
		tr, ti := F(cr), F(ci)
		er, ei := (zr[k]+zr[m])*half, (zi[k]-zi[m])*half
		dr, di := (zr[k]-zr[m])*half, (zi[k]+zi[m])*half
		ur, ui := dr*tr-di*ti, dr*ti+di*tr
		a, b := k*out.step, (h-k)*out.step
		y[a], y[a+1] = er+ui, ei-ur
		y[b], y[b+1] = er-ui, -(ei + ur)
	}
}

// joinRows is join of rows of eight elements from k on, as far as they do not meet; it returns the elements
// it did.
func (r *realer[F]) joinRows(zr, zi, y []F, k, rows int) int {
	h := len(zr)
	rows = min(rows, (h/2-k)/side, joined/side)
	if rows <= 0 {
		return 0
	}
	var room [2 * joined / side]F
	far := room[:2*rows]
	for i := range rows {
		re, im := r.roots.at(k + side*i)
		far[2*i], far[2*i+1] = F(re), F(im)
	}
	r.plan.k.Halves(addr(zr), addr(zi), addr(y), addr(far), addr(r.near), h, k, rows, float64(r.factor)/2)
	return rows * side
}

// pairs reads a lane of real elements, two of which are one complex one. Those beyond its end are zeros.
func (l *lanes[F]) pairs(from int) mover[F] {
	if l.step == 1 && l.n%2 == 0 {
		p := *l
		p.parts, p.step, p.n = 2, 2, l.n/2
		return p.loader(from)
	}
	return func(re, im []F, first, step int) {
		for i := range re {
			k := 2 * (first + i/side*step + i%side)
			re[i], im[i] = l.real(from, k), l.real(from, k+1)
		}
	}
}

// real is element k of a lane of real elements.
func (l *lanes[F]) real(from, k int) F {
	if k < l.n {
		return l.win[from+k*l.step]
	}
	return 0
}

// reals reads a lane of real elements as complex ones.
func (l *lanes[F]) reals(from int) mover[F] {
	return func(re, im []F, first, step int) {
		clear(im)
		for i := range re {
			re[i] = l.real(from, first+i/side*step+i%side)
		}
	}
}

// alone is the other way: pairs are made of the transform, and transformed back.
func (r ofComplex[F]) alone(s *shared, in, out *lanes[F], from, to int) error {
	h := r.plan.n
	return borrow(s, 2*h, func(z []F) error {
		re, im := z[:h], z[h:]
		err := s.par.Spans(h/2+1, joined, func(lo, hi int) { r.part(re, im, in, from, lo, hi) })
		if err != nil {
			return err
		}
		return gridded(s, r.plan.grid, func(xr, xi []F, at, step int) {
			rowsIn(xi, re[at:], step)
			rowsIn(xr, im[at:], step)
		}, out.unpaired(to, r.factor).swapped(true))
	})
}

// part makes elements k and h-k of z for k from lo to hi: z[k] = (X[k] + X[h-k]*) + i conj(root[k]) (X[k] -
// X[h-k]*), twice the transform of even + i*odd.
func (r *realer[F]) part(zr, zi []F, in *lanes[F], from, lo, hi int) {
	h := len(zr)
	read := func(k int) (re, im F) {
		if k < in.n {
			c := in.win[from+k*in.step:]
			re, im = c[0], c[1]
		}
		if k == 0 || k == h {
			im = 0
		}
		return re, im
	}
	for k := lo; k < hi; k++ {
		ar, ai := read(k)
		br, bi := read(h - k)
		cr, ci := r.roots.at(k)
		tr, ti := F(cr), F(-ci)
		er, ei, dr, di := ar+br, ai-bi, ar-br, ai+bi
		ur, ui := dr*tr-di*ti, dr*ti+di*tr
		zr[k], zi[k] = er-ui, ei+ur
		if k > 0 {
			zr[h-k], zi[h-k] = er+ui, ur-ei
		}
	}
}

// unpaired writes complex elements as two real ones each, times f.
func (l *lanes[F]) unpaired(to int, f F) mover[F] {
	if l.step == 1 {
		p := *l
		p.parts, p.step, p.n = 2, 2, l.n/2
		return p.storer(to, f)
	}
	return func(re, im []F, first, step int) {
		for i := range re {
			at := to + 2*(first+i/side*step+i%side)*l.step
			l.win[at], l.win[at+l.step] = re[i]*f, im[i]*f
		}
	}
}

// alone is the convolution by long transforms: what they read and write is multiplied on the way.
func (c *chirp[F]) alone(s *shared, load, store mover[F]) error {
	m := c.plan.n
	return borrow(s, 2*m, func(z []F) error {
		zr, zi := z[:m], z[m:]
		err := gridded(s, c.plan.grid, func(re, im []F, at, step int) {
			load(re, im, at, step)
			times(re, im, c.re, c.im, at, step)
		}, func(re, im []F, at, step int) {
			times(re, im, c.fr, c.fi, at, step)
			rowsOut(zr[at:], re, step)
			rowsOut(zi[at:], im, step)
		})
		if err != nil {
			return err
		}
		return gridded(s, c.plan.grid, func(re, im []F, at, step int) { // back is forward with the parts exchanged
			rowsIn(im, zr[at:], step)
			rowsIn(re, zi[at:], step)
		}, func(im, re []F, at, step int) { // what is beyond n is the rest of the convolution
			times(re, im, c.re, c.im, at, step)
			store(re, im, at, step)
		})
	})
}

// times multiplies rows of eight elements by those of a vector, from at on and step apart, as far as it goes.
func times[F float](re, im, cr, ci []F, at, step int) {
	for i := 0; i < len(re); i += side {
		k := at + i/side*step
		if k >= len(cr) {
			return
		}
		n := min(side, len(cr)-k)
		ar, ai, br, bi := re[i:i+n], im[i:i+n], cr[k:k+n], ci[k:k+n]
		for j := range ar {
			x, y := ar[j], ai[j]
			ar[j], ai[j] = x*br[j]-y*bi[j], x*bi[j]+y*br[j]
		}
	}
}
