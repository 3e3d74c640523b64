package join

import (
	"cmp"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
)

// A Direction says which right row an as-of join takes.
type Direction uint8

const (
	Backward Direction = iota // the last one whose key is not greater
	Forward                   // the first one whose key is not less
	Nearest                   // the one of these two that is nearer; the backward one of two equally near
)

// ParseDirection reads pandas' names; another one is an Invalid error.
func ParseDirection(s string) (Direction, error) {
	for i, n := range []string{"backward", "forward", "nearest"} {
		if n == s {
			return Direction(i), nil
		}
	}
	return 0, errs.New(errs.Invalid, "direction invalid: %s", s)
}

// An AsofSpec says how an as-of join matches.
type AsofSpec struct {
	Direction Direction
	Exact     bool // equal keys match
	// Tolerance is the greatest distance of keys that match: ticks of times, an int64 for integers, a float64
	// for floats; nil for any.
	Tolerance any
}

// Asof is the right row that each left row takes, -1 for none. Keys are one column of one dtype on both
// sides, ascending and not missing: integers, floats or times. leftBy and rightBy, as many on both sides, are
// further keys that must be equal.
func Asof(al mem.Allocator, s AsofSpec, left, right *frame.Column, leftBy, rightBy []*frame.Column) ([]int64, error) {
	a := asofer{spec: s, groups: 1}
	if len(leftBy) > 0 {
		num, err := hash.Number(al, hash.Appearance, false, leftBy, rightBy)
		if err != nil {
			return nil, err
		}
		a.l, a.r, a.groups = num.IDs[0], num.IDs[1], num.N
	}
	out, err := rowsOf(al, left.Rows)
	if err != nil {
		return nil, err
	}
	if left, err = left.Decode(al); err != nil {
		return nil, err
	}
	if right, err = right.Decode(al); err != nil {
		return nil, err
	}
	switch left.DType.Kind {
	case dtype.Int8Kind:
		match[int8](&a, out, left, right)
	case dtype.Int16Kind:
		match[int16](&a, out, left, right)
	case dtype.Int32Kind:
		match[int32](&a, out, left, right)
	case dtype.Int64Kind, dtype.DatetimeKind, dtype.TimedeltaKind:
		match[int64](&a, out, left, right)
	case dtype.Uint8Kind:
		match[uint8](&a, out, left, right)
	case dtype.Uint16Kind:
		match[uint16](&a, out, left, right)
	case dtype.Uint32Kind:
		match[uint32](&a, out, left, right)
	case dtype.Uint64Kind:
		match[uint64](&a, out, left, right)
	case dtype.Float32Kind:
		match[float32](&a, out, left, right)
	case dtype.Float64Kind:
		match[float64](&a, out, left, right)
	default:
		return nil, errs.New(errs.Type, "as-of join by %s", left.DType)
	}
	return out, nil
}

type asofer struct {
	spec   AsofSpec
	l, r   []int32 // groups of the rows; nil when there are none
	groups int
}

func group(ids []int32, i int) int32 {
	if ids == nil {
		return 0
	}
	return ids[i]
}

type ordered interface {
	cmp.Ordered
	frame.Number
}

func match[T ordered](a *asofer, out []int64, left, right *frame.Column) {
	l, r := frame.Values[T](left), frame.Values[T](right)
	last := make([]int64, a.groups)
	if a.spec.Direction != Forward {
		for i := range last {
			last[i] = -1
		}
		j := 0
		for i, x := range l {
			for ; j < len(r) && (r[j] < x || a.spec.Exact && r[j] == x); j++ {
				last[group(a.r, j)] = int64(j)
			}
			out[i] = last[group(a.l, i)]
		}
	}
	if a.spec.Direction != Backward {
		for i := range last {
			last[i] = -1
		}
		j := len(r) - 1
		for i := len(l) - 1; i >= 0; i-- {
			x := l[i]
			for ; j >= 0 && (r[j] > x || a.spec.Exact && r[j] == x); j-- {
				last[group(a.r, j)] = int64(j)
			}
			k := last[group(a.l, i)]
			if a.spec.Direction == Forward || out[i] < 0 || k >= 0 && less(r[k], x, x, r[out[i]]) {
				out[i] = k
			}
		}
	}
	if a.spec.Tolerance == nil {
		return
	}
	for i, k := range out {
		if k >= 0 && beyond(a.spec.Tolerance, l[i], r[k]) {
			out[i] = -1
		}
	}
}

// less reports that a - b is less than c - d, where neither is negative; of integers exactly.
func less[T ordered](a, b, c, d T) bool {
	switch a := any(a).(type) {
	case int64:
		return uint64(a)-uint64(any(b).(int64)) < uint64(any(c).(int64))-uint64(any(d).(int64))
	case uint64:
		return a-any(b).(uint64) < any(c).(uint64)-any(d).(uint64)
	}
	return distance(a, b) < distance(c, d)
}

// distance is a - b of keys that float64 holds.
func distance[T ordered](a, b T) float64 { return toFloat(a) - toFloat(b) }

func toFloat[T ordered](v T) float64 {
	switch v := any(v).(type) {
	case int8:
		return float64(v)
	case int16:
		return float64(v)
	case int32:
		return float64(v)
	case uint8:
		return float64(v)
	case uint16:
		return float64(v)
	case uint32:
		return float64(v)
	case float32:
		return float64(v)
	case float64:
		return v
	}
	panic("join: distance of a key without one")
}

// beyond reports that a and b are further apart than the tolerance.
func beyond[T ordered](tolerance any, a, b T) bool {
	if a < b {
		a, b = b, a
	}
	switch t := tolerance.(type) {
	case int64:
		switch a := any(a).(type) {
		case int64:
			return uint64(a)-uint64(any(b).(int64)) > uint64(t)
		case uint64:
			return a-any(b).(uint64) > uint64(t)
		}
		return distance(a, b) > float64(t)
	case float64:
		return distance(a, b) > t
	}
	panic("join: a tolerance that is no number")
}
