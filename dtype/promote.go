package dtype

import "github.com/mars-project/mars-go/errs"

// Promote is the dtype that holds both a and b, by NumPy 2's promotion table. Null is kept when either side
// is nullable. It fails with errs.Type for pairs that have no common dtype (datetime64 and a number, two
// zones).
func Promote(a, b DType) (DType, error) {
	d, ok := promote(a, b)
	if !ok {
		return DType{}, errs.New(errs.Type, "no common data type for %v and %v", a, b)
	}
	return d, nil
}

func promote(a, b DType) (DType, bool) {
	if !a.Kind.Valid() || !b.Kind.Valid() {
		return DType{}, false
	}
	if a == b {
		return a, true
	}
	d, ok := promoteBase(a, b)
	if ok && (a.Null || b.Null) {
		d = d.Nullable()
	}
	return d, ok
}

// promoteBase is the table, blind to Null. The side with the higher rank decides, as in NumPy.
func promoteBase(a, b DType) (DType, bool) {
	if a.Kind == CategoricalKind || b.Kind == CategoricalKind {
		return DType{}, false
	}
	if kinds[a.Kind].rank < kinds[b.Kind].rank {
		a, b = b, a
	}
	switch {
	case a.IsObject() || b.IsObject():
		return Object, true
	case a.IsTemporal() || b.IsTemporal():
		return promoteTime(a, b)
	case a.IsString() || b.IsString():
		return Str, true
	case a.IsBinary() || b.IsBinary():
		return Binary, true
	case a.Kind == b.Kind:
		return a.Base(), true
	case b.IsBool():
		return a.Base(), true
	case a.IsComplex() || b.IsComplex():
		return complexOf(max(bits(a), bits(b))), true
	case a.IsFloat() || b.IsFloat():
		return floatOf(max(bits(a), bits(b))), true
	case a.IsInt() == b.IsInt():
		if a.Size() < b.Size() {
			a = b
		}
		return a.Base(), true
	}
	return signedOver(a, b), true
}

// bits is the width of the real float that holds every value of d well enough for NumPy: an integer of n
// bytes needs one of twice the width, up to float64.
func bits(d DType) int {
	switch {
	case d.IsComplex():
		return d.Size() / 2
	case d.IsFloat():
		return d.Size()
	}
	return min(2*d.Size(), 8)
}

func floatOf(size int) DType {
	switch size {
	case 2:
		return Float16
	case 4:
		return Float32
	}
	return Float64
}

func complexOf(size int) DType {
	if size <= 4 {
		return Complex64
	}
	return Complex128
}

// signedOver is the common dtype of a signed and an unsigned integer.
func signedOver(a, b DType) DType {
	if a.IsUint() {
		a, b = b, a
	}
	switch {
	case b.Size() < a.Size():
		return a.Base()
	case b.Size() == 8:
		return Float64
	}
	return [...]DType{1: Int16, 2: Int32, 4: Int64}[b.Size()]
}

// promoteTime holds the rules of datetime64 and timedelta64: the finer unit wins, a time span with a time is
// a time, and timedelta64 takes integers that fit an int64 as counts of its unit.
func promoteTime(a, b DType) (DType, bool) {
	switch {
	case a.Kind == b.Kind:
		u, ok := FinerUnit(a.Kind, a.Unit, b.Unit)
		return DType{Kind: a.Kind, Unit: u, TZ: a.TZ}, ok && a.TZ == b.TZ
	case a.IsTemporal() && b.IsTemporal():
		u, ok := FinerUnit(DatetimeKind, a.Unit, b.Unit)
		return DType{Kind: DatetimeKind, Unit: u, TZ: a.TZ + b.TZ}, ok
	case a.IsTimedelta() && (b.IsInteger() || b.IsBool()):
		return a.Base(), b.Kind != Uint64Kind
	}
	return DType{}, false
}

// FinerUnit is the unit that holds both: the finer one, and the other where one is generic. It fails where
// NumPy fails: years and months of timedelta64 do not mix with fixed units, and units too far apart (2^56 to
// one) overflow.
func FinerUnit(k Kind, a, b Unit) (Unit, bool) {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == Generic || a == b || b == Month:
		return b, true
	case k == TimedeltaKind && a <= Month:
		return 0, false
	}
	f, ok := Factor(max(a, Week), b)
	if a < Day && b > Week {
		f, ok = Factor(Day, b)
	}
	return b, ok && f < 1<<56
}
