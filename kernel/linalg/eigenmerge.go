package linalg

import (
	"cmp"
	"math"
	"slices"

	"github.com/mars-project/mars-go/internal/parallel"
)

// Kinds of the columns of two parts that are put together: where they are not zero.
const (
	above = iota
	dense
	below
)

// merge makes the eigenvectors of diag(d) + rho*v*v^T of those of its halves, which meet at mid; v is where
// they were torn: 1 before mid, the sign of rho behind. It is LAPACK's xLAED1 to xLAED3.
func (c *conquest) merge(par parallel.Func, q Mat[float64], lo, mid, hi int, rho float64) (ok bool, err error) {
	n, h := hi-lo, mid-lo
	q, d, order := q.Sub(lo, lo, n, n), c.d[lo:hi], c.order[lo:hi]
	z := make([]float64, n)
	for j := range n {
		if j < h {
			z[j] = q.Data[q.at(h-1, j)] / math.Sqrt2
		} else {
			z[j] = math.Copysign(1, rho) * q.Data[q.at(h, j)] / math.Sqrt2
			order[j] += h
		}
	}
	rho = math.Abs(2 * rho)
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(d[i], d[j]) })
	f := deflation{d: d, z: z, kind: make([]uint8, n), rotate: func(i, j int, cos, sin float64) { rotate(q.col(0, i), q.col(0, j), cos, sin) }}
	for j := h; j < n; j++ {
		f.kind[j] = below
	}
	f.separate(order, rho)
	k := len(f.live)
	if k == 0 {
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(d[i], d[j]) })
		return true, nil
	}
	s := &secular{d: make([]float64, k), z: make([]float64, k), loops: c.loops}
	for i, j := range f.live {
		s.d[i], s.z[i] = d[j], z[j]
	}
	length := norm(s.z)
	scale(1/length, s.z)
	s.rho = rho * length * length
	place, at := f.grouped()
	base := lo * c.size
	coef := columns(c.coef[base:base+k*k], k, k)
	values := make([]float64, k)
	if ok, err := s.solve(par, coef, values); !ok || err != nil {
		return false, err
	}
	zs, err := s.weights(par, coef)
	if err != nil {
		return false, err
	}
	if err := par.Each((k+rootTask-1)/rootTask, func(task int) error {
		w := make([]float64, k)
		for j := task * rootTask; j < min(k, (task+1)*rootTask); j++ {
			col := coef.col(0, j)
			squares, _ := s.quotients(col, zs)
			unit := 1 / math.Sqrt(squares)
			for i, v := range col {
				w[place[i]] = v * unit
			}
			copy(col, w)
		}
		return nil
	}); err != nil {
		return false, err
	}
	if err := c.combine(par, q, h, h, f, at, coef, base); err != nil {
		return false, err
	}
	f.settle(values, order)
	return true, nil
}

// rotate is the plane rotation x, y = cos*x + sin*y, cos*y - sin*x.
func rotate(x, y []float64, cos, sin float64) {
	y = y[:len(x)]
	for i, v := range x {
		w := y[i]
		x[i] = cos*v + sin*w
		y[i] = cos*w - sin*v
	}
}

// A deflation tells the columns that a rank one change moves, live, from those that stay, dead: their z is
// nothing, or a rotation of two columns whose d are equal makes it so.
type deflation struct {
	d, z       []float64
	kind       []uint8
	rotate     func(i, j int, cos, sin float64) // of columns
	live, dead []int                            // columns; live by ascending d
}

// separate fills live and dead for diag(d) + rho*z*z^T. order is by ascending d.
func (f *deflation) separate(order []int, rho float64) {
	tol := 8 * epsilon * max(maxAbs(f.d), maxAbs(f.z))
	if rho*maxAbs(f.z) <= tol {
		f.dead = append(f.dead, order...)
		return
	}
	held := -1
	for _, j := range order {
		if rho*math.Abs(f.z[j]) <= tol {
			f.dead = append(f.dead, j)
			continue
		}
		if held >= 0 {
			cos, sin, r := f.turn(held, j)
			if t := f.d[j] - f.d[held]; math.Abs(t*cos*sin) <= tol {
				f.join(held, j, cos, sin, r)
				p, q := f.d[held], f.d[j]
				f.d[held], f.d[j] = p*cos*cos+q*sin*sin, p*sin*sin+q*cos*cos
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

// turn is the rotation of columns i and j that makes z[i] nothing, and z[j] r.
func (f *deflation) turn(i, j int) (cos, sin, r float64) {
	r = math.Hypot(f.z[i], f.z[j])
	return f.z[j] / r, -f.z[i] / r, r
}

// join does the rotation; column i is dead.
func (f *deflation) join(i, j int, cos, sin, r float64) {
	f.z[i], f.z[j] = 0, r
	if f.kind[i] != f.kind[j] {
		f.kind[j] = dense
	}
	f.rotate(i, j, cos, sin)
	f.dead = append(f.dead, i)
}

// grouped is the place of each live column when they are put in order of their kinds, and where the kinds
// begin.
func (f *deflation) grouped() (place []int, at [4]int) {
	for _, j := range f.live {
		at[f.kind[j]+1]++
	}
	at[2] += at[1]
	at[3] += at[2]
	next := at
	place = make([]int, len(f.live))
	for i, j := range f.live {
		place[i] = next[f.kind[j]]
		next[f.kind[j]]++
	}
	return place, at
}

// settle writes the values of the columns as combine leaves them, and their order.
func (f *deflation) settle(values []float64, order []int) {
	rest := make([]float64, len(f.dead))
	for i, j := range f.dead {
		rest[i] = f.d[j]
	}
	copy(f.d, values)
	copy(f.d[len(values):], rest)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(f.d[i], f.d[j]) })
}

// combine replaces the columns of q by the combinations coef of the live ones, and the dead ones behind them.
// Columns above are zero from row h on, columns below before row g. What is from base on in copies is q's.
func (c *conquest) combine(par parallel.Func, q Mat[float64], h, g int, f deflation, at [4]int, coef Mat[float64], base int) error {
	n, k := q.Rows, len(f.live)
	buf := c.copies[base:]
	take := func(rows, cols int) (m Mat[float64]) {
		m, buf = columns(buf[:rows*cols], rows, cols), buf[rows*cols:]
		return m
	}
	top, bottom, dead := take(h, at[2]), take(n-g, k-at[1]), take(n, len(f.dead))
	next := at
	for _, j := range f.live {
		p := next[f.kind[j]]
		next[f.kind[j]]++
		if f.kind[j] != below {
			copy(top.col(0, p), q.col(0, j)[:h])
		}
		if f.kind[j] != above {
			copy(bottom.col(0, p-at[1]), q.col(g, j))
		}
	}
	for i, j := range f.dead {
		copy(dead.col(0, i), q.col(0, j))
	}
	if err := Gemm(c.al, par, 1, top, coef.Sub(0, 0, at[2], k), 0, q.Sub(0, 0, h, k)); err != nil {
		return err
	}
	if err := Gemm(c.al, par, 1, bottom, coef.Sub(at[1], 0, k-at[1], k), 0, q.Sub(g, 0, n-g, k)); err != nil {
		return err
	}
	for i := range f.dead {
		copy(q.col(0, k+i), dead.col(0, i))
	}
	return nil
}
