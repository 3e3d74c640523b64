package reduce

import (
	"strings"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/kernel/basic"
)

// A spot is the best element so far and where it is; at is -1 when every element was NaN and NaN does not
// count.
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

// orderedSeeker is seeker for numbers: of a run the extreme first, then its place.
func orderedSeeker[T ordered](name string, d dtype.DType) Fold {
	f := seeker(name, d, func(x T) bool { return x != x }, func(a, b T) bool { return a < b })
	t := f.step.(*typed[T, spot[T]])
	slow := t.run
	var extreme Fold
	switch name {
	case "argmin":
		extreme, t.add = extremes[T]("min", d), leastSpots[T]
	case "argmax":
		extreme, t.add = extremes[T]("max", d), mostSpots[T]
	case "nanargmin":
		extreme = extremes[T]("fmin", d)
	default:
		extreme = extremes[T]("fmax", d)
	}
	if d.IsInteger() || d.IsBool() {
		if t.add = leastSpots[T]; strings.HasSuffix(name, "max") {
			t.add = mostSpots[T]
		}
	}
	skip, top := name[0] == 'n' && !d.IsInteger() && !d.IsBool(), strings.HasSuffix(name, "max")
	e := extreme.step.(*typed[T, T])
	elem, _ := elemOf[T]()
	t.run = func(v []T, at int) spot[T] {
		if e.fold == nil || len(v) < max(e.fold.Least, 16) {
			if skip {
				return slow(v, at)
			}
			return shortest(v, at, top)
		}
		m := e.one(v)
		if m != m {
			return slow(v, at) // a NaN that wins, or nothing but NaN
		}
		for from := 0; ; from++ { // past NaN where it loses
			i := from + findIn(elem, v[from:], m)
			if !skip || v[i] == v[i] {
				return spot[T]{at + i, v[i]}
			}
			if from = i; from-at > 64 {
				return slow(v, at)
			}
		}
	}
	t.link = func(st []spot[T], v []T, l, at int) bool {
		if e.fold == nil || len(st) > bundle {
			return false
		}
		var m [bundle]T
		e.runs(unsafe.Pointer(&m), basic.Vec{P: unsafe.Pointer(unsafe.SliceData(v))}, len(st), l, at)
		best := -1
		for i, x := range m[:len(st)] { // the place matters in the best leaf alone: the others are left out
			st[i] = spot[T]{-1, x}
			if x != x && skip {
				continue
			}
			if best < 0 || m[best] == m[best] && (x != x || top && x > m[best] || !top && x < m[best]) {
				best = i
			}
		}
		if best >= 0 {
			st[best] = t.run(v[best*l:(best+1)*l], at+best*l)
		}
		return true
	}
	return f
}

// shortest looks at one element after another; NaN wins.
func shortest[T ordered](v []T, at int, top bool) spot[T] {
	k := 0
	for i, x := range v {
		if m := v[k]; m == m && (x != x || top && x > m || !top && x < m) {
			k = i
		}
	}
	return spot[T]{at + k, v[k]}
}

// findIn is the place of the first element of v that is equal to m or NaN; there is one.
func findIn[T ordered](e asm.Elem, v []T, m T) int {
	var bits uint64
	switch unsafe.Sizeof(m) {
	case 8:
		bits = *(*uint64)(unsafe.Pointer(&m))
	case 4:
		bits = uint64(*(*uint32)(unsafe.Pointer(&m)))
	case 2:
		bits = uint64(*(*uint16)(unsafe.Pointer(&m)))
	default:
		bits = uint64(*(*uint8)(unsafe.Pointer(&m)))
	}
	at, done := asm.Find(level, e, unsafe.Pointer(unsafe.SliceData(v)), len(v), bits)
	if at >= 0 {
		return at
	}
	for i, x := range v[done:] {
		if x == m || x != x {
			return done + i
		}
	}
	panic("reduce: an extreme that is no element")
}

// leastSpots and mostSpots take one row; NaN wins and stays.

func leastSpots[T ordered](st []spot[T], v []T, at int) {
	v = v[:len(st)]
	for i := range st {
		if x, s := v[i], &st[i]; !(x >= s.v) && s.v == s.v {
			s.at, s.v = at, x
		}
	}
}

func mostSpots[T ordered](st []spot[T], v []T, at int) {
	v = v[:len(st)]
	for i := range st {
		if x, s := v[i], &st[i]; !(x <= s.v) && s.v == s.v {
			s.at, s.v = at, x
		}
	}
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
