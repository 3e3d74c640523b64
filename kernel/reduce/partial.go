package reduce

import (
	"math"

	"github.com/mars-project/mars-go/kernel/asm"
)

// level is the instructions that folds use; tests go through all of them.
var level = asm.Active()

// foldOf is the kernel of a fold of T, nil where there is none.
func foldOf[T any](op asm.FoldOp) *asm.Fold {
	e, ok := elemOf[T]()
	if !ok {
		return nil
	}
	return asm.FoldOf(level, op, e)
}

func elemOf[T any]() (asm.Elem, bool) {
	var v T
	switch any(v).(type) {
	case float64:
		return asm.F64, true
	case float32:
		return asm.F32, true
	case int64:
		return asm.I64, true
	case int32:
		return asm.I32, true
	case int16:
		return asm.I16, true
	case int8:
		return asm.I8, true
	case uint64:
		return asm.U64, true
	case uint32:
		return asm.U32, true
	case uint16:
		return asm.U16, true
	case uint8, bool:
		return asm.U8, true
	}
	return 0, false
}

type float interface{ float32 | float64 }

// product multiplies a run.
func product[T number](v []T) T {
	p0, p1, p2, p3 := T(1), T(1), T(1), T(1)
	for len(v) >= 4 {
		p0 *= v[0]
		p1 *= v[1]
		p2 *= v[2]
		p3 *= v[3]
		v = v[4:]
	}
	for _, x := range v {
		p0 *= x
	}
	return (p0 * p1) * (p2 * p3)
}

// undecided tells that a result of least or most of floats may have come out with the wrong sign of zero, or
// of nothing but NaN: what a kernel that compares by value alone cannot tell.
func undecided[T ordered](x T) bool {
	return x == 0 || math.IsInf(float64(x), 0)
}
