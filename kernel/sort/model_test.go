package sort

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"pgregory.net/rapid"
)

var dtypes = []dtype.DType{
	dtype.Bool, dtype.Int8, dtype.Int16, dtype.Int32, dtype.Int64, dtype.Uint8, dtype.Uint16, dtype.Uint32, dtype.Uint64,
	dtype.Float16, dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128, dtype.Datetime(dtype.Micro), dtype.Timedelta(dtype.Second),
}

// drawArray is an array of few distinct values, extremes and missing ones among them, in a random layout.
func drawArray(t *rapid.T, d dtype.DType, shape ...int) *nd.Array {
	a := must(nd.Zeros(mem.Heap, d, shape...))
	n := a.Size()
	pick := rapid.IntRange(0, 11)
	switch d.Kind {
	case dtype.BoolKind:
		fillWith(a, func() bool { return pick.Draw(t, "v") < 6 })
	case dtype.Int8Kind:
		fillInts[int8](t, a, math.MinInt8, math.MaxInt8)
	case dtype.Int16Kind:
		fillInts[int16](t, a, math.MinInt16, math.MaxInt16)
	case dtype.Int32Kind:
		fillInts[int32](t, a, math.MinInt32, math.MaxInt32)
	case dtype.Int64Kind, dtype.DatetimeKind, dtype.TimedeltaKind:
		fillInts[int64](t, a, math.MinInt64, math.MaxInt64)
	case dtype.Uint8Kind:
		fillInts[uint8](t, a, 0, math.MaxUint8)
	case dtype.Uint16Kind:
		fillInts[uint16](t, a, 0, math.MaxUint16)
	case dtype.Uint32Kind:
		fillInts[uint32](t, a, 0, math.MaxUint32)
	case dtype.Uint64Kind:
		fillInts[uint64](t, a, 0, math.MaxUint64)
	case dtype.Float16Kind:
		fillWith(a, func() dtype.F16 { return dtype.ToF16From64(drawFloat(t)) })
	case dtype.Float32Kind:
		fillWith(a, func() float32 { return float32(drawFloat(t)) })
	case dtype.Float64Kind:
		fillWith(a, func() float64 { return drawFloat(t) })
	case dtype.Complex64Kind:
		fillWith(a, func() complex64 { return complex(float32(drawFloat(t)), float32(drawFloat(t))) })
	case dtype.Complex128Kind:
		fillWith(a, func() complex128 { return complex(drawFloat(t), drawFloat(t)) })
	}
	if n > 0 && len(shape) > 0 {
		switch rapid.IntRange(0, 2).Draw(t, "layout") {
		case 1: // reversed
			a = a.Slice(0, shape[0]-1, -1, -1)
		case 2: // Fortran order
			rev := slices.Clone(shape)
			slices.Reverse(rev)
			b := must(nd.Zeros(mem.Heap, d, rev...)).Transpose()
			if err := nd.Copy(b, a); err != nil {
				t.Fatal(err)
			}
			a = b
		}
	}
	return a
}

func drawFloat(t *rapid.T) float64 {
	vs := []float64{0, math.Copysign(0, -1), 1, -1, 2.5, -2.5, math.Inf(1), math.Inf(-1), math.NaN(), math.Copysign(math.NaN(), -1), 1e-7, 3}
	return vs[rapid.IntRange(0, len(vs)-1).Draw(t, "f")]
}

func fillInts[T cmp.Ordered](t *rapid.T, a *nd.Array, lo, hi T) {
	vs := []T{lo, hi}
	one := any(new(T))
	for i := range 6 {
		switch p := one.(type) {
		case *int8:
			*p = int8(i*20 - 60)
		case *int16:
			*p = int16(i*300 - 700)
		case *int32:
			*p = int32(i*70000 - 200000)
		case *int64:
			*p = int64(i)*5e9 - 1e10
		case *uint8:
			*p = uint8(i * 40)
		case *uint16:
			*p = uint16(i * 300)
		case *uint32:
			*p = uint32(i * 70000)
		case *uint64:
			*p = uint64(i) * 5e9
		}
		vs = append(vs, *one.(*T))
	}
	switch d := any(vs).(type) {
	case []int8:
		fillWith(a, func() int8 { return d[rapid.IntRange(0, 7).Draw(t, "i")] })
	case []int16:
		fillWith(a, func() int16 { return d[rapid.IntRange(0, 7).Draw(t, "i")] })
	case []int32:
		fillWith(a, func() int32 { return d[rapid.IntRange(0, 7).Draw(t, "i")] })
	case []int64:
		fillWith(a, func() int64 { return d[rapid.IntRange(0, 7).Draw(t, "i")] })
	case []uint8:
		fillWith(a, func() uint8 { return d[rapid.IntRange(0, 7).Draw(t, "i")] })
	case []uint16:
		fillWith(a, func() uint16 { return d[rapid.IntRange(0, 7).Draw(t, "i")] })
	case []uint32:
		fillWith(a, func() uint32 { return d[rapid.IntRange(0, 7).Draw(t, "i")] })
	case []uint64:
		fillWith(a, func() uint64 { return d[rapid.IntRange(0, 7).Draw(t, "i")] })
	}
}

func fillWith[T dtype.Elem](a *nd.Array, f func() T) {
	for i, s := 0, nd.Data[T](a); i < len(s); i++ {
		s[i] = f()
	}
}

// before is the order of NumPy, said once more and in another way: by class, then by numbers.
func before(d dtype.DType, x, y any) int {
	switch a := x.(type) {
	case bool:
		return cmp.Compare(b2i(a), b2i(y.(bool)))
	case int8:
		return cmp.Compare(a, y.(int8))
	case int16:
		return cmp.Compare(a, y.(int16))
	case int32:
		return cmp.Compare(a, y.(int32))
	case int64:
		b := y.(int64)
		if d.IsTemporal() {
			if c := cmp.Compare(b2i(a == dtype.NaT), b2i(b == dtype.NaT)); c != 0 {
				return c
			}
		}
		return cmp.Compare(a, b)
	case uint8:
		return cmp.Compare(a, y.(uint8))
	case uint16:
		return cmp.Compare(a, y.(uint16))
	case uint32:
		return cmp.Compare(a, y.(uint32))
	case uint64:
		return cmp.Compare(a, y.(uint64))
	case float32:
		return nanLast(float64(a), float64(y.(float32)))
	case float64:
		return nanLast(a, y.(float64))
	case complex64:
		return complexBefore(complex128(a), complex128(y.(complex64)))
	}
	return complexBefore(x.(complex128), y.(complex128))
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func nanLast(a, b float64) int {
	if c := cmp.Compare(b2i(a != a), b2i(b != b)); c != 0 || a != a {
		return c
	}
	return cmp.Compare(a, b)
}

func complexBefore(a, b complex128) int {
	class := func(v complex128) int { return 2*b2i(real(v) != real(v)) + b2i(imag(v) != imag(v)) }
	if c := cmp.Compare(class(a), class(b)); c != 0 {
		return c
	}
	if c := nanLast(real(a), real(b)); c != 0 {
		return c
	}
	return nanLast(imag(a), imag(b))
}

// lane is the elements along an axis at idx.
func lane(a *nd.Array, axis int, idx []int) []any {
	out := make([]any, a.Shape[axis])
	at := slices.Clone(idx)
	for i := range out {
		at[axis] = i
		out[i] = a.Item(at...)
	}
	return out
}

func lanes(a *nd.Array, axis int, f func(idx []int)) {
	shape := slices.Clone(a.Shape)
	shape[axis] = 1
	if a.Size() > 0 {
		nd.Each(shape, f)
	}
}

// stable is the order of a lane.
func stable(d dtype.DType, s []any) []int64 {
	o := make([]int64, len(s))
	for i := range o {
		o[i] = int64(i)
	}
	slices.SortStableFunc(o, func(i, j int64) int { return before(d, s[i], s[j]) })
	return o
}

func same(d dtype.DType, x, y any) bool { return before(d, x, y) == 0 }

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// forAll runs f for every dtype with random arrays; some lanes are long enough for radix passes.
func forAll(t *testing.T, f func(t *rapid.T, d dtype.DType, shape []int, axis int)) {
	for _, d := range dtypes {
		t.Run(d.String(), rapid.MakeCheck(func(t *rapid.T) {
			shape := rapid.SliceOfN(rapid.IntRange(0, 5), 1, 3).Draw(t, "shape")
			axis := rapid.IntRange(0, len(shape)-1).Draw(t, "axis")
			if rapid.IntRange(0, 9).Draw(t, "long") == 0 {
				shape[axis] = small + 50
				for i := range shape {
					if i != axis {
						shape[i] = min(shape[i], 1)
					}
				}
			}
			f(t, d, shape, axis)
		}))
	}
}

func text(s []any) string { return fmt.Sprint(s) }
