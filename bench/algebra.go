package main

import (
	"math/rand/v2"
	"sync"

	"github.com/mars-project/mars-go/kernel/linalg"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// side is the rows and columns of a matrix, product those of an operand of a product.
const (
	side    = 2000
	product = 2048
)

// algebra is the kernels of matrices by themselves, on one chunk.
func algebra() []kernelCase {
	n := float64(side)
	of := func(name string, flops float64, f func(par linalg.Par, a, b *nd.Array) error) kernelCase {
		return factored(name, flops, func() (a, b *nd.Array) { return matrix[float64](side, 0), matrix[float64](side, 1) }, f)
	}
	out := []kernelCase{
		factored("dgemm", 2*product*product*product, func() (a, b *nd.Array) { return matrix[float64](product, 0), matrix[float64](product, 1) }, multiplied),
		factored("sgemm", 2*product*product*product, func() (a, b *nd.Array) { return matrix[float32](product, 0), matrix[float32](product, 1) }, multiplied),
		of("det", 2*n*n*n/3, func(par linalg.Par, a, _ *nd.Array) error { _, err := linalg.Det(mem.Heap, par, a); return err }),
		factored("cholesky", n*n*n/3, func() (a, b *nd.Array) { return positive(), nil }, func(par linalg.Par, a, _ *nd.Array) error {
			_, err := linalg.Cholesky(mem.Heap, par, a, false)
			return err
		}),
		of("qr", 8*n*n*n/3, func(par linalg.Par, a, _ *nd.Array) error {
			_, _, err := linalg.QR(mem.Heap, par, a, linalg.Reduced)
			return err
		}),
		of("svd", 0, func(par linalg.Par, a, _ *nd.Array) error {
			_, _, _, err := linalg.SVD(mem.Heap, par, a, false, true)
			return err
		}),
		factored("eigh", 0, func() (a, b *nd.Array) { return positive(), nil }, func(par linalg.Par, a, _ *nd.Array) error {
			_, _, err := linalg.Eigh(mem.Heap, par, a, false, true)
			return err
		}),
		of("solve", 2*n*n*n/3, func(par linalg.Par, a, b *nd.Array) error {
			_, err := linalg.Solve(mem.Heap, par, a, nd.Of(nd.Data[float64](b)[:side], side))
			return err
		}),
		of("inv", 2*n*n*n, func(par linalg.Par, a, _ *nd.Array) error { _, err := linalg.Inv(mem.Heap, par, a); return err }),
	}
	for i := range out[:2] {
		g := goals{"openblas": 1.15, "installed": 1.9}
		if i == 1 {
			out[i].cost = func(l limit) float64 { return 2 * product * product * product / l.flops32 }
		}
		out[i].n, out[i].one, out[i].two = product, g, g
	}
	return out
}

// factored is a case of a kernel, which must be level with OpenBLAS at its best and ahead of it as installed.
func factored(name string, flops float64, data func() (a, b *nd.Array), f func(par linalg.Par, a, b *nd.Array) error) kernelCase {
	g := goals{"openblas": 0.95, "installed": 1}
	c := kernelCase{name: name, n: side, one: g, two: g, work: flops / 1e9, unit: "GFLOP"}
	if flops > 0 {
		c.cost = func(l limit) float64 { return flops / l.flops64 }
	}
	c.bare = func(cores int) (func() error, error) {
		a, b := data()
		par := helpers(cores)
		return func() error { return f(par, a, b) }, nil
	}
	return c
}

func multiplied(par linalg.Par, a, b *nd.Array) error {
	_, err := linalg.MatMul(mem.Heap, par, a, b)
	return err
}

// helpers runs calls on so many goroutines; nil for one.
func helpers(cores int) linalg.Par {
	if cores == 1 {
		return nil
	}
	return func(n int, f func(i int) error) error {
		errs := make([]error, n)
		next := make(chan int, n)
		for i := range n {
			next <- i
		}
		close(next)
		var wg sync.WaitGroup
		for range min(cores, n) {
			wg.Go(func() {
				for i := range next {
					errs[i] = f(i)
				}
			})
		}
		wg.Wait()
		for _, err := range errs {
			if err != nil {
				return err
			}
		}
		return nil
	}
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
