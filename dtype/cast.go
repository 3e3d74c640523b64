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

// CanCast is numpy.can_cast: whether from may become to under the rule.
func CanCast(from, to DType, c Casting) bool {
	switch {
	case !from.Kind.Valid() || !to.Kind.Valid():
		return false
	case from == to || c == Unsafe:
		return true
	case c <= Equiv:
		return false
	}
	return from == to
}
