package linalg

import (
	"math"

	"gonum.org/v1/gonum/lapack"
	gonum "gonum.org/v1/gonum/lapack/gonum"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
)

// leaf is the size of the parts that divide and conquer leaves to the QR iteration.
const leaf = 32

// A conquest is the state of divide and conquer: parts of a matrix along its diagonal, whose values and
// vectors are known.
type conquest struct {
	al    mem.Allocator
	size  int
	d     []float64 // values, in the order of the columns
	order []int     // columns of a part by ascending value, from its first column on
	loops *asm.Secular

	copies, coef []float64 // size^2 each; the part from column i on owns what is from i*size on
}

// halves are the bounds of the parts of n, level by level, none of the last one greater than leaf.
func halves(n int) [][]int {
	levels := [][]int{{0, n}}
	for {
		at := levels[len(levels)-1]
		next, split := []int{0}, false
		for i := 1; i < len(at); i++ {
			if w := at[i] - at[i-1]; w > leaf {
				next, split = append(next, at[i-1]+w/2), true
			}
			next = append(next, at[i])
		}
		if !split {
			return levels
		}
		levels = append(levels, next)
	}
}

// powerOfTwo is the one next below big, which is positive and finite: numbers divided by it lose nothing.
func powerOfTwo(big float64) float64 {
	_, exp := math.Frexp(big)
	return math.Ldexp(1, max(exp-1, -1021))
}

// normalize divides two diagonals, whose greatest element is big, by a power of two next to it, which it
// gives. What is then so small that its square, or a number times it, may be lost becomes zero: rounding
// errors of the others are far greater, and gonum's QR iteration fails on parts of such numbers alone.
func normalize(big float64, d, e []float64) float64 {
	unit := powerOfTwo(big)
	for _, x := range [][]float64{d, e} {
		for i, v := range x {
			if x[i] = v / unit; math.Abs(x[i]) < 1e-100 {
				x[i] = 0
			}
		}
	}
	return unit
}

// tridiagonalVectors makes d the eigenvalues, ascending, of the symmetric tridiagonal matrix with diagonal d
// and e beside it, and the columns of q, which are contiguous, their vectors. e is overwritten. It tears the
// matrix in halves, Cuppen's "A Divide and Conquer Method for the Symmetric Tridiagonal Eigenproblem" (Numer.
// Math. 36, 1981), and puts them together as Gu and Eisenstat do. ok is false when an iteration does not end,
// as for NaN.
func tridiagonalVectors(l asm.Level, al mem.Allocator, par parallel.Func, d, e []float64, q Mat[float64]) (ok bool, err error) {
	n := len(d)
	for j := range n {
		clear(q.col(0, j))
	}
	big := max(maxAbs(d), maxAbs(e))
	if math.IsNaN(big) || math.IsInf(big, 0) {
		return false, nil
	}
	if big == 0 {
		for i := range n {
			q.col(i, i)[0] = 1
		}
		return true, nil
	}
	room, free, err := mem.Scratch[float64](al, 2*n*n)
	if err != nil {
		return false, err
	}
	defer free()
	unit := normalize(big, d, e)
	c := &conquest{al: al, size: n, d: d, order: make([]int, n), loops: asm.SecularOf(l), copies: room[:n*n], coef: room[n*n:]}
	levels := halves(n)
	last := levels[len(levels)-1]
	for _, m := range last[1 : len(last)-1] {
		rho := math.Abs(e[m-1])
		d[m-1] -= rho
		d[m] -= rho
	}
	failed := make([]bool, len(last))
	if err := par.Each(len(last)-1, func(i int) error {
		failed[i] = !c.leafVectors(q, last[i], last[i+1], e)
		return nil
	}); err != nil {
		return false, err
	}
	for k := len(levels) - 2; k >= 0; k-- {
		at := levels[k]
		pairs := len(at) - 1
		one := func(par parallel.Func, i int) error {
			lo, hi := at[i], at[i+1]
			if hi-lo <= leaf {
				return nil
			}
			mid := lo + (hi-lo)/2
			done, err := c.merge(par, q, lo, mid, hi, e[mid-1])
			failed[i] = failed[i] || !done
			return err
		}
		if pairs < 4 {
			for i := range pairs {
				if err := one(par, i); err != nil {
					return false, err
				}
			}
			continue
		}
		if err := par.Each(pairs, func(i int) error { return one(nil, i) }); err != nil {
			return false, err
		}
	}
	for _, f := range failed {
		if f {
			return false, nil
		}
	}
	scale(unit, d)
	c.sort(q)
	return true, nil
}

// leafVectors solves a part by the implicit QL and QR iteration.
func (c *conquest) leafVectors(q Mat[float64], lo, hi int, e []float64) bool {
	n := hi - lo
	z, work := make([]float64, n*n), make([]float64, max(1, 2*n-2))
	sub := append([]float64{}, e[lo:hi-1]...)
	if !(gonum.Implementation{}).Dsteqr(lapack.EVTridiag, n, c.d[lo:hi], sub, z, n, work) {
		return false
	}
	for i := range n {
		c.order[lo+i] = i
	}
	move(q.Sub(lo, lo, n, n), Dense(z, n, n))
	return true
}

// sort puts the columns of q, and d, in ascending order.
func (c *conquest) sort(q Mat[float64]) {
	n := len(c.d)
	still := true
	for i, j := range c.order {
		still = still && i == j
	}
	if still {
		return
	}
	d := append([]float64{}, c.d...)
	for i, j := range c.order {
		c.d[i] = d[j]
		copy(c.copies[i*n:(i+1)*n], q.col(0, j))
	}
	for j := range n {
		copy(q.col(0, j), c.copies[j*n:])
	}
}
