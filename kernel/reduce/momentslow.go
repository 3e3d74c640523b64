package reduce

import (
	"math"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/mars-project/mars-go/kernel/asm"
)

// What kernels leave over: the last numbers of a run, and those whose sums two doubles cannot tell.

// piece is how many numbers are tried again together where two doubles did not tell a sum of more.
const piece = 256

// pieces makes sums i those of numbers, piece by piece.
func (m momentStep) pieces(p *[6][]float64, i int, v []float64) {
	for k := range p {
		p[k][i] = math.Copysign(0, float64(k%2)-1)
	}
	for r := range slices.Chunk(v, piece) {
		var six [6]float64
		done := 0
		if len(v) > piece && len(r) > short {
			done = asm.Squares(level, unsafe.Pointer(&six), 8, r, 1, len(r))
		}
		if done == 0 || six[5] != six[5] {
			done = len(r)
			six[0], six[1], six[2], six[3] = m.slow(r)
			six[4], six[5] = 0, 0
		}
		for k := 0; k < 6; k += 2 {
			m.far.join(&p[k][i], &p[k+1][i], six[k], six[k+1])
		}
		if rest := r[done:]; len(rest) > 0 {
			m.each(p, i, rest, done)
		}
	}
}

// steps adds numbers and their squares to sums i, or says that it cannot without error, and leaves them as
// they were.
func steps(p *[6][]float64, i int, v []float64) bool {
	xs, xe, hs, he, ls, le := p[0][i], p[1][i], p[2][i], p[3][i], p[4][i], p[5][i]
	ok := true
	deposit := func(s, e, x float64) (float64, float64) {
		a, err := twoSum(s, x)
		b, fine := noError(e, err)
		ok = ok && fine
		return a, b
	}
	for _, x := range v {
		h := float64(x * x)
		l := math.FMA(x, x, -h)
		ok = ok && (h >= lowSquare || x == 0)
		xs, xe = deposit(xs, xe, x)
		hs, he = deposit(hs, he, h)
		ls, le = deposit(ls, le, l)
	}
	if !ok || !finite(xs) || !finite(hs) {
		return false
	}
	p[0][i], p[1][i], p[2][i], p[3][i], p[4][i], p[5][i] = xs, xe, hs, he, ls, le
	return true
}

// each is steps for all cases; done are numbers added before.
func (m momentStep) each(p *[6][]float64, i int, v []float64, done int) {
	if done == 0 && len(v) > short {
		xs, xe, hs, he := m.slow(v)
		m.far.join(&p[0][i], &p[1][i], xs, xe)
		m.far.join(&p[2][i], &p[3][i], hs, he)
		return
	}
	for _, x := range v {
		m.far.add(&p[0][i], &p[1][i], x)
		h := x * x
		if x == 0 || h >= lowSquare && finite(h) {
			m.far.add(&p[2][i], &p[3][i], h)
			m.far.add(&p[4][i], &p[5][i], math.FMA(x, x, -h))
			continue
		}
		_, _, hs, he := m.slow([]float64{x})
		m.far.join(&p[2][i], &p[3][i], hs, he)
	}
}

// slow is the sums of numbers and of their squares.
func (m momentStep) slow(v []float64) (xs, xe, hs, he float64) {
	if t := special(v); !finite(t) {
		return t, 0, math.NaN(), 0
	}
	x, xt := m.far.take()
	q, qt := m.far.take()
	for _, y := range v {
		x.add(y)
		n, exp := parts(y)
		hi, lo := bits.Mul64(n, n)
		q.put(hi, lo, 2*exp, false)
	}
	xs, xe = m.far.settle(x, xt)
	hs, he = m.far.settle(q, qt)
	return xs, xe, hs, he
}
