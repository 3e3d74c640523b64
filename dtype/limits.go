package dtype

import "math"

// NaT is the missing value of datetime64 and timedelta64.
const NaT = math.MinInt64

// IntRange is the least and the greatest value of an integer dtype, bool included; hi is unsigned, as uint64
// needs it. False for others.
func (d DType) IntRange() (lo int64, hi uint64, ok bool) {
	switch n := uint(d.Size() * 8); {
	case d.IsBool():
		return 0, 1, true
	case d.IsInt():
		return math.MinInt64 >> (64 - n), math.MaxInt64 >> (64 - n), true
	case d.IsUint():
		return 0, math.MaxUint64 >> (64 - n), true
	}
	return 0, 0, false
}

// HoldsInt reports that integer v is exactly in the range of d; NumPy raises OverflowError for a Python int
// where it is not. Dtypes that are no integers hold any.
func (d DType) HoldsInt(v int64) bool {
	lo, hi, ok := d.IntRange()
	return !ok || v >= lo && (v < 0 || uint64(v) <= hi)
}

// HoldsUint is HoldsInt for values beyond an int64.
func (d DType) HoldsUint(v uint64) bool {
	_, hi, ok := d.IntRange()
	return !ok || v <= hi
}

// IntOf is a float as an integer; false for what is none: a fraction, an infinity, NaN, and what an int64
// does not hold.
func IntOf(v float64) (int64, bool) {
	if v != math.Trunc(v) || v < -1<<63 || v >= 1<<63 {
		return 0, false
	}
	return int64(v), true
}

// HoldsWhole reports that float v is an integer in the range of d. Dtypes that are no integers hold any
// integer.
func (d DType) HoldsWhole(v float64) bool {
	if n, ok := IntOf(v); ok {
		return d.HoldsInt(n)
	}
	return v == math.Trunc(v) && v >= 1<<63 && v < 1<<64 && d.HoldsUint(uint64(v))
}

// A FloatLimit is what numpy.finfo tells of a float dtype.
type FloatLimit struct {
	Max, Tiny, Eps, Least float64 // greatest finite, least normal, 1's distance to the next, least subnormal
	Digits                int     // decimal digits that always survive: 3, 6, 15
}

// FloatLimits is numpy.finfo of a float or, for a complex dtype, of its parts. False for others.
func (d DType) FloatLimits() (FloatLimit, bool) {
	switch d.Kind {
	case Float16Kind:
		return FloatLimit{65504, 0x1p-14, 0x1p-10, 0x1p-24, 3}, true
	case Float32Kind, Complex64Kind:
		return FloatLimit{math.MaxFloat32, 0x1p-126, 0x1p-23, math.SmallestNonzeroFloat32, 6}, true
	case Float64Kind, Complex128Kind:
		return FloatLimit{math.MaxFloat64, 0x1p-1022, 0x1p-52, math.SmallestNonzeroFloat64, 15}, true
	}
	return FloatLimit{}, false
}
