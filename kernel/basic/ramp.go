package basic

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
)

// Ramp writes the elements lo, lo+1, ... of the arithmetic sequence whose first two are given to a
// C-contiguous array. All three are of one dtype, and element i is first + i*(second-first) computed in it,
// in float32 for float16, as numpy.arange computes it. Errors: Type for bool.
func Ramp(out, first, second *nd.Array, lo int) error {
	switch d := out.DType; d.Kind {
	case dtype.Int8Kind:
		ramp[int8](out, first, second, lo)
	case dtype.Int16Kind:
		ramp[int16](out, first, second, lo)
	case dtype.Int32Kind:
		ramp[int32](out, first, second, lo)
	case dtype.Int64Kind, dtype.DatetimeKind, dtype.TimedeltaKind:
		ramp[int64](out, first, second, lo)
	case dtype.Uint8Kind:
		ramp[uint8](out, first, second, lo)
	case dtype.Uint16Kind:
		ramp[uint16](out, first, second, lo)
	case dtype.Uint32Kind:
		ramp[uint32](out, first, second, lo)
	case dtype.Uint64Kind:
		ramp[uint64](out, first, second, lo)
	case dtype.Float32Kind:
		ramp[float32](out, first, second, lo)
	case dtype.Float64Kind:
		ramp[float64](out, first, second, lo)
	case dtype.Float16Kind:
		a := nd.Data[dtype.F16](first)[0].Float32()
		step := nd.Data[dtype.F16](second)[0].Float32() - a
		for i := range nd.Data[dtype.F16](out) {
			nd.Data[dtype.F16](out)[i] = dtype.ToF16(a + float32(lo+i)*step)
		}
	case dtype.Complex64Kind:
		a, b := nd.Data[complex64](first)[0], nd.Data[complex64](second)[0]
		for i := range nd.Data[complex64](out) {
			k := float32(lo + i)
			nd.Data[complex64](out)[i] = complex(real(a)+k*(real(b)-real(a)), imag(a)+k*(imag(b)-imag(a)))
		}
	case dtype.Complex128Kind:
		a, b := nd.Data[complex128](first)[0], nd.Data[complex128](second)[0]
		for i := range nd.Data[complex128](out) {
			k := float64(lo + i)
			nd.Data[complex128](out)[i] = complex(real(a)+k*(real(b)-real(a)), imag(a)+k*(imag(b)-imag(a)))
		}
	default:
		return errs.New(errs.Type, "arange() is only supported for booleans when the result has at most length 2.")
	}
	return nil
}

func ramp[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64](out, first, second *nd.Array, lo int) {
	a := nd.Data[T](first)[0]
	step := nd.Data[T](second)[0] - a
	o := nd.Data[T](out)
	for i := range o {
		o[i] = a + T(lo+i)*step
	}
}
