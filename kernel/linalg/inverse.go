package linalg

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Inv is numpy.linalg.inv of a stack of square matrices. An exactly singular one is the Invalid error
// "Singular matrix".
func Inv(al mem.Allocator, par parallel.Func, a *nd.Array) (*nd.Array, error) {
	if err := square(a); err != nil {
		return nil, err
	}
	out, err := nd.New(al, a.DType, a.Shape...)
	if err != nil {
		return nil, err
	}
	lead, n, _ := dims(a)
	if n == 0 {
		return out, nil
	}
	return out, eachMatrix(par, lead, func(par parallel.Func, idx []int) error {
		x, y := pick(a, idx), pick(out, idx)
		return kinds(a.DType,
			func() error { return invOne[float32](al, par, x, y) }, func() error { return invOne[float64](al, par, x, y) },
			func() error { return invOne[complex64](al, par, x, y) }, func() error { return invOne[complex128](al, par, x, y) })
	})
}

func invOne[T Num](al mem.Allocator, par parallel.Func, a, out *nd.Array) error {
	w, view, err := loadRows[T](al, a)
	if err != nil {
		return err
	}
	pivots := make([]int, w.Rows)
	singular, err := factorLU(al, par, w, pivots)
	if err != nil {
		return err
	}
	if singular >= 0 {
		return errs.New(errs.Invalid, "Singular matrix")
	}
	if err := keep(out, view, false); err != nil {
		return err
	}
	return invertLU(al, par, w, pivots, matOf[T](out))
}

// invertLU turns x, which has the U of the factors of a matrix and zeros below it, into the inverse of that
// matrix: it inverts U and solves X L = U^-1, as LAPACK's xGETRI does (Du Croz and Higham, "Stability of
// methods for matrix inversion", IMA J. Numer. Anal. 12, 1992, method D). lu has L.
func invertLU[T Num](al mem.Allocator, par parallel.Func, lu Mat[T], pivots []int, x Mat[T]) error {
	if err := (triangle[T]{x, false, false}).invert(al, par); err != nil {
		return err
	}
	if err := solveTri(al, par, lu.T(), false, true, x.T()); err != nil {
		return err
	}
	return par.Each((x.Rows+moveBlock-1)/moveBlock, func(t int) error {
		part := x.Sub(t*moveBlock, 0, min(moveBlock, x.Rows-t*moveBlock), x.Cols)
		for i := range part.Rows {
			row := part.Sub(i, 0, 1, x.Cols)
			for j := len(pivots) - 1; j >= 0; j-- {
				p, q := row.at(0, j), row.at(0, pivots[j])
				row.Data[p], row.Data[q] = row.Data[q], row.Data[p]
			}
		}
		return nil
	})
}

// invert overwrites a with its inverse: LAPACK's xTRTRI, by halves. The block beside two triangles is minus
// what is left of it when both are divided out. What is outside the triangle is neither read nor written.
func (a triangle[T]) invert(al mem.Allocator, par parallel.Func) error {
	if a.Rows <= triBlock {
		return a.invertBase(al)
	}
	first, second, block := a.split()
	left, right := second, first
	if !a.lower {
		left, right = first, second
	}
	if err := left.solve(al, par, block); err != nil {
		return err
	}
	if err := (triangle[T]{right.T(), !right.lower, right.unit}).solve(al, par, block.T()); err != nil {
		return err
	}
	negate(block)
	if err := first.invert(al, par); err != nil {
		return err
	}
	return second.invert(al, par)
}

// invertBase is invert by way of a unit matrix.
func (a triangle[T]) invertBase(al mem.Allocator) error {
	n := a.Rows
	buf, free, err := mem.Scratch[T](al, n*n)
	if err != nil {
		return err
	}
	defer free()
	w := Dense(buf, n, n)
	clear(buf)
	for i := range n {
		buf[i*n+i] = 1
	}
	if err := a.solve(al, nil, w); err != nil {
		return err
	}
	for i := range n {
		lo, hi := 0, i
		if !a.lower {
			lo, hi = i+1, n
		}
		if !a.unit {
			a.Data[a.at(i, i)] = buf[i*n+i]
		}
		if lo < hi {
			move(a.Sub(i, lo, 1, hi-lo), w.Sub(i, lo, 1, hi-lo))
		}
	}
	return nil
}

func negate[T Num](a Mat[T]) {
	if a.CS != 1 {
		a = a.T()
	}
	for i := range a.Rows {
		p := a.at(i, 0)
		for range a.Cols {
			a.Data[p] = -a.Data[p]
			p += a.CS
		}
	}
}
