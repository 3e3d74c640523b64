package schema

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// IsVector reports a tensor of one dimension.
func IsVector(m op.Meta) bool { return m.Kind == op.Tensor && len(m.Dims) == 1 }

// Clash reports lengths that are known to differ.
func Clash(a, b op.Dim) bool { return a.Known() && b.Known() && a.N != b.N }

// Repeats reports a label that comes twice.
func Repeats(names []frame.Label) bool {
	for i, n := range names {
		if slices.Contains(names[:i], n) {
			return true
		}
	}
	return false
}

// JoinedType is the dtype of values below each other.
func JoinedType(a, b dtype.DType) dtype.DType {
	if !a.Null && !b.Null && (a.IsBool() && b.IsInteger() || b.IsBool() && a.IsInteger()) {
		if d, err := dtype.Promote(a, b); err == nil {
			return d
		}
	}
	if a.IsFloat() && !a.Null && b.IsBool() && !b.Null {
		return a
	}
	if BoolsApart(a, b) {
		return dtype.Object
	}
	return dtype.Common(a, b)
}

// BoolsApart reports plain bools beside nullable numbers or texts, which do not take them.
func BoolsApart(a, b dtype.DType) bool {
	return a.IsBool() != b.IsBool() && (a.Null && b == dtype.Bool || b.Null && a == dtype.Bool)
}

// BoolsAndNumbers reports bools that are looked for among numbers, or numbers among bools: as keys they do
// not meet.
func BoolsAndNumbers(d dtype.DType, keys []frame.Label) bool {
	number := func(l frame.Label) bool { _, ok := l.Float(); return ok && l.Kind() != frame.LabelBool }
	bools := func(l frame.Label) bool { return l.Kind() == frame.LabelBool }
	switch {
	case len(keys) == 0:
		return false
	case d.IsBool():
		return !slices.ContainsFunc(keys, func(l frame.Label) bool { return !number(l) })
	case d.IsReal():
		return !slices.ContainsFunc(keys, func(l frame.Label) bool { return !bools(l) })
	}
	return false
}

// TypeName is how pandas calls a kind of value.
func TypeName(k op.Kind) string {
	return map[op.Kind]string{op.Series: "Series", op.Frame: "DataFrame", op.Index: "Index"}[k]
}

// ArrayName is what pandas calls an array of times.
func ArrayName(d dtype.DType) string {
	if d.IsTimedelta() {
		return "TimedeltaArray"
	}
	return "DatetimeArray"
}
