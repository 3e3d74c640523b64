package hash

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

const sign = 1 << 63

// words writes the values of a plain column as unsigned keys in the order of the domain, and -1 to null where
// a row is missing, else 0.
func words(d domain, unit dtype.Unit, c *frame.Column, out []uint64, null []int32) {
	clear(null)
	switch c.DType.Kind {
	case dtype.BoolKind:
		wordsOf(d, frame.Values[uint8](c), out)
	case dtype.Int8Kind:
		wordsOf(d, frame.Values[int8](c), out)
	case dtype.Int16Kind:
		wordsOf(d, frame.Values[int16](c), out)
	case dtype.Int32Kind:
		wordsOf(d, frame.Values[int32](c), out)
	case dtype.Int64Kind:
		wordsOf(d, frame.Values[int64](c), out)
	case dtype.Uint8Kind:
		wordsOf(d, frame.Values[uint8](c), out)
	case dtype.Uint16Kind:
		wordsOf(d, frame.Values[uint16](c), out)
	case dtype.Uint32Kind:
		wordsOf(d, frame.Values[uint32](c), out)
	case dtype.Uint64Kind:
		wordsOf(d, frame.Values[uint64](c), out)
	case dtype.Float16Kind:
		for i, v := range frame.Values[uint16](c) {
			out[i], null[i] = floatWord(dtype.F16(v).Float64())
		}
	case dtype.Float32Kind:
		for i, v := range frame.Values[float32](c) {
			out[i], null[i] = floatWord(float64(v))
		}
	case dtype.Float64Kind:
		for i, v := range frame.Values[float64](c) {
			out[i], null[i] = floatWord(v)
		}
	case dtype.DatetimeKind, dtype.TimedeltaKind:
		f, _ := dtype.Factor(c.DType.Unit, unit)
		for i, v := range frame.Values[int64](c) {
			if v == frame.NaT {
				null[i] = -1
			} else {
				out[i] = uint64(v*f) ^ sign
			}
		}
	}
	if !c.Valid.IsZero() {
		for i := range null {
			if !c.Valid.Get(i) {
				null[i] = -1
			}
		}
	}
}

func wordsOf[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64](d domain, in []T, out []uint64) {
	switch d {
	case floats:
		for i, v := range in {
			out[i], _ = floatWord(float64(v))
		}
	case uints:
		for i, v := range in {
			out[i] = uint64(v)
		}
	default:
		for i, v := range in {
			out[i] = uint64(int64(v)) ^ sign
		}
	}
}

func floatWord(v float64) (uint64, int32) {
	switch {
	case v != v:
		return 0, -1
	case v == 0:
		v = 0
	}
	b := math.Float64bits(v)
	if b&sign != 0 {
		return ^b, 0
	}
	return b | sign, 0
}
