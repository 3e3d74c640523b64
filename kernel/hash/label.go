package hash

import (
	"cmp"
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// A thing is a value of any type as a key of a Go map, equal where Python says so: True, 1 and 1.0 are one.
type thing struct {
	kind uint8
	a, b uint64
	s    string
}

const (
	isNumber uint8 = iota
	isWide         // an integer that no float64 tells exactly
	isComplex
	isText
	isBinary
	isTime
	isDelta
	isTuple
	isTicks // a time whose unit is no part of a second
)

// thingOf is the key of a value that is not missing. A value without one is the Type error of Python's hash.
func thingOf(v any) (thing, error) {
	switch v := v.(type) {
	case bool:
		if v {
			return number(1), nil
		}
		return number(0), nil
	case int64:
		if f := float64(v); f != 1<<63 && int64(f) == v {
			return number(f), nil
		}
		return thing{kind: isWide, a: uint64(v)}, nil
	case uint64:
		if f := float64(v); f != 1<<64 && uint64(f) == v {
			return number(f), nil
		}
		return thing{kind: isWide, a: v, b: 1}, nil
	case float64:
		return number(v), nil
	case complex128:
		if imag(v) == 0 {
			return number(real(v)), nil
		}
		return thing{kind: isComplex, a: number(real(v)).a, b: number(imag(v)).a}, nil
	case string:
		return thing{kind: isText, s: v}, nil
	case []byte:
		return thing{kind: isBinary, s: string(v)}, nil
	case frame.Timestamp:
		t := timeThing(isTime, v.Ticks, v.Unit)
		if v.TZ != "" { // equals no time without a zone
			t.s = "UTC"
		}
		return t, nil
	case frame.Timedelta:
		return timeThing(isDelta, v.Ticks, v.Unit), nil
	}
	if l, ok := frame.LabelOf(v); ok {
		if e := l.Value(); l.Len() == 0 || l.Kind() != frame.LabelTuple {
			switch e.(type) {
			case bool, int64, uint64, float64, string, []byte, frame.Timestamp, frame.Timedelta:
				return thingOf(e)
			}
		}
		return thing{kind: isTuple, s: l.Repr()}, nil
	}
	return thing{}, errs.New(errs.Type, "unhashable type: '%T'", v)
}

func number(v float64) thing {
	if v == 0 {
		v = 0
	}
	return thing{kind: isNumber, a: math.Float64bits(v)}
}

func timeThing(kind uint8, v int64, u dtype.Unit) thing {
	if f, ok := dtype.Factor(u, dtype.Second); ok {
		return thing{kind: kind, a: uint64(v * f)}
	}
	per, ok := dtype.Factor(dtype.Second, u)
	if !ok || per > 1e9 {
		return thing{kind: isTicks, a: uint64(v), b: uint64(u)}
	}
	s, r := v/per, v%per
	if r < 0 {
		s, r = s-1, r+per
	}
	return thing{kind: kind, a: uint64(s), b: uint64(r * (1e9 / per))}
}

// compareCells orders values of any type: as labels, and complex numbers by their parts.
func compareCells(a, b any) int {
	x, xc := a.(complex128)
	y, yc := b.(complex128)
	if xc && yc {
		if c := cmp.Compare(real(x), real(y)); c != 0 {
			return c
		}
		return cmp.Compare(imag(x), imag(y))
	}
	if p, ok := a.([]byte); ok {
		a = string(p)
	}
	if p, ok := b.([]byte); ok {
		b = string(p)
	}
	l, _ := frame.LabelOf(a)
	m, _ := frame.LabelOf(b)
	return l.Compare(m)
}
