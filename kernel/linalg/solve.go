package linalg

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// LU is the factors of a stack of matrices with partial pivoting: a[perm] = l u row-wise, l with unit
// diagonal; perm is int64 and has the rows of a.
func LU(al mem.Allocator, par parallel.Func, a *nd.Array) (perm, l, u *nd.Array, err error) {
	if err := matrices(a); err != nil {
		return nil, nil, nil, err
	}
	lead, m, n := dims(a)
	k := min(m, n)
	if perm, err = stack(al, dtype.Int64, lead, m); err != nil {
		return nil, nil, nil, err
	}
	if l, err = stack(al, a.DType, lead, m, k); err != nil {
		return nil, nil, nil, err
	}
	if u, err = stack(al, a.DType, lead, k, n); err != nil {
		return nil, nil, nil, err
	}
	err = eachMatrix(par, lead, func(par parallel.Func, idx []int) error {
		x, p, y, z := pick(a, idx), pick(perm, idx), pick(l, idx), pick(u, idx)
		return kinds(a.DType,
			func() error { return luOne[float32](al, par, x, p, y, z) }, func() error { return luOne[float64](al, par, x, p, y, z) },
			func() error { return luOne[complex64](al, par, x, p, y, z) }, func() error { return luOne[complex128](al, par, x, p, y, z) })
	})
	return perm, l, u, err
}

func luOne[T Num](al mem.Allocator, par parallel.Func, a, perm, l, u *nd.Array) error {
	w, view, err := loadRows[T](al, a)
	if err != nil {
		return err
	}
	pivots := make([]int, min(w.Rows, w.Cols))
	if _, err := factorLU(al, par, w, pivots); err != nil {
		return err
	}
	for i := range w.Rows {
		nd.Set(perm, int64(i), i)
	}
	for i, p := range pivots {
		x, y := nd.At[int64](perm, i), nd.At[int64](perm, p)
		nd.Set(perm, y, i)
		nd.Set(perm, x, p)
	}
	if err := keep(u, view, false); err != nil {
		return err
	}
	for i := range pivots {
		w.Data[w.at(i, i)] = 1
	}
	return keep(l, view, true)
}

// Solve is numpy.linalg.solve: x of a x = b for a stack of square matrices. A one-dimensional b is one right
// side, else the last two axes are matrices and leading axes broadcast. An exactly singular matrix is the
// Invalid error "Singular matrix".
func Solve(al mem.Allocator, par parallel.Func, a, b *nd.Array) (*nd.Array, error) {
	return solveWith(al, par, a, b, func(x, y *nd.Array, par parallel.Func) error {
		return kinds(a.DType,
			func() error { return solveOne[float32](al, par, x, y) }, func() error { return solveOne[float64](al, par, x, y) },
			func() error { return solveOne[complex64](al, par, x, y) }, func() error { return solveOne[complex128](al, par, x, y) })
	})
}

// SolveTriangular is Solve where only the lower (or upper) triangle of a is read; with unit its diagonal
// counts as ones.
func SolveTriangular(al mem.Allocator, par parallel.Func, a, b *nd.Array, lower, unit bool) (*nd.Array, error) {
	return solveWith(al, par, a, b, func(x, y *nd.Array, par parallel.Func) error {
		return kinds(a.DType,
			func() error { return triOne[float32](al, par, x, y, lower, unit) }, func() error { return triOne[float64](al, par, x, y, lower, unit) },
			func() error { return triOne[complex64](al, par, x, y, lower, unit) }, func() error { return triOne[complex128](al, par, x, y, lower, unit) })
	})
}

// solveWith broadcasts the stacks and calls one(a, x) for every pair, x holding b and receiving the solution.
func solveWith(al mem.Allocator, par parallel.Func, a, b *nd.Array, one func(a, x *nd.Array, par parallel.Func) error) (*nd.Array, error) {
	if err := square(a); err != nil {
		return nil, err
	}
	if b.DType != a.DType {
		return nil, errs.New(errs.Type, "cannot solve for %v with a matrix of %v without a cast", b.DType, a.DType)
	}
	vector := b.Rank() == 1
	if vector {
		b = b.NewAxis(1)
	}
	if b.Rank() < 2 {
		return nil, errs.New(errs.Invalid, "0-dimensional array given. Array must be at least one-dimensional")
	}
	la, n, _ := dims(a)
	lb, m, k := dims(b)
	if m != n {
		return nil, errs.New(errs.Invalid, "solve: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (m,m),(m,n)->(m,n) (size %d is different from %d)", m, n)
	}
	lead, err := nd.Broadcast(la, lb)
	if err != nil {
		return nil, err
	}
	if a, err = a.BroadcastTo(append(append([]int{}, lead...), n, n)...); err != nil {
		return nil, err
	}
	if b, err = b.BroadcastTo(append(append([]int{}, lead...), n, k)...); err != nil {
		return nil, err
	}
	out, err := b.Clone(al)
	if err != nil {
		return nil, err
	}
	if out.Size() > 0 {
		err = eachMatrix(par, lead, func(par parallel.Func, idx []int) error { return one(pick(a, idx), pick(out, idx), par) })
	}
	if vector {
		out, _ = out.Reshape(out.Shape[:out.Rank()-1]...)
	}
	return out, err
}

func solveOne[T Num](al mem.Allocator, par parallel.Func, a, x *nd.Array) error {
	w, _, err := loadRows[T](al, a)
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
	return solveLU(al, par, w, pivots, matOf[T](x))
}

func triOne[T Num](al mem.Allocator, par parallel.Func, a, x *nd.Array, lower, unit bool) error {
	w := matOf[T](a)
	for i := 0; i < w.Rows && !unit; i++ {
		if w.Data[w.at(i, i)] == 0 {
			return errs.New(errs.Invalid, "singular matrix: resolution failed at diagonal %d", i)
		}
	}
	return solveTri(al, par, w, lower, unit, matOf[T](x))
}

// SolvePositive is Solve for Hermitian positive definite matrices, by Cholesky's factors: LAPACK's xPOSV.
// Only the lower triangles are read. A matrix that is not positive definite is the Invalid error "Matrix is
// not positive definite".
func SolvePositive(al mem.Allocator, par parallel.Func, a, b *nd.Array) (*nd.Array, error) {
	return solveWith(al, par, a, b, func(x, y *nd.Array, par parallel.Func) error {
		return kinds(a.DType,
			func() error { return positiveOne[float32](al, par, x, y) }, func() error { return positiveOne[float64](al, par, x, y) },
			func() error { return positiveOne[complex64](al, par, x, y) }, func() error { return positiveOne[complex128](al, par, x, y) })
	})
}

func positiveOne[T Num](al mem.Allocator, par parallel.Func, a, x *nd.Array) error {
	f, err := nd.New(al, a.DType, a.Shape...)
	if err != nil {
		return err
	}
	if err := choleskyOne[T](al, par, a, f, false); err != nil {
		return err
	}
	l, b := matOf[T](f), matOf[T](x)
	if err := solveTri(al, par, l, true, false, b); err != nil {
		return err
	}
	return solveTri(al, par, l.H(), false, false, b)
}
