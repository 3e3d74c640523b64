package reduce

import "github.com/mars-project/mars-go/dtype"

// A spot is the best element so far and where it is; at is -1 when every element was NaN and NaN does not count.
type spot[T any] struct {
	at int
	v  T
}

// seeker makes argmin, argmax and their nan forms from two questions about elements.
func seeker[T any](name string, in dtype.DType, isNaN func(T) bool, less func(a, b T) bool) Fold {
	top := name == "argmax" || name == "nanargmax"
	skip := name[0] == 'n'
	better := func(b, a T) bool { // b comes after a and beats it
		if top {
			return less(a, b)
		}
		return less(b, a)
	}
	beats := func(b, a spot[T]) bool {
		switch {
		case b.at < 0:
			return false
		case a.at < 0:
			return true
		case isNaN(a.v):
			return false
		}
		return isNaN(b.v) || better(b.v, a.v)
	}
	start := func(v T, at int) spot[T] {
		if skip && isNaN(v) {
			return spot[T]{-1, v}
		}
		return spot[T]{at, v}
	}
	join := func(a, b spot[T]) spot[T] {
		if beats(b, a) {
			return b
		}
		return a
	}
	t := &typed[T, spot[T]]{fn: name, join: join, start: start}
	t.run = func(v []T, at int) spot[T] {
		s := start(v[0], at)
		for i, x := range v {
			if isNaN(x) {
				if skip {
					continue
				}
				return join(s, spot[T]{at + i, x})
			}
			if s.at < 0 || better(x, s.v) {
				s = spot[T]{at + i, x}
			}
		}
		return s
	}
	t.add = func(st []spot[T], v []T, at int) {
		for i, x := range v[:len(st)] {
			st[i] = join(st[i], start(x, at))
		}
	}
	return Fold{In: in, Out: dtype.Int64, step: t, out: field(func(s spot[T]) int64 { return int64(s.at) })}
}

func orderedSeeker[T ordered](name string, d dtype.DType) Fold {
	f := seeker(name, d, func(x T) bool { return x != x }, func(a, b T) bool { return a < b })
	extreme := least[T]
	switch name {
	case "argmax":
		extreme = most[T]
	case "argmin":
	default:
		return f
	}
	f.step.(*typed[T, spot[T]]).run = func(v []T, at int) spot[T] { // the extreme first, then its place
		m := extreme(v, 0)
		for i, x := range v {
			if x == m || x != x {
				return spot[T]{at + i, x}
			}
		}
		panic("reduce: an extreme that is no element")
	}
	return f
}

func position(name string, d dtype.DType) (Fold, bool) {
	switch d.Kind {
	case dtype.BoolKind, dtype.Uint8Kind:
		return orderedSeeker[uint8](name, d), true
	case dtype.Int8Kind:
		return orderedSeeker[int8](name, d), true
	case dtype.Int16Kind:
		return orderedSeeker[int16](name, d), true
	case dtype.Int32Kind:
		return orderedSeeker[int32](name, d), true
	case dtype.Int64Kind:
		return orderedSeeker[int64](name, d), true
	case dtype.Uint16Kind:
		return orderedSeeker[uint16](name, d), true
	case dtype.Uint32Kind:
		return orderedSeeker[uint32](name, d), true
	case dtype.Uint64Kind:
		return orderedSeeker[uint64](name, d), true
	case dtype.Float16Kind, dtype.Float32Kind:
		return orderedSeeker[float32](name, dtype.Float32), true
	case dtype.Float64Kind:
		return orderedSeeker[float64](name, d), true
	case dtype.Complex64Kind, dtype.Complex128Kind:
		return seeker(name, dtype.Complex128, func(x complex128) bool { return x != x }, lessComplex), true
	}
	return seeker(name, d, func(x int64) bool { return x == nat }, func(a, b int64) bool { return a < b }), true
}
