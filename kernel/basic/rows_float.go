package basic

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
)

// whole is the loops of rounding functions, which leave bools and integers alone.
func whole(half func(float32) float32, single, double Func) []sig {
	return join([]sig{{"?->?", positive[bool]}},
		ints("x->x", positive[int8], positive[uint8], positive[int16], positive[uint16], positive[int32], positive[uint32], positive[int64], positive[uint64]),
		floats("x->x", half1(half), single, double))
}

// exactly is the loops of a predicate that is the same for all bools and integers.
func exactly(f Func) []sig { return join([]sig{{"?->?", f}}, ints("x->?", f, f, f, f, f, f, f, f)) }

var floatRows = []row{
	{name: "isnan", in: 1, out: 1, summary: "Test element-wise for NaN", time: testTime, loops: join(exactly(no), numbers("x->?",
		map1(nan16), nanLoop[float32], nanLoop[float64], map1(func(x complex64) bool { return nanComplex(complex128(x)) }), map1(nanComplex)))},
	{name: "isinf", in: 1, out: 1, summary: "Test element-wise for positive or negative infinity", time: testTime, loops: join(exactly(no), numbers("x->?",
		map1(inf16), map1(isInf32), map1(isInf), map1(func(x complex64) bool { return infComplex(complex128(x)) }), map1(infComplex)))},
	{name: "isfinite", in: 1, out: 1, summary: "Test element-wise for finiteness, neither infinite nor NaN", time: testTime, loops: join(exactly(yes), numbers("x->?",
		map1(finite16), finiteLoop[float32], finiteLoop[float64], map1(func(x complex64) bool { return finiteComplex(complex128(x)) }), map1(finiteComplex)))},
	{name: "isnat", in: 1, out: 1, summary: "Test element-wise for NaT", time: testTime, refuse: map[string]string{anyTypes: onlyTimes}},
	{name: "signbit", in: 1, out: 1, summary: "Return element-wise True where the sign bit is set", loops: floats("x->?", map1(signbit16), map1(signbit32), map1(math.Signbit))},
	{name: "rint", in: 1, out: 1, summary: "Round elements to the nearest integer, ties to even", loops: join(floats("x->x",
		half1(wide1(math.RoundToEven)), rintLoop[float32], rintLoop[float64]), complex1(rintComplex))},
	{name: "floor", in: 1, out: 1, summary: "Return the floor of the input, element-wise", loops: whole(wide1(math.Floor), floorLoop[float32], floorLoop[float64])},
	{name: "ceil", in: 1, out: 1, summary: "Return the ceiling of the input, element-wise", loops: whole(wide1(math.Ceil), ceilLoop[float32], ceilLoop[float64])},
	{name: "trunc", alias: "fix", in: 1, out: 1, summary: "Return the truncated value of the input, element-wise", loops: whole(wide1(math.Trunc), truncLoop[float32], truncLoop[float64])},
	{name: "copysign", in: 2, out: 1, summary: "Change the sign of x1 to that of x2, element-wise", loops: floats("xx->x", map2(copysign16), map2(copysign32), map2(math.Copysign))},
	{name: "nextafter", in: 2, out: 1, summary: "Return the next floating-point value after x1 towards x2, element-wise", loops: floats("xx->x", map2(nextafter16), map2(nextafter32), map2(nextafter))},
	{name: "spacing", in: 1, out: 1, summary: "Return the distance between x and the nearest adjacent number", loops: floats("x->x", map1(spacing16), map1(spacing32), map1(spacing))},
	{name: "heaviside", in: 2, out: 1, summary: "Compute the Heaviside step function", loops: libm2(heaviside)},
	{name: "ldexp", in: 2, out: 1, summary: "Return x1 * 2**x2, element-wise", loops: []sig{
		{"ei->e", map2(ldexp16[int32])},
		{"fi->f", map2(ldexp32[int32])},
		{"el->e", map2(ldexp16[int64])},
		{"fl->f", map2(ldexp32[int64])},
		{"di->d", map2(ldexp[int32])},
		{"dl->d", map2(ldexp[int64])},
	}},
	{name: "frexp", in: 1, out: 2, summary: "Decompose the elements of x into mantissa and twos exponent", loops: []sig{
		{"e->ei", map12(frexp16)}, {"f->fi", map12(frexp32)}, {"d->di", map12(frexp)},
	}},
	{name: "modf", in: 1, out: 2, summary: "Return the fractional and integral parts of an array, element-wise", loops: floats("x->xx", map12(modf16), map12(modf32), map12(modf))},
	{name: "degrees", in: 1, out: 1, summary: "Convert angles from radians to degrees", loops: floats("x->x", half1(degrees[float32]), map1(degrees[float32]), map1(degrees[float64]))},
	{name: "rad2deg", in: 1, out: 1, summary: "Convert angles from radians to degrees", loops: floats("x->x", half1(degrees[float32]), map1(degrees[float32]), map1(degrees[float64]))},
	{name: "radians", in: 1, out: 1, summary: "Convert angles from degrees to radians", loops: floats("x->x", half1(radians[float32]), map1(radians[float32]), map1(radians[float64]))},
	{name: "deg2rad", in: 1, out: 1, summary: "Convert angles from degrees to radians", loops: floats("x->x", half1(radians[float32]), map1(radians[float32]), map1(radians[float64]))},
}

var libmRows = []row{
	{name: "exp", in: 1, out: 1, summary: "Calculate the exponential of all elements", loops: join(fn("exp"), complex1(expComplex))},
	{name: "exp2", in: 1, out: 1, summary: "Calculate 2**p for all p in the input array", loops: join(fn("exp2"), complex1(exp2Complex))},
	{name: "expm1", in: 1, out: 1, summary: "Calculate exp(x) - 1 for all elements", loops: join(fn("expm1"), complex1(expm1Complex))},
	{name: "log", in: 1, out: 1, summary: "Natural logarithm, element-wise", loops: join(fn("log"), complex1(logComplex))},
	{name: "log2", in: 1, out: 1, summary: "Base-2 logarithm of x", loops: join(fn("log2"), complex1(log2Complex))},
	{name: "log10", in: 1, out: 1, summary: "Return the base 10 logarithm of the input array, element-wise", loops: join(fn("log10"), complex1(log10Complex))},
	{name: "log1p", in: 1, out: 1, summary: "Return the natural logarithm of one plus the input array, element-wise", loops: join(fn("log1p"), complex1(log1pComplex))},
	{name: "logaddexp", in: 2, out: 1, summary: "Logarithm of the sum of exponentiations of the inputs", loops: libm2(logaddexp)},
	{name: "logaddexp2", in: 2, out: 1, summary: "Logarithm of the sum of exponentiations of the inputs in base 2", loops: libm2(logaddexp2)},
	{name: "cbrt", in: 1, out: 1, summary: "Return the cube-root of an array, element-wise", loops: fn("cbrt")},
	{name: "sin", in: 1, out: 1, summary: "Trigonometric sine, element-wise", loops: join(fn("sin"), complex1(sinComplex))},
	{name: "cos", in: 1, out: 1, summary: "Cosine element-wise", loops: join(fn("cos"), complex1(cosComplex))},
	{name: "tan", in: 1, out: 1, summary: "Compute tangent element-wise", loops: join(fn("tan"), complex1(tanComplex))},
	{name: "arcsin", alias: "asin", in: 1, out: 1, summary: "Inverse sine, element-wise", loops: join(fn("arcsin"), complex1(asinComplex))},
	{name: "arccos", alias: "acos", in: 1, out: 1, summary: "Trigonometric inverse cosine, element-wise", loops: join(fn("arccos"), complex1(acosComplex))},
	{name: "arctan", alias: "atan", in: 1, out: 1, summary: "Trigonometric inverse tangent, element-wise", loops: join(fn("arctan"), complex1(atanComplex))},
	{name: "arctan2", alias: "atan2", in: 2, out: 1, summary: "Element-wise arc tangent of x1/x2 choosing the quadrant correctly", loops: fn("arctan2")},
	{name: "hypot", in: 2, out: 1, summary: "Given the legs of a right triangle, return its hypotenuse", loops: fn("hypot")},
	{name: "sinh", in: 1, out: 1, summary: "Hyperbolic sine, element-wise", loops: join(fn("sinh"), complex1(sinhComplex))},
	{name: "cosh", in: 1, out: 1, summary: "Hyperbolic cosine, element-wise", loops: join(fn("cosh"), complex1(coshComplex))},
	{name: "tanh", in: 1, out: 1, summary: "Compute hyperbolic tangent element-wise", loops: join(fn("tanh"), complex1(tanhComplex))},
	{name: "arcsinh", alias: "asinh", in: 1, out: 1, summary: "Inverse hyperbolic sine element-wise", loops: join(fn("arcsinh"), complex1(asinhComplex))},
	{name: "arccosh", alias: "acosh", in: 1, out: 1, summary: "Inverse hyperbolic cosine, element-wise", loops: join(fn("arccosh"), complex1(acoshComplex))},
	{name: "arctanh", alias: "atanh", in: 1, out: 1, summary: "Inverse hyperbolic tangent element-wise", loops: join(fn("arctanh"), complex1(atanhComplex))},
}

// extraRows are element-wise functions that NumPy has, but not as public universal functions: programs fuse
// them all the same.
var extraRows = []row{
	{name: "where", hidden: true, in: 3, out: 1, loops: choices()},
	{name: "clip", hidden: true, in: 3, out: 1, time: extremumTime, loops: join(
		[]sig{{"???->?", map3(clip[uint8])}},
		ints("xxx->x", map3(clip[int8]), map3(clip[uint8]), map3(clip[int16]), map3(clip[uint16]), map3(clip[int32]), map3(clip[uint32]), map3(clip[int64]), map3(clip[uint64])),
		floats("xxx->x", map3(clip16), map3(clip[float32]), map3(clip[float64])),
		[]sig{{"FFF->F", map3(clip64)}, {"DDD->D", map3(clipComplex)}})},
	{name: "normalized", hidden: true, in: 2, out: 1, check: checkWeights, loops: []sig{
		{"ff->f", divide[float32]},
		{"dd->d", divide[float64]},
		{"FF->F", map2(divideComplex(parts64, join64))},
		{"DD->D", map2(divideComplex(parts128, join128))},
	}},
	{name: "real", hidden: true, in: 1, out: 1, loops: []sig{
		{"F->f", map1(func(x complex64) float32 { return real(x) })}, {"D->d", map1(func(x complex128) float64 { return real(x) })},
	}},
	{name: "imag", hidden: true, in: 1, out: 1, loops: []sig{
		{"F->f", map1(func(x complex64) float32 { return imag(x) })}, {"D->d", map1(func(x complex128) float64 { return imag(x) })},
	}},
	{name: "complex", hidden: true, in: 2, out: 1, loops: []sig{{"ff->F", map2(join64)}, {"dd->D", map2(join128)}}},
}

func choices() []sig {
	o := []sig{{"???->?", choose[uint8]}}
	for i, c := range "bBhHiIlLefdFD" {
		f := [...]Func{
			choose[uint8], choose[uint8], choose[uint16], choose[uint16], choose[uint32], choose[uint32], choose[uint64], choose[uint64],
			choose[uint16], choose[uint32], choose[uint64], choose[uint64], choose[complex128],
		}[i]
		o = append(o, sig{"?" + string(c) + string(c) + "->" + string(c), f})
	}
	return o
}

func clip[T realNumber](x, lo, hi T) T { return min(max(x, lo), hi) }

func clip16(x, lo, hi dtype.F16) dtype.F16 {
	return dtype.ToF16(clip(x.Float32(), lo.Float32(), hi.Float32()))
}
func clipComplex(x, lo, hi complex128) complex128 { return minComplex(maxComplex(x, lo), hi) }
func clip64(x, lo, hi complex64) complex64 {
	return complex64(clipComplex(complex128(x), complex128(lo), complex128(hi)))
}
