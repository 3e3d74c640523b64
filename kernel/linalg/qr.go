package linalg

import (
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
)

const (
	qrBlock = 128 // columns that are factored before the rest is updated by products
	qrBase  = 16  // columns of them that are factored one by one
)

// factorQR overwrites a with R above and on the diagonal and the Householder vectors below it, as LAPACK's
// xGEQRF; tau gets the min(rows, cols) factors. Panels are factored by halves, as Elmroth and Gustavson do,
// "Applying recursion to serial and parallel QR factorization" (IBM J. Res. Dev. 44, 2000), and what is right
// of them is updated by products (Golub and Van Loan, Matrix Computations, 5.2.3). a lies in any way.
func factorQR[T Num](al mem.Allocator, par parallel.Func, a Mat[T], tau []T) error {
	k := min(a.Rows, a.Cols)
	nb := min(qrBlock, k)
	turn := nb * (a.Rows + 2*nb) // of two
	buf, free, err := mem.Scratch[T](al, 2*turn)
	if err != nil {
		return err
	}
	defer free()
	panels := [2]qrPanel[T]{}
	return sweep{n: a.Cols, k: k, nb: nb, factor: func(j, w int) error {
		i := j / nb & 1
		room := buf[i*turn:]
		f := qrPanel[T]{r: columns(room[:w*w], w, w), tau: tau[j : j+w]}
		f.s = columns(room[w*w:2*w*w], w, w)
		f.v = columns(room[2*w*w:][:(a.Rows-j)*w], a.Rows-j, w)
		clear(f.s.Data)
		part := a.Sub(j, j, a.Rows-j, w)
		move(f.v, part)
		if err := f.factor(al, 0, w); err != nil {
			return err
		}
		move(part, f.v)
		for c := range w {
			move(part.Sub(0, c, c+1, 1), f.r.Sub(0, c, c+1, 1))
		}
		panels[i] = f
		return nil
	}, update: func(j, c, w int) error {
		return panels[j/nb&1].leftStrip(al, true, a.Sub(j, c, a.Rows-j, w))
	}}.run(par)
}

// A qrPanel is a column-major panel v on its way to a blockReflector and R.
type qrPanel[T Num] struct {
	blockReflector[T]
	r   Mat[T]
	tau []T
}

// factor factors the columns from lo to hi, to which all before are applied.
func (f qrPanel[T]) factor(al mem.Allocator, lo, hi int) error {
	if hi-lo <= qrBase {
		f.base(lo, hi)
		return f.join(al, lo, hi)
	}
	mid := lo + roundUp((hi-lo)/2, 8)
	if err := f.factor(al, lo, mid); err != nil {
		return err
	}
	first, n := f.blockReflector, f.v.Rows-lo
	first.v, first.s = f.v.Sub(lo, lo, n, mid-lo), f.s.Sub(lo, lo, mid-lo, mid-lo)
	if err := first.left(al, nil, true, f.v.Sub(lo, mid, n, hi-mid)); err != nil {
		return err
	}
	for c := mid; c < hi; c++ {
		f.finish(lo, mid, c)
	}
	if err := f.factor(al, mid, hi); err != nil {
		return err
	}
	return f.couple(al, lo, mid, hi)
}

// finish takes the rows from lo to hi of a column as they are to R and leaves zeros.
func (f qrPanel[T]) finish(lo, hi, c int) {
	x := f.v.col(0, c)[lo:hi]
	copy(f.r.col(0, c)[lo:hi], x)
	clear(x)
}

// base makes the vectors of the columns from lo to hi one by one.
func (f qrPanel[T]) base(lo, hi int) {
	var sums [qrBase]T
	for i := lo; i < hi; i++ {
		c := f.v.col(i, i)
		t := reflector(c)
		f.tau[i], f.s.Data[f.s.at(i, i)] = t, t
		f.r.Data[f.r.at(i, i)] = c[0]
		c[0] = 1
		if i+1 == hi {
			return
		}
		rest := f.v.Sub(i, i+1, len(c), hi-i-1)
		columnDots(sums[:rest.Cols], rest, 0, c)
		for l := range rest.Cols {
			axpy(-conj(t*sums[l]), c, rest.col(0, l))
			f.finish(i, i+1, i+1+l)
		}
	}
}

// formQ writes the first q.Cols columns of H1 H2 ... Hk to q; the vectors of H are in the columns of a from
// row i+shift on: xORGQR, with shift 1 for those of a reduction to a Hessenberg, tridiagonal or bidiagonal
// matrix. Both lie in any way.
func formQ[T Num](al mem.Allocator, par parallel.Func, a Mat[T], k, shift int, tau []T, q Mat[T]) error {
	zero(q)
	for i := range min(q.Rows, q.Cols) {
		q.Data[q.at(i, i)] = 1
	}
	return eachBlock(al, a, k, shift, tau, true, func(r int, b blockReflector[T]) error {
		if q.Cols <= r {
			return nil
		}
		return b.left(al, par, false, q.Sub(r, r, q.Rows-r, q.Cols-r))
	})
}

// applyQ overwrites c with Q c or Q^H c, or from the right with c Q or c Q^H, where Q is H1 H2 ... Hk as in
// formQ: xORMQR. All lie in any way.
func applyQ[T Num](al mem.Allocator, par parallel.Func, right, adjoint bool, a Mat[T], k, shift int, tau []T, c Mat[T]) error {
	return eachBlock(al, a, k, shift, tau, right == adjoint, func(r int, b blockReflector[T]) error {
		if right {
			return b.right(al, par, adjoint, c.Sub(0, r, c.Rows, c.Cols-r))
		}
		return b.left(al, par, adjoint, c.Sub(r, 0, c.Rows-r, c.Cols))
	})
}

// eachBlock runs f for the reflectors of a by blocks, from the last to the first where back is set. r is the
// first row that a block changes.
func eachBlock[T Num](al mem.Allocator, a Mat[T], k, shift int, tau []T, back bool, f func(r int, b blockReflector[T]) error) error {
	if k == 0 {
		return nil
	}
	nb := min(qrBlock, k)
	buf, free, err := mem.Scratch[T](al, nb*(a.Rows+nb))
	if err != nil {
		return err
	}
	defer free()
	n := (k + nb - 1) / nb
	for i := range n {
		j := i * nb
		if back {
			j = (n - 1 - i) * nb
		}
		w, r := min(nb, k-j), j+shift
		v := vectorsIn(a.Sub(r, j, a.Rows-r, w), w, buf[nb*nb:])
		b, err := blockOf(al, v, tau[j:j+w], buf)
		if err != nil {
			return err
		}
		if err := f(r, b); err != nil {
			return err
		}
	}
	return nil
}
