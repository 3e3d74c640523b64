package linalg

import (
	"fmt"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// MatMul is numpy.matmul of two arrays of one dtype: leading axes broadcast, one-dimensional operands are a
// row and a column whose axis is dropped again. Errors are worded as NumPy's.
func MatMul(al mem.Allocator, par parallel.Func, a, b *nd.Array) (*nd.Array, error) {
	shape, err := MatMulShape(a.Shape, b.Shape)
	if err != nil {
		return nil, err
	}
	out, err := nd.New(al, a.DType, shape...)
	if err != nil {
		return nil, err
	}
	return out, MatMulInto(al, par, out, a, b, false)
}

// MatMulShape is the shape of MatMul.
func MatMulShape(a, b []int) ([]int, error) {
	for i, s := range [][]int{a, b} {
		if len(s) == 0 {
			return nil, errs.New(errs.Invalid, "matmul: Input operand %d does not have enough dimensions (has 0, gufunc core with signature (n?,k),(k,m?)->(n?,m?) requires 1)", i)
		}
	}
	k, l := a[len(a)-1], b[0]
	if len(b) > 1 {
		l = b[len(b)-2]
	}
	if k != l {
		return nil, errs.New(errs.Invalid, "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size %d is different from %d)", l, k)
	}
	out, err := nd.Broadcast(a[:max(len(a)-2, 0)], b[:max(len(b)-2, 0)])
	if err != nil {
		return nil, err
	}
	if len(a) > 1 {
		out = append(out, a[len(a)-2])
	}
	if len(b) > 1 {
		out = append(out, b[len(b)-1])
	}
	return out, nil
}

// MatMulInto writes the product to c, or adds it with accumulate, without copying c or an operand whole. c
// must not overlap them.
func MatMulInto(al mem.Allocator, par parallel.Func, c, a, b *nd.Array, accumulate bool) error {
	shape, err := MatMulShape(a.Shape, b.Shape)
	if err != nil {
		return err
	}
	if !nd.SameShape(shape, c.Shape) {
		return errs.New(errs.Invalid, "a product of shape %s does not fit %s", nd.ShapeString(shape), nd.ShapeString(c.Shape))
	}
	if a.Rank() == 1 {
		a = a.NewAxis(0)
		c = c.NewAxis(c.Rank() - min(b.Rank()-1, 1))
	}
	if b.Rank() == 1 {
		b = b.NewAxis(1)
		c = c.NewAxis(c.Rank())
	}
	lead := c.Shape[:c.Rank()-2]
	if a, err = a.BroadcastTo(append(append([]int{}, lead...), a.Shape[a.Rank()-2:]...)...); err != nil {
		return err
	}
	if b, err = b.BroadcastTo(append(append([]int{}, lead...), b.Shape[b.Rank()-2:]...)...); err != nil {
		return err
	}
	return batched(al, par, c, a, b, accumulate)
}

// batched multiplies the matrices in the last two axes; leading axes are equal.
func batched(al mem.Allocator, par parallel.Func, c, a, b *nd.Array, accumulate bool) error {
	if a.DType != b.DType || a.DType != c.DType {
		return errs.New(errs.Type, "cannot multiply %v with %v into %v without a cast", a.DType, b.DType, c.DType)
	}
	beta := 0
	if accumulate {
		beta = 1
	}
	switch c.DType.Kind {
	case dtype.Float64Kind:
		return products[float64](al, par, c, a, b, beta)
	case dtype.Float32Kind:
		return products[float32](al, par, c, a, b, beta)
	case dtype.Complex128Kind:
		return products[complex128](al, par, c, a, b, beta)
	case dtype.Complex64Kind:
		return products[complex64](al, par, c, a, b, beta)
	case dtype.Int64Kind:
		return each(al, par, c, a, b, beta, ringGemm[int64])
	case dtype.Int32Kind:
		return each(al, par, c, a, b, beta, ringGemm[int32])
	case dtype.Int16Kind:
		return each(al, par, c, a, b, beta, ringGemm[int16])
	case dtype.Int8Kind:
		return each(al, par, c, a, b, beta, ringGemm[int8])
	case dtype.Uint64Kind:
		return each(al, par, c, a, b, beta, ringGemm[uint64])
	case dtype.Uint32Kind:
		return each(al, par, c, a, b, beta, ringGemm[uint32])
	case dtype.Uint16Kind:
		return each(al, par, c, a, b, beta, ringGemm[uint16])
	case dtype.Uint8Kind:
		return each(al, par, c, a, b, beta, ringGemm[uint8])
	case dtype.BoolKind:
		return each(al, par, c, a, b, beta, boolGemm)
	case dtype.Float16Kind:
		return each(al, par, c, a, b, beta, halfGemm)
	}
	return errs.New(errs.Type, "matrices of %v cannot be multiplied", c.DType)
}

// products are by gemm, or where they are many and small without looking at each.
func products[T Num](al mem.Allocator, par parallel.Func, c, a, b *nd.Array, beta int) error {
	if done, err := smallProducts[T](al, par, c, a, b, beta); done {
		return err
	}
	return each(al, par, c, a, b, beta, gemm[T])
}

func gemm[T Num](al mem.Allocator, par parallel.Func, a, b Mat[T], beta int, c Mat[T]) error {
	return Gemm(al, par, 1, a, b, beta, c)
}

// each runs mul for every matrix of the batch: with par inside a product when there is one, across products
// when there are several.
func each[T dtype.Elem](al mem.Allocator, par parallel.Func, c, a, b *nd.Array, beta int, mul func(al mem.Allocator, par parallel.Func, a, b Mat[T], beta int, c Mat[T]) error) error {
	if c.Size() == 0 {
		return nil
	}
	lead := c.Shape[:c.Rank()-2]
	n := nd.Size(lead)
	ma, mb, mc := matOf[T](a), matOf[T](b), matOf[T](c)
	if n == 1 {
		return mul(al, par, ma, mb, beta, mc)
	}
	one := func(i int) error {
		x, y, z := ma, mb, mc
		for k := len(lead) - 1; k >= 0; k-- {
			j := i % lead[k]
			i /= lead[k]
			x.Off += j * a.Strides[k]
			y.Off += j * b.Strides[k]
			z.Off += j * c.Strides[k]
		}
		return mul(al, nil, x, y, beta, z)
	}
	many := 1 + batch/max(1, mc.Rows*mc.Cols*ma.Cols)
	return par.Each((n+many-1)/many, func(task int) error {
		for i := task * many; i < min((task+1)*many, n); i++ {
			if err := one(i); err != nil {
				return err
			}
		}
		return nil
	})
}

// batch is about how many multiply-adds of small products are one task.
const batch = 1 << 19

// matOf is the first matrix in the last two axes of a.
func matOf[T dtype.Elem](a *nd.Array) Mat[T] {
	r := a.Rank()
	if r < 2 {
		panic(fmt.Sprintf("linalg: a matrix of %d axes", r))
	}
	data, first := nd.Window[T](a)
	return Mat[T]{Data: data, Off: first, Rows: a.Shape[r-2], Cols: a.Shape[r-1], RS: a.Strides[r-2], CS: a.Strides[r-1]}
}
