package basic

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
)

// The tables below list the functions: name, arguments and results, summary, loops in the order in which they
// are tried.

const (
	noSubtract = "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead."
	noNegative = "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function instead."
	onlyTimes  = "ufunc 'isnat' is only defined for np.datetime64 and np.timedelta64."
)

var arithRows = []row{
	{name: "add", in: 2, out: 1, summary: "Add arguments element-wise", time: addTime, loops: join(
		[]sig{{"??->?", or[uint8]}},
		ints("xx->x", add[int8], add[uint8], add[int16], add[uint16], add[int32], add[uint32], add[int64], add[uint64]),
		numbers("xx->x", half2(func(x, y float32) float32 { return x + y }), add[float32], add[float64], add[complex64], add[complex128]))},
	{name: "subtract", in: 2, out: 1, summary: "Subtract arguments element-wise", time: subtractTime, refuse: map[string]string{"??": noSubtract}, loops: join(
		ints("xx->x", subtract[int8], subtract[uint8], subtract[int16], subtract[uint16], subtract[int32], subtract[uint32], subtract[int64], subtract[uint64]),
		numbers("xx->x", half2(func(x, y float32) float32 { return x - y }), subtract[float32], subtract[float64], subtract[complex64], subtract[complex128]))},
	{name: "multiply", in: 2, out: 1, summary: "Multiply arguments element-wise", time: multiplyTime, loops: join(
		[]sig{{"??->?", and[uint8]}},
		ints("xx->x", multiply[int8], multiply[uint8], multiply[int16], multiply[uint16], multiply[int32], multiply[uint32], multiply[int64], multiply[uint64]),
		numbers("xx->x", half2(func(x, y float32) float32 { return x * y }), multiply[float32], multiply[float64], map2(mulComplex64), map2(mulComplex)))},
	{name: "divide", alias: "true_divide", in: 2, out: 1, summary: "Divide arguments element-wise", time: divideTime, intsTo: dtype.Float64, loops: join(
		numbers("xx->x", half2(func(x, y float32) float32 { return x / y }), divide[float32], divide[float64],
			map2(divideComplex(parts64, join64)), map2(divideComplex(parts128, join128))))},
	{name: "floor_divide", in: 2, out: 1, summary: "Return the largest integer smaller or equal to the division of the inputs", time: floorDivideTime, loops: join(
		ints("xx->x", map2(floorInt[int8]), map2(floorInt[uint8]), map2(floorInt[int16]), map2(floorInt[uint16]),
			map2(floorInt[int32]), map2(floorInt[uint32]), map2(floorInt[int64]), map2(floorInt[uint64])),
		floats("xx->x", half2(floorFloat32), map2(floorFloat32), map2(floorFloat)))},
	{name: "remainder", alias: "mod", in: 2, out: 1, summary: "Return the element-wise remainder of division, with the sign of the divisor", time: remainderTime, loops: join(
		ints("xx->x", map2(remainderInt[int8]), map2(remainderInt[uint8]), map2(remainderInt[int16]), map2(remainderInt[uint16]),
			map2(remainderInt[int32]), map2(remainderInt[uint32]), map2(remainderInt[int64]), map2(remainderInt[uint64])),
		floats("xx->x", half2(remainderFloat32), map2(remainderFloat32), map2(remainderFloat)))},
	{name: "fmod", in: 2, out: 1, summary: "Return the element-wise remainder of division, with the sign of the dividend", loops: join(
		ints("xx->x", map2(fmodInt[int8]), map2(fmodInt[uint8]), map2(fmodInt[int16]), map2(fmodInt[uint16]),
			map2(fmodInt[int32]), map2(fmodInt[uint32]), map2(fmodInt[int64]), map2(fmodInt[uint64])),
		libm2(fmod))},
	{name: "divmod", in: 2, out: 2, summary: "Return element-wise quotient and remainder simultaneously", time: divmodTime, loops: join(
		ints("xx->xx", map22(divmodInt[int8]), map22(divmodInt[uint8]), map22(divmodInt[int16]), map22(divmodInt[uint16]),
			map22(divmodInt[int32]), map22(divmodInt[uint32]), map22(divmodInt[int64]), map22(divmodInt[uint64])),
		floats("xx->xx", map22(divmod16), map22(divmodFloat32), map22(divmodFloat)))},
	{name: "power", alias: "pow", in: 2, out: 1, summary: "First array elements raised to powers from second array, element-wise", check: checkPower, loops: join(
		ints("xx->x", map2(powInt[int8]), map2(powInt[uint8]), map2(powInt[int16]), map2(powInt[uint16]),
			map2(powInt[int32]), map2(powInt[uint32]), map2(powInt[int64]), map2(powInt[uint64])),
		fn("power"), complex2(powComplex))},
	{name: "float_power", in: 2, out: 1, summary: "First array elements raised to powers from second array, in float64 or complex128", loops: []sig{
		fn("power")[2], {"DD->D", map2(powComplex)},
	}},
	{name: "negative", in: 1, out: 1, summary: "Numerical negative, element-wise", time: spanTime, refuse: map[string]string{"?": noNegative}, loops: join(
		ints("x->x", negative[int8], negative[uint8], negative[int16], negative[uint16], negative[int32], negative[uint32], negative[int64], negative[uint64]),
		numbers("x->x", map1(func(x dtype.F16) dtype.F16 { return x ^ 0x8000 }), negative[float32], negative[float64], negative[complex64], negative[complex128]))},
	{name: "positive", in: 1, out: 1, summary: "Numerical positive, element-wise", time: spanTime, refuse: map[string]string{"?": ""}, loops: join(
		ints("x->x", positive[int8], positive[uint8], positive[int16], positive[uint16], positive[int32], positive[uint32], positive[int64], positive[uint64]),
		numbers("x->x", positive[dtype.F16], positive[float32], positive[float64], positive[complex64], positive[complex128]))},
	{name: "absolute", alias: "abs", in: 1, out: 1, summary: "Calculate the absolute value element-wise", time: spanTime, loops: join(
		[]sig{{"?->?", positive[bool]}},
		ints("x->x", map1(absInt[int8]), positive[uint8], map1(absInt[int16]), positive[uint16], map1(absInt[int32]), positive[uint32], map1(absInt[int64]), positive[uint64]),
		floats("x->x", map1(func(x dtype.F16) dtype.F16 { return x & 0x7fff }), absFloat[float32], absFloat[float64]),
		[]sig{{"F->f", map1(abs64)}, {"D->d", map1(abs128)}})},
	{name: "fabs", in: 1, out: 1, summary: "Compute the absolute values element-wise, as floats", loops: floats("x->x",
		map1(func(x dtype.F16) dtype.F16 { return x & 0x7fff }), absFloat[float32], absFloat[float64])},
	{name: "sign", in: 1, out: 1, summary: "Return an element-wise indication of the sign of a number", time: spanTime, refuse: map[string]string{"?": ""}, loops: join(
		ints("x->x", map1(signInt[int8]), map1(signInt[uint8]), map1(signInt[int16]), map1(signInt[uint16]), map1(signInt[int32]), map1(signInt[uint32]), map1(signInt[int64]), map1(signInt[uint64])),
		floats("x->x", half1(signFloat[float32]), map1(signFloat[float32]), map1(signFloat[float64])), complex1(signComplex))},
	{name: "reciprocal", in: 1, out: 1, summary: "Return the reciprocal of the argument, element-wise", loops: join(
		ints("x->x", map1(reciprocalInt[int8]), map1(reciprocalInt[uint8]), map1(reciprocalInt[int16]), map1(reciprocalInt[uint16]),
			map1(reciprocalInt[int32]), map1(reciprocalInt[uint32]), map1(reciprocalInt[int64]), map1(reciprocalInt[uint64])),
		floats("x->x", half1(func(x float32) float32 { return 1 / x }), map1(func(x float32) float32 { return 1 / x }), map1(func(x float64) float64 { return 1 / x })),
		[]sig{{"F->F", map1(reciprocalComplex(parts64, join64))}, {"D->D", map1(reciprocalComplex(parts128, join128))}})},
	{name: "square", in: 1, out: 1, summary: "Return the element-wise square of the input", loops: join(
		ints("x->x", square[int8], square[uint8], square[int16], square[uint16], square[int32], square[uint32], square[int64], square[uint64]),
		numbers("x->x", half1(func(x float32) float32 { return x * x }), square[float32], square[float64],
			map1(func(x complex64) complex64 { return mulComplex64(x, x) }), map1(func(x complex128) complex128 { return mulComplex(x, x) })))},
	{name: "sqrt", in: 1, out: 1, summary: "Return the non-negative square-root of an array, element-wise", loops: join(
		floats("x->x", half1(wide1(math.Sqrt)), sqrtFloat[float32], sqrtFloat[float64]), complex1(sqrtComplex))},
	{name: "conjugate", alias: "conj", in: 1, out: 1, summary: "Return the complex conjugate, element-wise", loops: join(
		ints("x->x", positive[int8], positive[uint8], positive[int16], positive[uint16], positive[int32], positive[uint32], positive[int64], positive[uint64]),
		numbers("x->x", positive[dtype.F16], positive[float32], positive[float64], map1(conj64), map1(func(x complex128) complex128 { return complex(real(x), -imag(x)) })))},
	{name: "gcd", in: 2, out: 1, summary: "Return the greatest common divisor of |x1| and |x2|", refuse: map[string]string{"??": "", anyTypes: ""}, loops: ints("xx->x",
		map2(gcd[int8]), map2(gcd[uint8]), map2(gcd[int16]), map2(gcd[uint16]), map2(gcd[int32]), map2(gcd[uint32]), map2(gcd[int64]), map2(gcd[uint64]))},
	{name: "lcm", in: 2, out: 1, summary: "Return the lowest common multiple of |x1| and |x2|", refuse: map[string]string{"??": "", anyTypes: ""}, loops: ints("xx->x",
		map2(lcm[int8]), map2(lcm[uint8]), map2(lcm[int16]), map2(lcm[uint16]), map2(lcm[int32]), map2(lcm[uint32]), map2(lcm[int64]), map2(lcm[uint64]))},
}
