package reduce

import (
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
)

type ordered interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64
}

// least and most pass NaN on, as Go's min and max do, in four interleaved chains.

func least[T ordered](v []T, _ int) T {
	a := v[0]
	b, c, d := a, a, a
	for len(v) >= 4 {
		a, b, c, d = lesser(a, v[0]), lesser(b, v[1]), lesser(c, v[2]), lesser(d, v[3])
		v = v[4:]
	}
	for _, x := range v {
		a = lesser(a, x)
	}
	return lesser(lesser(a, b), lesser(c, d))
}

func most[T ordered](v []T, _ int) T {
	a := v[0]
	b, c, d := a, a, a
	for len(v) >= 4 {
		a, b, c, d = greater(a, v[0]), greater(b, v[1]), greater(c, v[2]), greater(d, v[3])
		v = v[4:]
	}
	for _, x := range v {
		a = greater(a, x)
	}
	return greater(greater(a, b), greater(c, d))
}

func lesser[T ordered](a, b T) T { return min(a, b) }

func greater[T ordered](a, b T) T { return max(a, b) }

func leastRow[T ordered](st, v []T, _ int) {
	v = v[:len(st)]
	for i := range st {
		st[i] = min(st[i], v[i])
	}
}

func mostRow[T ordered](st, v []T, _ int) {
	v = v[:len(st)]
	for i := range st {
		st[i] = max(st[i], v[i])
	}
}

// number1 is the lesser or the greater one of a and b, that which is a number where one is NaN.
func number1[T ordered](a, b T, top bool) T {
	switch {
	case a != a:
		return b
	case b != b:
		return a
	case top:
		return max(a, b)
	}
	return min(a, b)
}

func extremes[T ordered](name string, d dtype.DType) Fold {
	t := &typed[T, T]{fn: name, start: func(v T, _ int) T { return v }}
	t.doubt = undecided[T]
	if d.IsInteger() {
		name = strings.TrimPrefix(name, "f")
	}
	switch name {
	case "min":
		t.run, t.add, t.join, t.fold = least[T], leastRow[T], lesser[T], foldOf[T](asm.Least)
	case "max":
		t.run, t.add, t.join, t.fold = most[T], mostRow[T], greater[T], foldOf[T](asm.Greatest)
	default:
		top, op := name == "fmax", asm.LeastNumber
		if top {
			op = asm.GreatestNumber
		}
		f := plain(d, name, func(a, b T) T { return number1(a, b, top) }, nil)
		p := f.step.(*typed[T, T])
		p.fold, p.doubt, f.free = foldOf[T](op), undecided[T], true
		return f
	}
	return Fold{In: d, Out: d, free: true, out: whole[T], step: t}
}

// extremum is min, max, fmin or fmax of elements of d.
func extremum(name string, d dtype.DType) (Fold, bool) {
	switch d.Kind {
	case dtype.BoolKind:
		f := truth("any")
		if name == "min" || name == "fmin" {
			f = truth("all")
		}
		f.step.(truthStep).identity = nil
		return f, true
	case dtype.Int8Kind:
		return extremes[int8](name, d), true
	case dtype.Int16Kind:
		return extremes[int16](name, d), true
	case dtype.Int32Kind:
		return extremes[int32](name, d), true
	case dtype.Int64Kind:
		return extremes[int64](name, d), true
	case dtype.Uint8Kind:
		return extremes[uint8](name, d), true
	case dtype.Uint16Kind:
		return extremes[uint16](name, d), true
	case dtype.Uint32Kind:
		return extremes[uint32](name, d), true
	case dtype.Uint64Kind:
		return extremes[uint64](name, d), true
	case dtype.Float16Kind:
		f := extremes[float32](name, dtype.Float32)
		f.Out, f.out = d, field(dtype.ToF16)
		return f, true
	case dtype.Float32Kind:
		return extremes[float32](name, d), true
	case dtype.Float64Kind:
		return extremes[float64](name, d), true
	case dtype.Complex64Kind:
		f := complexExtremes(name)
		f.Out, f.out = d, field(func(x complex128) complex64 { return complex64(x) })
		return f, true
	case dtype.Complex128Kind:
		return complexExtremes(name), true
	}
	return timeExtremes(name, d), true
}

// complexExtremes orders by real part, then by imaginary part.
func complexExtremes(name string) Fold {
	max := name == "max" || name == "fmax"
	nanWins := name == "min" || name == "max"
	return plain(dtype.Complex128, name, func(a, b complex128) complex128 {
		switch {
		case a != a:
			return pick(nanWins, a, b)
		case b != b:
			return pick(nanWins, b, a)
		case a == b:
			return a
		}
		return pick(lessComplex(a, b) == max, b, a)
	}, nil)
}

func lessComplex(a, b complex128) bool {
	return real(a) < real(b) || real(a) == real(b) && imag(a) < imag(b)
}

func timeExtremes(name string, d dtype.DType) Fold {
	top := name == "max" || name == "fmax"
	natWins := name == "min" || name == "max"
	return plain(d, name, func(a, b int64) int64 {
		switch {
		case a == nat:
			return pick(natWins, a, b)
		case b == nat:
			return pick(natWins, b, a)
		}
		return pick(top, max(a, b), min(a, b))
	}, nil)
}

func pick[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}
