package dtype

import "github.com/mars-project/mars-go/errs"

// A Casting says which conversions are allowed, from strict to lax.
type Casting uint8

const (
	No       Casting = iota // the same dtype
	Equiv                   // the same dtype, in any byte order; no difference here, where data are always native
	Safe                    // values are kept
	SameKind                // safe, or within a kind, as float64 to float32
	Unsafe                  // anything
)

var castings = [...]string{"no", "equiv", "safe", "same_kind", "unsafe"}

func (c Casting) String() string {
	if int(c) < len(castings) {
		return castings[c]
	}
	return "invalid"
}

// ParseCasting reads NumPy's names.
func ParseCasting(s string) (Casting, error) {
	for i, n := range castings {
		if n == s {
			return Casting(i), nil
		}
	}
	return 0, errs.New(errs.Invalid, "casting must be one of 'no', 'equiv', 'safe', 'same_kind', 'unsafe', not %q", s)
}

// CanCast is numpy.can_cast: whether from may become to under the rule. Giving up validity (Int64 to int64)
// is never safe, as NA has no place there, but of the same kind. Categories become objects safely and
// anything else only unsafely.
func CanCast(from, to DType, c Casting) bool {
	switch {
	case !from.Kind.Valid() || !to.Kind.Valid():
		return false
	case from == to || c == Unsafe:
		return true
	case c <= Equiv || from.IsObject():
		return false
	case to.IsObject():
		return true
	case from.IsCategorical() || to.IsCategorical():
		return false
	case from.TZ != to.TZ, from.Null && !to.Null && c == Safe:
		return false
	}
	return canCastBase(from.Base(), to.Base(), c)
}

func canCastBase(from, to DType, c Casting) bool {
	if from == to {
		return true
	}
	if from.IsTemporal() {
		return from.Kind == to.Kind && canCastUnit(from.Kind, from.Unit, to.Unit, c)
	}
	if p, ok := promoteBase(from, to); ok && p == to {
		return true
	}
	f, t := level(from), level(to)
	return c == SameKind && f > 0 && t >= f
}

// level orders the kinds of numbers: a cast upwards, or within one, is of the same kind. Zero is no number.
// Integers may become time spans.
func level(d DType) int {
	switch {
	case d.IsUint():
		return 1
	case d.IsInt(), d.IsTimedelta():
		return 2
	case d.IsFloat():
		return 3
	case d.IsComplex():
		return 4
	}
	return 0
}

func canCastUnit(k Kind, from, to Unit, c Casting) bool {
	switch {
	case from == Generic:
		return true
	case to == Generic:
		return false
	case k == TimedeltaKind && (from <= Month) != (to <= Month):
		return false
	case c == SameKind:
		return true
	}
	_, ok := FinerUnit(k, from, to)
	return to > from && (ok || from <= Month)
}
