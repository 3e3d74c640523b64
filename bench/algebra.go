package main

import (
	"math/rand/v2"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/internal/parallel/paralleltest"
	"github.com/mars-project/mars-go/kernel/linalg"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// side is the rows and columns of a matrix, product those of an operand of a product.
const (
	side    = 2000
	product = 2048
)

// factors is what a case of matrices is called with: where memory comes from, helpers, and its operands.
type factors struct {
	al   mem.Allocator
	par  parallel.Func
	a, b *nd.Array
}

// algebra is the kernels of matrices by themselves, on one chunk. They must be level with OpenBLAS at its
// best, products ahead of it.
func algebra() []kernelCase {
	n, m := float64(side), float64(product)
	best := goals{"openblas": 1.15, "installed": 1.9}
	level := goals{"openblas": 0.95, "installed": 1}
	square := func() (a, b *nd.Array) { return matrix[float64](side, 0), matrix[float64](side, 1) }
	return []kernelCase{
		matrices("dgemm", product, best, 2*m*m*m, 8, func() (a, b *nd.Array) { return matrix[float64](product, 0), matrix[float64](product, 1) }, multiplied),
		matrices("sgemm", product, best, 2*m*m*m, 4, func() (a, b *nd.Array) { return matrix[float32](product, 0), matrix[float32](product, 1) }, multiplied),
		matrices("zgemm", 1024, level, 8*1024*1024*1024, 8, func() (a, b *nd.Array) { return complexes(1024, 1024)(), complexes(1024, 1024)() }, multiplied),
		matrices("dgemv", 4096, level, 2*4096*4096, 0, func() (a, b *nd.Array) { return matrix[float64](4096, 0), nd.Of(reals(4096), 4096) }, multiplied),
		matrices("dgemm_transposed", product, level, 2*m*m*m, 8, func() (a, b *nd.Array) {
			return matrix[float64](product, 0).Transpose(), matrix[float64](product, 1).Transpose()
		}, multiplied),
		matrices("dgemm_batch_8", 100_000, level, 2*100_000*8*8*8, 0, func() (a, b *nd.Array) {
			return nd.Of(reals(100_000, 8, 8), 100_000, 8, 8), nd.Of(reals(100_000, 8, 8), 100_000, 8, 8)
		}, multiplied),
		matrices("lu", side, level, 2*n*n*n/3, 8, square, func(f factors) error { _, err := linalg.Det(f.al, f.par, f.a); return err }),
		matrices("cholesky", side, level, n*n*n/3, 8, func() (a, b *nd.Array) { return positive(), nil }, func(f factors) error {
			_, err := linalg.Cholesky(f.al, f.par, f.a, false)
			return err
		}),
		matrices("qr", side, level, 8*n*n*n/3, 8, square, func(f factors) error {
			_, _, err := linalg.QR(f.al, f.par, f.a, linalg.Reduced)
			return err
		}),
		// The next two are counted as Golub and Van Loan do (Matrix Computations, 8.6.4 and 8.3.3); divide
		// and conquer takes fewer.
		matrices("svd", side, level, 21*n*n*n, 0, square, func(f factors) error {
			_, _, _, err := linalg.SVD(f.al, f.par, f.a, false, true)
			return err
		}),
		matrices("eigh", side, level, 9*n*n*n, 0, func() (a, b *nd.Array) { return positive(), nil }, func(f factors) error {
			_, _, err := linalg.Eigh(f.al, f.par, f.a, false, true)
			return err
		}),
		matrices("solve", side, level, 2*n*n*n/3, 8, square, func(f factors) error {
			_, err := linalg.Solve(f.al, f.par, f.a, nd.Of(nd.Data[float64](f.b)[:side], side))
			return err
		}),
		matrices("inv", side, level, 2*n*n*n, 8, square, func(f factors) error { _, err := linalg.Inv(f.al, f.par, f.a); return err }),
	}
}

// matrices is a case of a kernel of so many operations on floats of size bytes; size 0 where arithmetic is
// not what limits it, or the count is a convention.
func matrices(name string, n int, goals goals, flops float64, size int, data func() (a, b *nd.Array), f func(f factors) error) kernelCase {
	c := kernelCase{name: name, n: n, one: goals, two: goals, work: flops / 1e9, unit: "GFLOP"}
	switch size {
	case 8:
		c.cost = func(l limit) float64 { return flops / l.flops64 }
	case 4:
		c.cost = func(l limit) float64 { return flops / l.flops32 }
	}
	c.bare = func(cores int) (func() error, error) {
		x, y := data()
		a, b := laid(x), laid(y)
		par := paralleltest.Helpers(cores)
		return pooled(func(al mem.Allocator) error { return f(factors{al, par, a, b}) }), nil
	}
	return c
}

func multiplied(f factors) error {
	_, err := linalg.MatMul(f.al, f.par, f.a, f.b)
	return err
}

// matrix is random numbers from 0 to 1.
func matrix[T float32 | float64](n int, seed uint64) *nd.Array {
	data := make([]T, n*n)
	r := rand.New(rand.NewPCG(seed, 0))
	for i := range data {
		data[i] = T(r.Float64())
	}
	return nd.Of(data, n, n)
}

// positive is a symmetric matrix whose eigenvalues are all positive.
func positive() *nd.Array {
	a := matrix[float64](side, 0)
	d := nd.Data[float64](a)
	for i := range side {
		for j := range i {
			d[i*side+j] = d[j*side+i]
		}
		d[i*side+i] += side
	}
	return a
}
