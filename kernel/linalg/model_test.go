package linalg

import (
	"math"
	"math/cmplx"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"pgregory.net/rapid"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// get is an element as a complex number.
func get(a *nd.Array, idx ...int) complex128 {
	switch v := a.Item(idx...).(type) {
	case bool:
		if v {
			return 1
		}
		return 0
	case int8:
		return complex(float64(v), 0)
	case uint8:
		return complex(float64(v), 0)
	case int16:
		return complex(float64(v), 0)
	case uint16:
		return complex(float64(v), 0)
	case int32:
		return complex(float64(v), 0)
	case uint32:
		return complex(float64(v), 0)
	case int64:
		return complex(float64(v), 0)
	case uint64:
		return complex(float64(v), 0)
	case float32: // and float16
		return complex(float64(v), 0)
	case float64:
		return complex(v, 0)
	case complex64:
		return complex128(v)
	case complex128:
		return v
	}
	panic(a.DType)
}

// set writes a complex number as an element.
func set(a *nd.Array, v complex128, idx ...int) {
	switch a.DType.Kind {
	case dtype.BoolKind:
		nd.Set(a, v != 0, idx...)
	case dtype.Int8Kind:
		nd.Set(a, int8(real(v)), idx...)
	case dtype.Int16Kind:
		nd.Set(a, int16(real(v)), idx...)
	case dtype.Int32Kind:
		nd.Set(a, int32(real(v)), idx...)
	case dtype.Int64Kind:
		nd.Set(a, int64(real(v)), idx...)
	case dtype.Uint8Kind:
		nd.Set(a, uint8(real(v)), idx...)
	case dtype.Uint16Kind:
		nd.Set(a, uint16(real(v)), idx...)
	case dtype.Uint32Kind:
		nd.Set(a, uint32(real(v)), idx...)
	case dtype.Uint64Kind:
		nd.Set(a, uint64(real(v)), idx...)
	case dtype.Float16Kind:
		nd.Set(a, dtype.ToF16(float32(real(v))), idx...)
	case dtype.Float32Kind:
		nd.Set(a, float32(real(v)), idx...)
	case dtype.Float64Kind:
		nd.Set(a, real(v), idx...)
	case dtype.Complex64Kind:
		nd.Set(a, complex64(v), idx...)
	case dtype.Complex128Kind:
		nd.Set(a, v, idx...)
	}
}

// drawArray is an array of small whole numbers (products of them are exact in every dtype) in a random
// layout.
func drawArray(t *rapid.T, d dtype.DType, shape ...int) *nd.Array {
	layout := rapid.IntRange(0, 2).Draw(t, "layout")
	seed := rapid.Uint64().Draw(t, "seed")
	perm := make([]int, len(shape))
	for i := range perm {
		perm[i] = i
	}
	if layout == 1 && len(perm) > 1 {
		perm[0], perm[len(perm)-1] = perm[len(perm)-1], perm[0]
	}
	mixed := make([]int, len(shape))
	for i, p := range perm {
		mixed[p] = shape[i]
	}
	a := must(nd.Zeros(mem.Heap, d, mixed...)).Transpose(perm...)
	if layout == 2 && len(shape) > 0 && shape[0] > 0 {
		a = a.Slice(0, shape[0]-1, -1, -1)
	}
	fill(a, seed, func(r float64) float64 { return math.Floor(r*7) - 3 })
	return a
}

// fill sets elements from a small generator of numbers in [0, 1), mapped by f.
func fill(a *nd.Array, seed uint64, f func(r float64) float64) {
	next := func() float64 {
		seed = seed*6364136223846793005 + 1442695040888963407
		return f(float64(seed>>33) / (1 << 31))
	}
	nd.Each(a.Shape, func(idx []int) {
		re, im := next(), next()
		if !a.DType.IsComplex() {
			im = 0
		}
		if a.DType.IsUint() {
			re = math.Abs(re)
		}
		set(a, complex(re, im), idx...)
	})
}

// random is an array of numbers in [-1, 1).
func random(d dtype.DType, seed uint64, shape ...int) *nd.Array {
	a := must(nd.Zeros(mem.Heap, d, shape...))
	fill(a, seed, func(r float64) float64 { return 2*r - 1 })
	return a
}

// far is the greatest distance of elements of two arrays of one shape.
func far(a, b *nd.Array) float64 {
	if !nd.SameShape(a.Shape, b.Shape) {
		return math.Inf(1)
	}
	m := 0.0
	nd.Each(a.Shape, func(idx []int) {
		d := cmplx.Abs(get(a, idx...) - get(b, idx...))
		if !(d <= m) {
			m = d
		}
	})
	return m
}

// adjoint is the conjugate transpose of the last two axes.
func adjoint(a *nd.Array) *nd.Array {
	perm := make([]int, a.Rank())
	for i := range perm {
		perm[i] = i
	}
	r := a.Rank()
	perm[r-1], perm[r-2] = r-2, r-1
	c := must(a.Transpose(perm...).Clone(mem.Heap))
	nd.Each(c.Shape, func(idx []int) { set(c, cmplx.Conj(get(c, idx...)), idx...) })
	return c
}

// eye is a stack of identities.
func eye(d dtype.DType, lead []int, n int) *nd.Array {
	a := must(stack(mem.Heap, d, lead, n, n))
	nd.Each(a.Shape, func(idx []int) {
		v := complex128(0)
		if idx[len(idx)-1] == idx[len(idx)-2] {
			v = 1
		}
		set(a, v, idx...)
	})
	return a
}

func mul(a, b *nd.Array) *nd.Array { return must(MatMul(mem.Heap, nil, a, b)) }

// eps is the unit of error of a dtype.
func eps(d dtype.DType) float64 {
	l, _ := d.FloatLimits()
	return l.Eps
}

// backwards runs tasks last to first, as helpers might.
func backwards(n int, f func(i int) error) error {
	for i := n - 1; i >= 0; i-- {
		if err := f(i); err != nil {
			return err
		}
	}
	return nil
}
