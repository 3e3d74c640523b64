package linalg

import (
	"math"
	"unsafe"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
)

// A triangle is a square matrix of which one triangle is read; with unit its diagonal counts as ones and is
// not read either.
type triangle[T Num] struct {
	Mat[T]
	lower, unit bool
}

const (
	triBlock = 64  // rows of a triangle that are not split further
	triStrip = 240 // columns of the other operand that are worked on together
)

// split is the corners of a: the two triangles on the diagonal and the block beside them.
func (a triangle[T]) split() (first, second triangle[T], block Mat[T]) {
	n := a.Rows
	h := roundUp(n/2, 8)
	first, second = a, a
	first.Mat, second.Mat = a.Sub(0, 0, h, h), a.Sub(h, h, n-h, n-h)
	if a.lower {
		return first, second, a.Sub(h, 0, n-h, h)
	}
	return first, second, a.Sub(0, h, h, n-h)
}

// value is element (i, j), conjugated where a is.
func (a triangle[T]) value(i, j int) T {
	v := a.Data[a.at(i, j)]
	if a.Conj {
		return conj(v)
	}
	return v
}

// solveTri overwrites b with the solution of a x = b: BLAS's xTRSM from the left, and from the right on
// transposes. It halves the triangle until it is small, so that nearly all work is products. A zero on the
// diagonal gives infinities and NaN.
func solveTri[T Num](al mem.Allocator, par parallel.Func, a Mat[T], lower, unit bool, b Mat[T]) error {
	return triangle[T]{a, lower, unit}.solve(al, par, b)
}

func (a triangle[T]) solve(al mem.Allocator, par parallel.Func, b Mat[T]) error {
	n := a.Rows
	if n <= triBlock {
		if ok, err := a.substitute(al, par, b); ok || err != nil {
			return err
		}
		return a.strips(al, par, b, triangle[T].solveRows)
	}
	first, second, block := a.split()
	h := first.Rows
	x, y := b.Sub(0, 0, h, b.Cols), b.Sub(h, 0, n-h, b.Cols)
	if !a.lower {
		first, second, x, y = second, first, y, x
	}
	if err := first.solve(al, par, x); err != nil {
		return err
	}
	if err := Gemm(al, par, -1, block, x, 1, y); err != nil {
		return err
	}
	return second.solve(al, par, y)
}

// multiply overwrites b with a*b: BLAS's xTRMM from the left. What is outside the triangle counts as nothing:
// it does not turn infinities into NaN.
func (a triangle[T]) multiply(al mem.Allocator, par parallel.Func, b Mat[T]) error {
	n := a.Rows
	if n <= triBlock {
		return a.strips(al, par, b, triangle[T].multiplyRows)
	}
	first, second, block := a.split()
	h := first.Rows
	x, y := b.Sub(0, 0, h, b.Cols), b.Sub(h, 0, n-h, b.Cols)
	if !a.lower {
		first, second, x, y = second, first, y, x
	}
	if err := second.multiply(al, par, y); err != nil {
		return err
	}
	if err := Gemm(al, par, 1, block, x, 1, y); err != nil {
		return err
	}
	return first.multiply(al, par, x)
}

// strips runs f on row-major copies of strips of columns of b.
func (a triangle[T]) strips(al mem.Allocator, par parallel.Func, b Mat[T], f func(a triangle[T], w Mat[T], coef []T)) error {
	n := a.Rows
	if n == 0 || b.Cols == 0 {
		return nil
	}
	return par.Each((b.Cols+triStrip-1)/triStrip, func(i int) error {
		part := b.Sub(0, i*triStrip, n, min(triStrip, b.Cols-i*triStrip))
		buf, free, err := mem.Scratch[T](al, n*part.Cols+n)
		if err != nil {
			return err
		}
		defer free()
		w := Dense(buf[n:], n, part.Cols)
		move(w, part)
		f(a, w, buf[:n])
		move(part, w)
		return nil
	})
}

// solveRows solves for row-major w in place; coef has room for a row of a.
func (a triangle[T]) solveRows(w Mat[T], coef []T) {
	n := a.Rows
	for k := range n {
		i, lo, hi := k, 0, k // row i needs rows lo to hi
		if !a.lower {
			i, lo, hi = n-1-k, n-k, n
		}
		for j := lo; j < hi; j++ {
			coef[j] = -a.value(i, j)
		}
		row := w.Data[i*w.Cols : (i+1)*w.Cols]
		addRows(row, w, lo, coef[lo:hi])
		if !a.unit {
			divide(row, a.value(i, i))
		}
	}
}

// multiplyRows multiplies row-major w in place.
func (a triangle[T]) multiplyRows(w Mat[T], coef []T) {
	n := a.Rows
	for k := range n {
		i, lo, hi := n-1-k, 0, n-1-k
		if !a.lower {
			i, lo, hi = k, k+1, n
		}
		for j := lo; j < hi; j++ {
			coef[j] = a.value(i, j)
		}
		row := w.Data[i*w.Cols : (i+1)*w.Cols]
		if !a.unit {
			scale(a.value(i, i), row)
		}
		addRows(row, w, lo, coef[lo:hi])
	}
}

// addRows adds the rows of row-major w from lo on, times their coefficients, to row.
func addRows[T Num](row []T, w Mat[T], lo int, coef []T) {
	if v := vectors[T](); v != nil && len(coef) > 0 && len(row) >= 4 {
		rows := w.Data[lo*w.Cols:][:len(coef)*w.Cols]
		v.Axpy(unsafe.Pointer(&row[0]), unsafe.Pointer(&rows[0]), w.Cols*v.Size, len(coef), len(row), unsafe.Pointer(&coef[0]))
		return
	}
	for j, c := range coef {
		from := w.Data[(lo+j)*w.Cols:][:w.Cols]
		for i, x := range from {
			row[i] += c * x
		}
	}
}

// divide divides x by d, by the reciprocal where that is exact enough, as LAPACK does.
func divide[T Num](x []T, d T) {
	re, im := parts(d)
	if m := math.Hypot(re, im); m >= 0x1p-126 && m <= 0x1p126 {
		scale(1/d, x)
		return
	}
	for i := range x {
		x[i] /= d
	}
}

// syrk is c = alpha*a*a^H + beta*c with beta 0 or 1 on the lower triangle of c: BLAS's xSYRK and xHERK. What
// is above the diagonal is neither read nor written.
func syrk[T Num](al mem.Allocator, par parallel.Func, alpha T, a Mat[T], beta int, c Mat[T]) error {
	n := c.Rows
	if n > triBlock {
		h := roundUp(n/2, 8)
		x, y := a.Sub(0, 0, h, a.Cols), a.Sub(h, 0, n-h, a.Cols)
		if err := syrk(al, par, alpha, x, beta, c.Sub(0, 0, h, h)); err != nil {
			return err
		}
		if err := Gemm(al, par, alpha, y, x.H(), beta, c.Sub(h, 0, n-h, h)); err != nil {
			return err
		}
		return syrk(al, par, alpha, y, beta, c.Sub(h, h, n-h, n-h))
	}
	buf, free, err := mem.Scratch[T](al, n*n)
	if err != nil {
		return err
	}
	defer free()
	w := Dense(buf, n, n)
	if err := Gemm(al, nil, alpha, a, a.H(), 0, w); err != nil {
		return err
	}
	for i := range n {
		for j := range i + 1 {
			v := buf[i*n+j]
			if beta != 0 {
				v += c.Data[c.at(i, j)]
			}
			c.Data[c.at(i, j)] = v
		}
	}
	return nil
}
