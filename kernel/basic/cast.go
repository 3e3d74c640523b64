package basic

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/asm"
)

// Cast is the loop that converts from one fixed-width dtype to another, whatever the casting rule
// (dtype.CanCast knows that).
//
// Integers keep their low bits. Floats are truncated; beyond the range of int32 and int64, and for NaN, the
// result is the lowest value, as x86-64 computes it, on every machine. Narrower integers keep the low bits of
// the int32 result. Uint64 takes values up to 2^64, zero above, and 2^63 for NaN and below -2^63; uint32
// likewise with 2^32 and 2^31, but infinite and NaN float16 give zero. NumPy's vector and scalar code differ
// among themselves for some values out of range; this is what most elements of its arrays get. Complex
// numbers lose their imaginary part. Times and numbers exchange the raw count; NaT is the lowest int64. Times
// of two units convert as NumPy converts them: datetimes by the calendar towards the past, spans of years and
// months by the mean length of a year, and NaT stays. Errors: Type for dtypes without fixed width and unit
// pairs whose factor overflows.
func Cast(to, from dtype.DType) (Loop, error) { return castAt(asm.Active(), to, from) }

func castAt(level asm.Level, to, from dtype.DType) (Loop, error) {
	run, err := castFunc(to, from)
	if err != nil {
		return Loop{}, err
	}
	if !from.IsTemporal() || from.Kind != to.Kind {
		run = vectorised(level, "cast", string([]byte{castChar(from), '-', '>', castChar(to)}), run)
	}
	return Loop{Name: "cast", In: []dtype.DType{from}, Out: []dtype.DType{to}, run: run}, nil
}

// castChar is NumPy's character of a dtype; times are their counts.
func castChar(d dtype.DType) byte {
	if d.IsTemporal() {
		return 'l'
	}
	return charOf(d)
}

func castFunc(to, from dtype.DType) (Func, error) {
	if !to.Fixed() || !from.Fixed() {
		return nil, errs.New(errs.Type, "cannot cast %v to %v", from, to)
	}
	if from.IsTemporal() && from.Kind == to.Kind && from.Unit != to.Unit {
		f, err := unitCast(from.Kind, from.Unit, to.Unit)
		if err != nil {
			return nil, err
		}
		return map1(f), nil
	}
	switch from.Kind {
	case dtype.BoolKind:
		return castBool(to), nil
	case dtype.Int8Kind:
		return castInt[int8](to), nil
	case dtype.Int16Kind:
		return castInt[int16](to), nil
	case dtype.Int32Kind:
		return castInt[int32](to), nil
	case dtype.Int64Kind, dtype.DatetimeKind, dtype.TimedeltaKind:
		return castInt[int64](to), nil
	case dtype.Uint8Kind:
		return castInt[uint8](to), nil
	case dtype.Uint16Kind:
		return castInt[uint16](to), nil
	case dtype.Uint32Kind:
		return castInt[uint32](to), nil
	case dtype.Uint64Kind:
		return castInt[uint64](to), nil
	case dtype.Float16Kind:
		return castHalf(to), nil
	case dtype.Float32Kind:
		return castFloat[float32](to), nil
	case dtype.Float64Kind:
		return castFloat[float64](to), nil
	case dtype.Complex64Kind:
		return castComplex[complex64](to), nil
	}
	return castComplex[complex128](to), nil
}

// convert is Go's conversion, which is the wanted one except for floats that become integers.
func convert[A, B realNumber](n int, in, out []Vec) {
	o := view[B](out[0], n)
	x := view[A](in[0], n)[:len(o)]
	for i := range o {
		o[i] = B(x[i])
	}
}

func truth[T comparable](x T) bool {
	var z T
	return x != z
}

func castBool(to dtype.DType) Func {
	if to.IsBool() {
		return positive[bool]
	}
	return castInt[uint8](to)
}

func castInt[A integer](to dtype.DType) Func {
	switch to.Kind {
	case dtype.BoolKind:
		return map1(truth[A])
	case dtype.Int8Kind:
		return convert[A, int8]
	case dtype.Int16Kind:
		return convert[A, int16]
	case dtype.Int32Kind:
		return convert[A, int32]
	case dtype.Int64Kind, dtype.DatetimeKind, dtype.TimedeltaKind:
		return convert[A, int64]
	case dtype.Uint8Kind:
		return convert[A, uint8]
	case dtype.Uint16Kind:
		return convert[A, uint16]
	case dtype.Uint32Kind:
		return convert[A, uint32]
	case dtype.Uint64Kind:
		return convert[A, uint64]
	case dtype.Float16Kind:
		return map1(func(x A) dtype.F16 { return dtype.ToF16(float32(x)) })
	case dtype.Float32Kind:
		return convert[A, float32]
	case dtype.Float64Kind:
		return convert[A, float64]
	case dtype.Complex64Kind:
		return map1(func(x A) complex64 { return complex(float32(x), 0) })
	}
	return map1(func(x A) complex128 { return complex(float64(x), 0) })
}

func castFloat[A float](to dtype.DType) Func {
	switch to.Kind {
	case dtype.BoolKind:
		return map1(truth[A])
	case dtype.Float16Kind:
		return map1(func(x A) dtype.F16 { return dtype.ToF16From64(float64(x)) })
	case dtype.Float32Kind:
		return convert[A, float32]
	case dtype.Float64Kind:
		return convert[A, float64]
	case dtype.Complex64Kind:
		return map1(func(x A) complex64 { return complex(float32(x), 0) })
	case dtype.Complex128Kind:
		return map1(func(x A) complex128 { return complex(float64(x), 0) })
	}
	switch to.Kind {
	case dtype.Int64Kind, dtype.DatetimeKind, dtype.TimedeltaKind:
		return truncate64[A]
	case dtype.Int32Kind:
		return truncate32[A]
	}
	return truncated(to, func(x A) float64 { return float64(x) })
}

func truncate64[A float](n int, in, out []Vec) {
	o := view[int64](out[0], n)
	x := view[A](in[0], n)[:len(o)]
	for i := range o {
		o[i] = toInt64(float64(x[i]))
	}
}

func truncate32[A float](n int, in, out []Vec) {
	o := view[int32](out[0], n)
	x := view[A](in[0], n)[:len(o)]
	for i := range o {
		o[i] = toInt32(float64(x[i]))
	}
}

func castHalf(to dtype.DType) Func {
	switch to.Kind {
	case dtype.BoolKind:
		return map1(func(x dtype.F16) bool { return x&0x7fff != 0 })
	case dtype.Float16Kind:
		return positive[dtype.F16]
	case dtype.Float32Kind:
		return map1(dtype.F16.Float32)
	case dtype.Float64Kind:
		return map1(dtype.F16.Float64)
	case dtype.Complex64Kind:
		return map1(func(x dtype.F16) complex64 { return complex(x.Float32(), 0) })
	case dtype.Complex128Kind:
		return map1(func(x dtype.F16) complex128 { return complex(x.Float64(), 0) })
	}
	if to == dtype.Uint32 {
		return map1(func(x dtype.F16) uint32 { return uint32(toInt64(x.Float64())) })
	}
	return truncated(to, dtype.F16.Float64)
}

func castComplex[A complex64 | complex128](to dtype.DType) Func {
	switch to.Kind {
	case dtype.BoolKind:
		return map1(truth[A])
	case dtype.Float16Kind:
		return map1(func(x A) dtype.F16 { return dtype.ToF16From64(real(complex128(x))) })
	case dtype.Float32Kind:
		return map1(func(x A) float32 { return float32(real(complex128(x))) })
	case dtype.Float64Kind:
		return map1(func(x A) float64 { return real(complex128(x)) })
	case dtype.Complex64Kind:
		return map1(func(x A) complex64 { return complex64(x) })
	case dtype.Complex128Kind:
		return map1(func(x A) complex128 { return complex128(x) })
	}
	return truncated(to, func(x A) float64 { return real(complex128(x)) })
}

// truncated makes integers of floats, which f reads.
func truncated[A any](to dtype.DType, f func(A) float64) Func {
	switch to.Kind {
	case dtype.Int8Kind:
		return map1(func(x A) int8 { return int8(toInt32(f(x))) })
	case dtype.Int16Kind:
		return map1(func(x A) int16 { return int16(toInt32(f(x))) })
	case dtype.Int32Kind:
		return map1(func(x A) int32 { return toInt32(f(x)) })
	case dtype.Uint8Kind:
		return map1(func(x A) uint8 { return uint8(toInt32(f(x))) })
	case dtype.Uint16Kind:
		return map1(func(x A) uint16 { return uint16(toInt32(f(x))) })
	case dtype.Uint32Kind:
		return map1(func(x A) uint32 { return toUint32(f(x)) })
	case dtype.Uint64Kind:
		return map1(func(x A) uint64 { return toUint64(f(x)) })
	}
	return map1(func(x A) int64 { return toInt64(f(x)) })
}

func toInt64(f float64) int64 {
	if f >= -1<<63 && f < 1<<63 {
		return int64(f)
	}
	return math.MinInt64
}

func toInt32(f float64) int32 {
	if f > -1<<31-1 && f < 1<<31 {
		return int32(f)
	}
	return math.MinInt32
}

func toUint32(f float64) uint32 {
	if f >= 1<<31 {
		return uint32(toInt32(f-1<<31)) ^ 1<<31
	}
	return uint32(toInt32(f))
}

func toUint64(f float64) uint64 {
	if f >= 1<<63 {
		return uint64(toInt64(f-1<<63)) ^ 1<<63
	}
	return uint64(toInt64(f))
}
