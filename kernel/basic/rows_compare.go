package basic

import "github.com/mars-project/mars-go/dtype"

// half16 lifts a predicate of float32 to float16.
func half16(f func(x, y float32) bool) Func {
	return map2(func(x, y dtype.F16) bool { return f(x.Float32(), y.Float32()) })
}

var compareRows = []row{
	{name: "equal", in: 2, out: 1, summary: "Return (x1 == x2) element-wise", time: compareTime, loops: join(
		[]sig{{"??->?", equal[bool]}},
		ints("xx->?", equal[uint8], equal[uint8], equal[uint16], equal[uint16], equal[uint32], equal[uint32], equal[uint64], equal[uint64]),
		mixed(func(c int) bool { return c == 0 }),
		numbers("xx->?", half16(func(x, y float32) bool { return x == y }), equal[float32], equal[float64], equal[complex64], equal[complex128]))},
	{name: "not_equal", in: 2, out: 1, summary: "Return (x1 != x2) element-wise", time: compareTime, loops: join(
		[]sig{{"??->?", notEqual[bool]}},
		ints("xx->?", notEqual[uint8], notEqual[uint8], notEqual[uint16], notEqual[uint16], notEqual[uint32], notEqual[uint32], notEqual[uint64], notEqual[uint64]),
		mixed(func(c int) bool { return c != 0 }),
		numbers("xx->?", half16(func(x, y float32) bool { return x != y }), notEqual[float32], notEqual[float64], notEqual[complex64], notEqual[complex128]))},
	{name: "less", in: 2, out: 1, summary: "Return the truth value of (x1 < x2) element-wise", time: compareTime, loops: join(
		[]sig{{"??->?", map2(lessBool)}},
		ints("xx->?", less[int8], less[uint8], less[int16], less[uint16], less[int32], less[uint32], less[int64], less[uint64]),
		mixed(func(c int) bool { return c < 0 }),
		numbers("xx->?", half16(func(x, y float32) bool { return x < y }), less[float32], less[float64], map2(narrow(lessComplex)), map2(lessComplex)))},
	{name: "less_equal", in: 2, out: 1, summary: "Return the truth value of (x1 <= x2) element-wise", time: compareTime, loops: join(
		[]sig{{"??->?", map2(lessEqualBool)}},
		ints("xx->?", lessEqual[int8], lessEqual[uint8], lessEqual[int16], lessEqual[uint16], lessEqual[int32], lessEqual[uint32], lessEqual[int64], lessEqual[uint64]),
		mixed(func(c int) bool { return c <= 0 }),
		numbers("xx->?", half16(func(x, y float32) bool { return x <= y }), lessEqual[float32], lessEqual[float64], map2(narrow(lessEqualComplex)), map2(lessEqualComplex)))},
	{name: "greater", in: 2, out: 1, summary: "Return the truth value of (x1 > x2) element-wise", time: compareTime, loops: join(
		[]sig{{"??->?", map2(greaterBool)}},
		ints("xx->?", greater[int8], greater[uint8], greater[int16], greater[uint16], greater[int32], greater[uint32], greater[int64], greater[uint64]),
		mixed(func(c int) bool { return c > 0 }),
		numbers("xx->?", half16(func(x, y float32) bool { return x > y }), greater[float32], greater[float64], map2(narrow(greaterComplex)), map2(greaterComplex)))},
	{name: "greater_equal", in: 2, out: 1, summary: "Return the truth value of (x1 >= x2) element-wise", time: compareTime, loops: join(
		[]sig{{"??->?", map2(greaterEqualBool)}},
		ints("xx->?", greaterEqual[int8], greaterEqual[uint8], greaterEqual[int16], greaterEqual[uint16], greaterEqual[int32], greaterEqual[uint32], greaterEqual[int64], greaterEqual[uint64]),
		mixed(func(c int) bool { return c >= 0 }),
		numbers("xx->?", half16(func(x, y float32) bool { return x >= y }), greaterEqual[float32], greaterEqual[float64], map2(narrow(greaterEqualComplex)), map2(greaterEqualComplex)))},
	{name: "maximum", in: 2, out: 1, summary: "Element-wise maximum of array elements, NaN if either is NaN", time: extremumTime, loops: join(
		[]sig{{"??->?", or[uint8]}},
		ints("xx->x", maximum[int8], maximum[uint8], maximum[int16], maximum[uint16], maximum[int32], maximum[uint32], maximum[int64], maximum[uint64]),
		numbers("xx->x", half2(max2[float32]), maximum[float32], maximum[float64], map2(thin2(maxComplex)), map2(maxComplex)))},
	{name: "minimum", in: 2, out: 1, summary: "Element-wise minimum of array elements, NaN if either is NaN", time: extremumTime, loops: join(
		[]sig{{"??->?", and[uint8]}},
		ints("xx->x", minimum[int8], minimum[uint8], minimum[int16], minimum[uint16], minimum[int32], minimum[uint32], minimum[int64], minimum[uint64]),
		numbers("xx->x", half2(min2[float32]), minimum[float32], minimum[float64], map2(thin2(minComplex)), map2(minComplex)))},
	{name: "fmax", in: 2, out: 1, summary: "Element-wise maximum of array elements, the number if one is NaN", time: extremumTime, loops: join(
		[]sig{{"??->?", or[uint8]}},
		ints("xx->x", maximum[int8], maximum[uint8], maximum[int16], maximum[uint16], maximum[int32], maximum[uint32], maximum[int64], maximum[uint64]),
		numbers("xx->x", half2(fmax[float32]), map2(fmax[float32]), map2(fmax[float64]), map2(thin2(fmaxComplex)), map2(fmaxComplex)))},
	{name: "fmin", in: 2, out: 1, summary: "Element-wise minimum of array elements, the number if one is NaN", time: extremumTime, loops: join(
		[]sig{{"??->?", and[uint8]}},
		ints("xx->x", minimum[int8], minimum[uint8], minimum[int16], minimum[uint16], minimum[int32], minimum[uint32], minimum[int64], minimum[uint64]),
		numbers("xx->x", half2(fmin[float32]), map2(fmin[float32]), map2(fmin[float64]), map2(thin2(fminComplex)), map2(fminComplex)))},
	{name: "logical_and", in: 2, out: 1, summary: "Compute the truth value of x1 AND x2 element-wise", truth: true, loops: join(
		[]sig{{"??->?", and[uint8]}},
		ints("xx->?", map2(andTruth[uint8]), map2(andTruth[uint8]), map2(andTruth[uint16]), map2(andTruth[uint16]), map2(andTruth[uint32]), map2(andTruth[uint32]), map2(andTruth[uint64]), map2(andTruth[uint64])),
		numbers("xx->?", half16(andTruth[float32]), map2(andTruth[float32]), map2(andTruth[float64]), map2(andTruth[complex64]), map2(andTruth[complex128])))},
	{name: "logical_or", in: 2, out: 1, summary: "Compute the truth value of x1 OR x2 element-wise", truth: true, loops: join(
		[]sig{{"??->?", or[uint8]}},
		ints("xx->?", map2(orTruth[uint8]), map2(orTruth[uint8]), map2(orTruth[uint16]), map2(orTruth[uint16]), map2(orTruth[uint32]), map2(orTruth[uint32]), map2(orTruth[uint64]), map2(orTruth[uint64])),
		numbers("xx->?", half16(orTruth[float32]), map2(orTruth[float32]), map2(orTruth[float64]), map2(orTruth[complex64]), map2(orTruth[complex128])))},
	{name: "logical_xor", in: 2, out: 1, summary: "Compute the truth value of x1 XOR x2 element-wise", truth: true, loops: join(
		[]sig{{"??->?", xor[uint8]}},
		ints("xx->?", map2(xorTruth[uint8]), map2(xorTruth[uint8]), map2(xorTruth[uint16]), map2(xorTruth[uint16]), map2(xorTruth[uint32]), map2(xorTruth[uint32]), map2(xorTruth[uint64]), map2(xorTruth[uint64])),
		numbers("xx->?", half16(xorTruth[float32]), map2(xorTruth[float32]), map2(xorTruth[float64]), map2(xorTruth[complex64]), map2(xorTruth[complex128])))},
	{name: "logical_not", in: 1, out: 1, summary: "Compute the truth value of NOT x element-wise", truth: true, loops: join(
		[]sig{{"?->?", notBool}},
		ints("x->?", map1(not[uint8]), map1(not[uint8]), map1(not[uint16]), map1(not[uint16]), map1(not[uint32]), map1(not[uint32]), map1(not[uint64]), map1(not[uint64])),
		numbers("x->?", map1(func(x dtype.F16) bool { return x&0x7fff == 0 }), map1(not[float32]), map1(not[float64]), map1(not[complex64]), map1(not[complex128])))},
	{name: "bitwise_and", in: 2, out: 1, summary: "Compute the bit-wise AND of two arrays element-wise", loops: join(
		[]sig{{"??->?", and[uint8]}},
		ints("xx->x", and[uint8], and[uint8], and[uint16], and[uint16], and[uint32], and[uint32], and[uint64], and[uint64]))},
	{name: "bitwise_or", in: 2, out: 1, summary: "Compute the bit-wise OR of two arrays element-wise", loops: join(
		[]sig{{"??->?", or[uint8]}},
		ints("xx->x", or[uint8], or[uint8], or[uint16], or[uint16], or[uint32], or[uint32], or[uint64], or[uint64]))},
	{name: "bitwise_xor", in: 2, out: 1, summary: "Compute the bit-wise XOR of two arrays element-wise", loops: join(
		[]sig{{"??->?", xor[uint8]}},
		ints("xx->x", xor[uint8], xor[uint8], xor[uint16], xor[uint16], xor[uint32], xor[uint32], xor[uint64], xor[uint64]))},
	{name: "invert", alias: "bitwise_not bitwise_invert", in: 1, out: 1, summary: "Compute bit-wise inversion, or bit-wise NOT, element-wise", loops: join(
		[]sig{{"?->?", notBool}},
		ints("x->x", invert[uint8], invert[uint8], invert[uint16], invert[uint16], invert[uint32], invert[uint32], invert[uint64], invert[uint64]))},
	{name: "left_shift", alias: "bitwise_left_shift", in: 2, out: 1, summary: "Shift the bits of an integer to the left", loops: ints("xx->x",
		map2(shl[int8]), map2(shl[uint8]), map2(shl[int16]), map2(shl[uint16]), map2(shl[int32]), map2(shl[uint32]), map2(shl[int64]), map2(shl[uint64]))},
	{name: "right_shift", alias: "bitwise_right_shift", in: 2, out: 1, summary: "Shift the bits of an integer to the right", loops: ints("xx->x",
		map2(shr[int8]), map2(shr[uint8]), map2(shr[int16]), map2(shr[uint16]), map2(shr[int32]), map2(shr[uint32]), map2(shr[int64]), map2(shr[uint64]))},
	{name: "bitwise_count", in: 1, out: 1, summary: "Compute the number of 1-bits in the absolute value of x", loops: ints("x->B",
		map1(popcount[int8]), map1(popcount[uint8]), map1(popcount[int16]), map1(popcount[uint16]), map1(popcount[int32]), map1(popcount[uint32]), map1(popcount[int64]), map1(popcount[uint64]))},
}
