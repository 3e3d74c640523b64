package reduce

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
)

type number interface {
	int64 | uint64 | int32 | uint32 | int16 | uint16 | int8 | uint8 | float32 | float64 | complex64 | complex128
}

// pairwise adds integers: up to 128 elements in eight interleaved sums, longer runs by halves.
func pairwise[T number](v []T) T {
	n := len(v)
	if n < 8 {
		var s T
		for _, x := range v {
			s += x
		}
		return s
	}
	if n > 128 {
		h := n / 2
		h -= h % 8
		return pairwise(v[:h]) + pairwise(v[h:])
	}
	s0, s1, s2, s3, s4, s5, s6, s7 := v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]
	v = v[8:]
	for len(v) >= 8 {
		s0 += v[0]
		s1 += v[1]
		s2 += v[2]
		s3 += v[3]
		s4 += v[4]
		s5 += v[5]
		s6 += v[6]
		s7 += v[7]
		v = v[8:]
	}
	s := ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7))
	for _, x := range v {
		s += x
	}
	return s
}

func addRow[T number](st, v []T, _ int) {
	v = v[:len(st)]
	for i := range st {
		st[i] += v[i]
	}
}

func mulRow[T number](st, v []T, _ int) {
	v = v[:len(st)]
	for i := range st {
		st[i] *= v[i]
	}
}

func sums[T number](d dtype.DType) Fold {
	var zero T
	return Fold{In: d, Out: d, free: d.IsInteger(), out: whole[T], step: &typed[T, T]{
		fn: "sum", run: func(v []T, _ int) T { return pairwise(v) }, add: addRow[T],
		join: func(a, b T) T { return a + b }, start: func(v T, _ int) T { return v }, identity: &zero, fold: foldOf[T](asm.Sum),
	}}
}

func products[T number](d dtype.DType) Fold {
	unit := T(1)
	return Fold{In: d, Out: d, free: d.IsInteger(), out: whole[T], step: &typed[T, T]{
		fn: "prod", run: func(v []T, _ int) T { return product(v) }, add: mulRow[T],
		join: func(a, b T) T { return a * b }, start: func(v T, _ int) T { return v }, identity: &unit, fold: foldOf[T](asm.Product),
	}}
}

// arithmetic is the sum or product whose results are d. Float16 works in float32; a bool sum is a logical or,
// a bool product an and.
func arithmetic(name string, d dtype.DType) (Fold, bool) {
	switch d.Kind {
	case dtype.BoolKind:
		if name == "sum" {
			return truth("any"), true
		}
		return truth("all"), true
	case dtype.Int8Kind:
		return sumOrProd[int8](name, d), true
	case dtype.Int16Kind:
		return sumOrProd[int16](name, d), true
	case dtype.Int32Kind:
		return sumOrProd[int32](name, d), true
	case dtype.Int64Kind:
		return sumOrProd[int64](name, d), true
	case dtype.Uint8Kind:
		return sumOrProd[uint8](name, d), true
	case dtype.Uint16Kind:
		return sumOrProd[uint16](name, d), true
	case dtype.Uint32Kind:
		return sumOrProd[uint32](name, d), true
	case dtype.Uint64Kind:
		return sumOrProd[uint64](name, d), true
	case dtype.Float16Kind:
		if name == "sum" {
			return exactSum(dtype.Float32, d), true
		}
		return floatProduct(dtype.Float32, d), true
	case dtype.Float32Kind:
		if name == "sum" {
			return exactSum(d, d), true
		}
		return floatProduct(d, d), true
	case dtype.Float64Kind:
		if name == "sum" {
			return exactSum(d, d), true
		}
		return floatProduct(d, d), true
	case dtype.Complex64Kind:
		if name == "sum" {
			return exactSum(d, d), true
		}
		return complexProduct(d), true
	case dtype.Complex128Kind:
		if name == "sum" {
			return exactSum(d, d), true
		}
		return complexProduct(d), true
	case dtype.TimedeltaKind:
		return spanSum(d), name == "sum"
	}
	return Fold{}, false
}

func sumOrProd[T number](name string, d dtype.DType) Fold {
	if name == "sum" {
		return sums[T](d)
	}
	return products[T](d)
}

// nat is the missing time.
const nat = -1 << 63

// spanSum adds spans; NaT makes the sum NaT.
func spanSum(d dtype.DType) Fold {
	var zero int64
	return plain(d, "sum", addSpans, &zero)
}

func addSpans(a, b int64) int64 {
	if a == nat || b == nat {
		return nat
	}
	return a + b
}

// plain is a fold by a function of two elements, without a fast path.
func plain[T any](d dtype.DType, name string, f func(a, b T) T, identity *T) Fold {
	run := func(v []T, _ int) T {
		s := v[0]
		for _, x := range v[1:] {
			s = f(s, x)
		}
		return s
	}
	row := func(st, v []T, _ int) {
		for i, x := range v[:len(st)] {
			st[i] = f(st[i], x)
		}
	}
	return Fold{In: d, Out: d, out: whole[T], step: &typed[T, T]{
		fn: name, run: run, add: row, join: f,
		start: func(v T, _ int) T { return v }, identity: identity,
	}}
}
