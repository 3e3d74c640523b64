package linalg

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	gonum "gonum.org/v1/gonum/lapack/gonum"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
)

// A bidiagonalPart is rows lo to hi of an upper bidiagonal matrix, with a column more than rows where wide is
// 1, not 0.
type bidiagonalPart struct{ lo, hi, wide int }

func (p bidiagonalPart) mid() int { return p.lo + (p.hi-p.lo)/2 }

// bidiagonalParts are the parts of n rows by levels: those of one level are what the row in the middle of a
// greater one leaves of it.
func bidiagonalParts(n int) [][]bidiagonalPart {
	levels := [][]bidiagonalPart{{{0, n, 0}}}
	for {
		var next []bidiagonalPart
		for _, p := range levels[len(levels)-1] {
			if p.hi-p.lo > leaf {
				next = append(next, bidiagonalPart{p.lo, p.mid(), 1}, bidiagonalPart{p.mid() + 1, p.hi, p.wide})
			}
		}
		if next == nil {
			return levels
		}
		levels = append(levels, next)
	}
}

// bidiagonalVectors makes d the singular values, descending, of the upper bidiagonal matrix b with diagonal d
// and e above it, and gives the orthogonal u and v of b = u diag(d) v^T. e is overwritten. The row in the
// middle is taken out, and the parts beside it are put together as in Gu and Eisenstat, "A Divide-and-Conquer
// Algorithm for the Bidiagonal SVD" (SIMAX 16, 1995): LAPACK's xBDSDC. ok is false when an iteration does not
// end, as for NaN.
func bidiagonalVectors(l asm.Level, al mem.Allocator, par parallel.Func, d, e []float64, u, v Mat[float64]) (ok bool, err error) {
	n := len(d)
	for j := range n {
		clear(u.col(0, j))
		clear(v.col(0, j))
	}
	big := max(maxAbs(d), maxAbs(e))
	if math.IsNaN(big) || math.IsInf(big, 0) {
		return false, nil
	}
	if big == 0 {
		for i := range n {
			u.col(i, i)[0], v.col(i, i)[0] = 1, 1
		}
		return true, nil
	}
	size := n + 1
	room, free, err := mem.Scratch[float64](al, 3*size*size)
	if err != nil {
		return false, err
	}
	defer free()
	unit := normalize(big, d, e)
	c := &bidiagonalConquest{conquest: conquest{al: al, size: size, d: d, order: make([]int, n), loops: asm.SecularOf(l)}, u: u, v: v, e: e}
	c.copies, c.coef, c.coefV = room[:size*size], room[size*size:2*size*size], room[2*size*size:]
	levels := bidiagonalParts(n)
	failed := make([]bool, n)
	for k := len(levels) - 1; k >= 0; k-- {
		parts := levels[k]
		one := func(par parallel.Func, i int) error {
			p := parts[i]
			if p.hi-p.lo <= leaf {
				failed[p.lo] = failed[p.lo] || !c.leafVectors(p)
				return nil
			}
			done, err := c.merge(par, p)
			failed[p.mid()] = !done
			return err
		}
		if len(parts) < 4 {
			for i := range parts {
				if err := one(par, i); err != nil {
					return false, err
				}
			}
			continue
		}
		if err := par.Each(len(parts), func(i int) error { return one(nil, i) }); err != nil {
			return false, err
		}
	}
	if slices.Contains(failed, true) {
		return false, nil
	}
	scale(unit, d)
	slices.Reverse(c.order)
	values := slices.Clone(d)
	c.sort(u)
	copy(d, values)
	c.sort(v)
	return true, nil
}

// A bidiagonalConquest has left vectors u beside right ones v. Column hi of a part's v is what its matrix
// takes to zero, where the part is wide.
type bidiagonalConquest struct {
	conquest
	u, v  Mat[float64]
	e     []float64
	coefV []float64 // as coef
}

// leafVectors solves a part by the QR iteration; a wide one is made lower bidiagonal first, by rotations of
// columns.
func (c *bidiagonalConquest) leafVectors(p bidiagonalPart) bool {
	n := p.hi - p.lo
	m := n + p.wide
	d, e := c.d[p.lo:p.hi], slices.Clone(c.e[p.lo:p.lo+m-1])
	u, vt := make([]float64, n*n), make([]float64, m*m)
	for i := range n {
		u[i*n+i] = 1
	}
	for i := range m {
		vt[i*m+i] = 1
	}
	uplo := blas.Upper
	if p.wide == 1 {
		uplo = blas.Lower
		for i := range n {
			r := math.Hypot(d[i], e[i])
			cos, sin := 1.0, 0.0
			if r > 0 {
				cos, sin = d[i]/r, e[i]/r
			}
			rotate(vt[i*m:(i+1)*m], vt[(i+1)*m:(i+2)*m], cos, sin)
			if d[i], e[i] = r, 0; i < n-1 {
				e[i], d[i+1] = sin*d[i+1], cos*d[i+1]
			}
		}
		e = e[:n-1]
	}
	if !(gonum.Implementation{}).Dbdsqr(uplo, n, m, n, 0, d, e, vt, m, u, n, nil, 1, make([]float64, 4*n)) {
		return false
	}
	for i := range n {
		c.order[p.lo+i] = n - 1 - i
	}
	move(c.u.Sub(p.lo, p.lo, n, n), Dense(u, n, n))
	move(c.v.Sub(p.lo, p.lo, m, m), columns(vt, m, m))
	return true
}

// merge puts the halves of a part and the row between them together: LAPACK's xLASD1 to xLASD3. In their
// vectors the matrix has that row, z, first, and the values of the halves on the diagonal behind it.
func (c *bidiagonalConquest) merge(par parallel.Func, part bidiagonalPart) (ok bool, err error) {
	lo, n, h := part.lo, part.hi-part.lo, part.mid()-part.lo
	u, v := c.u.Sub(lo, lo, n, n), c.v.Sub(lo, lo, n+part.wide, n+part.wide)
	d, order := c.d[lo:part.hi], c.order[lo:part.hi]
	alpha, beta := d[h], c.e[lo+h]
	d[h] = 0
	for i := h + 1; i < n; i++ {
		order[i] += h + 1
	}
	order = slices.Delete(slices.Clone(order), h, h+1)
	byValue := func(i, j int) int { return cmp.Compare(d[i], d[j]) }
	slices.SortStableFunc(order, byValue)
	u.Data[u.at(h, h)] = 1
	unit := max(math.Abs(alpha), math.Abs(beta), maxAbs(d))
	if unit == 0 {
		copy(c.order[lo:], append([]int{h}, order...))
		return true, nil
	}
	unit = powerOfTwo(unit)
	scale(1/unit, d)
	alpha, beta = alpha/unit, beta/unit
	tol := 8 * epsilon * max(math.Abs(alpha), math.Abs(beta), maxAbs(d))

	f := deflation{d: d, z: make([]float64, n), kind: make([]uint8, n), rotate: func(i, j int, cos, sin float64) {
		rotate(u.col(0, i), u.col(0, j), cos, sin)
		rotate(v.col(0, i), v.col(0, j), cos, sin)
	}}
	for j := range n {
		if f.z[j] = alpha * v.Data[v.at(h, j)]; j > h {
			f.z[j], f.kind[j] = beta*v.Data[v.at(h+1, j)], below
		}
	}
	f.kind[h] = dense
	if part.wide == 1 { // what both halves take to zero: one combination of it remains, the other one is column h
		f.z[h] = nullVectors(v, h, n, f.z[h], beta*v.Data[v.at(h+1, n)], tol)
	}
	if math.Abs(f.z[h]) <= tol {
		f.z[h] = tol
	}
	f.separateSquares(order, h, tol)

	k := len(f.live)
	s := &secular{d: make([]float64, k), z: make([]float64, k), squared: true, loops: c.loops}
	for i, j := range f.live {
		s.d[i], s.z[i] = d[j], f.z[j]
	}
	if k > 1 {
		s.d[1] = max(s.d[1], tol/2)
	}
	length := norm(s.z)
	scale(1/length, s.z)
	s.rho = length * length
	place, at := f.grouped()
	base := lo * c.size
	coef, coefV := columns(c.coef[base:base+k*k], k, k), columns(c.coefV[base:base+k*k], k, k)
	values := make([]float64, k)
	if ok, err := s.solve(par, coefV, values); !ok || err != nil {
		return false, err
	}
	zs, err := s.weights(par, coefV)
	if err != nil {
		return false, err
	}
	if err := s.vectors(par, zs, place, coef, coefV); err != nil {
		return false, err
	}
	if err := c.combine(par, v.Sub(0, 0, v.Rows, n), h+1, h+1, f, at, coefV, base); err != nil {
		return false, err
	}
	u.Data[u.at(h, h)] = 0
	if err := c.combine(par, u, h, h+1, f, at, coef, base); err != nil {
		return false, err
	}
	for j := range k {
		u.Data[u.at(h, j)] = coef.Data[coef.at(place[0], j)]
	}
	f.settle(values, c.order[lo:part.hi])
	scale(unit, d)
	return true, nil
}

// nullVectors rotates columns h and n of v, which are zero below row h and up to it, so that the row z has
// nothing for column n; its elements are y and z. It gives the one for column h.
func nullVectors(v Mat[float64], h, n int, y, z, tol float64) float64 {
	r := math.Hypot(y, z)
	if r <= tol {
		return r
	}
	rotate(v.col(0, h), v.col(0, n), y/r, z/r)
	return r
}

// separateSquares is separate for squares of d, of which the first is zero and always live.
func (f *deflation) separateSquares(order []int, first int, tol float64) {
	f.live = append(f.live, first)
	held := -1
	for _, j := range order {
		if math.Abs(f.z[j]) <= tol {
			f.dead = append(f.dead, j)
			continue
		}
		if held >= 0 {
			if math.Abs(f.d[j]-f.d[held]) <= tol {
				cos, sin, r := f.turn(held, j)
				f.join(held, j, cos, sin, r)
				held = j
				continue
			}
			f.live = append(f.live, held)
		}
		held = j
	}
	if held >= 0 {
		f.live = append(f.live, held)
	}
}

// vectors makes gaps the right vectors, and left the left ones, with rows as place says.
func (s *secular) vectors(par parallel.Func, zs []float64, place []int, left, gaps Mat[float64]) error {
	k := len(zs)
	return par.Each((k+rootTask-1)/rootTask, func(task int) error {
		w := make([]float64, k)
		for j := task * rootTask; j < min(k, (task+1)*rootTask); j++ {
			col, l := gaps.col(0, j), left.col(0, j)
			squares, scaled := s.quotients(col, zs)
			p, q := 1/math.Sqrt(squares), 1/math.Sqrt(1+scaled)
			for i, v := range col {
				w[place[i]] = v * p
				l[place[i]] = s.d[i] * v * q
			}
			l[place[0]] = -q
			copy(col, w)
		}
		return nil
	})
}
