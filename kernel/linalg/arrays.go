package linalg

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// matrices checks that a is a stack of matrices of a dtype with factorisations.
func matrices(as ...*nd.Array) error {
	for _, a := range as {
		if a.Rank() < 2 {
			return errs.New(errs.Invalid, "%d-dimensional array given. Array must be at least two-dimensional", a.Rank())
		}
		switch a.DType.Kind {
		case dtype.Float32Kind, dtype.Float64Kind, dtype.Complex64Kind, dtype.Complex128Kind:
		default:
			return errs.New(errs.Type, "array type %v is unsupported in linalg", a.DType)
		}
	}
	return nil
}

// square checks that the matrices of a are square.
func square(a *nd.Array) error {
	if err := matrices(a); err != nil {
		return err
	}
	if a.Shape[a.Rank()-1] != a.Shape[a.Rank()-2] {
		return errs.New(errs.Invalid, "Last 2 dimensions of the array must be square")
	}
	return nil
}

// dims are the leading axes of a stack and the sizes of its matrices.
func dims(a *nd.Array) (lead []int, m, n int) {
	r := a.Rank()
	return a.Shape[:r-2], a.Shape[r-2], a.Shape[r-1]
}

// stack is a new stack of m x n matrices.
func stack(al mem.Allocator, d dtype.DType, lead []int, size ...int) (*nd.Array, error) {
	return nd.New(al, d, append(append([]int{}, lead...), size...)...)
}

// pick is the matrix (or vector) of a stack at idx.
func pick(a *nd.Array, idx []int) *nd.Array {
	for _, i := range idx {
		a = a.Index(0, i)
	}
	return a
}

// load is a column-major copy of a matrix, and the array that views it.
func load[T Num](al mem.Allocator, a *nd.Array) (Mat[T], *nd.Array, error) {
	m, v, err := blank[T](al, a.DType, a.Shape[0], a.Shape[1])
	if err != nil {
		return m, nil, err
	}
	return m, v, nd.Copy(v, a)
}

// loadRows is a row-major copy of a matrix, and the array that views it.
func loadRows[T Num](al mem.Allocator, a *nd.Array) (Mat[T], *nd.Array, error) {
	w, err := nd.New(al, a.DType, a.Shape...)
	if err != nil {
		return Mat[T]{}, nil, err
	}
	return matOf[T](w), w, nd.Copy(w, a)
}

// blank is a column-major matrix of undefined elements, and the array that views it.
func blank[T Num](al mem.Allocator, d dtype.DType, rows, cols int) (Mat[T], *nd.Array, error) {
	w, err := nd.New(al, d, cols, rows)
	if err != nil {
		return Mat[T]{}, nil, err
	}
	return columns(dataOf[T](w), rows, cols), w.Transpose(), nil
}

// dataOf is nd.Data for the four types of Num.
func dataOf[T Num](a *nd.Array) []T {
	var z T
	switch any(z).(type) {
	case float32:
		return any(nd.Data[float32](a)).([]T)
	case float64:
		return any(nd.Data[float64](a)).([]T)
	case complex64:
		return any(nd.Data[complex64](a)).([]T)
	}
	return any(nd.Data[complex128](a)).([]T)
}

// keep copies the lower or the upper triangle of src to dst, which is contiguous, and zeros to the rest of
// it.
func keep(dst, src *nd.Array, lower bool) error {
	m, n := dst.Shape[0], dst.Shape[1]
	clear(dst.Block.Bytes()[dst.Offset*dst.DType.Size():][:dst.Bytes()])
	for i := range m {
		lo, hi := i, n
		if lower {
			lo, hi = 0, min(i+1, n)
		}
		if lo >= hi {
			continue
		}
		if err := nd.Copy(dst.Index(0, i).Slice(0, lo, hi, 1), src.Index(0, i).Slice(0, lo, hi, 1)); err != nil {
			return err
		}
	}
	return nil
}

// kinds calls the version of a function for the dtype of its matrices.
func kinds(d dtype.DType, f32, f64, c64, c128 func() error) error {
	switch d.Kind {
	case dtype.Float32Kind:
		return f32()
	case dtype.Float64Kind:
		return f64()
	case dtype.Complex64Kind:
		return c64()
	}
	return c128()
}

// eachMatrix calls f for every matrix of the leading axes: with par inside f for one matrix, across matrices
// for several.
func eachMatrix(par parallel.Func, lead []int, f func(par parallel.Func, idx []int) error) error {
	n := nd.Size(lead)
	if n == 1 {
		return f(par, make([]int, len(lead)))
	}
	return par.Each(n, func(i int) error {
		idx := make([]int, len(lead))
		for k := len(lead) - 1; k >= 0; k-- {
			idx[k] = i % lead[k]
			i /= lead[k]
		}
		return f(nil, idx)
	})
}
