package dtype

import "github.com/mars-project/mars-go/errs"

// Promote is the dtype that holds both a and b, by NumPy 2's promotion table. Null is kept when either side is nullable. It fails
// with errs.Type for pairs that have no common dtype (datetime64 and a number, two zones).
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
	case a.IsTemporal() && (b.IsString() || b.IsBinary()):
		return b.Base(), true
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

// bits is the width of the real float that holds every value of d well enough for NumPy: an integer of n bytes needs one of
// twice the width, up to float64.
func bits(d DType) int {
	switch {
	case d.IsComplex():
		return d.Size() / 2
	case d.IsFloat():
		return d.Size()
	case d.Size() < 4:
		return 2 * d.Size()
	}
	return 8
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

// promoteTime holds the unit rules: the finer unit wins, and timedelta64 takes integers as counts of its unit.
func promoteTime(a, b DType) (DType, bool) {
	if b.Kind == a.Kind {
		if a.TZ != b.TZ {
			return DType{}, false
		}
		u, ok := FinerUnit(a.Kind, a.Unit, b.Unit)
		return DType{Kind: a.Kind, Unit: u, TZ: a.TZ}, ok
	}
	if a.IsTimedelta() && (b.IsInteger() || b.IsBool()) {
		return a.Base(), true
	}
	return DType{}, false
}

// FinerUnit is the unit that holds both: the finer one, and the other where one is generic. For timedelta64 years and months do
// not mix with fixed units; for datetime64 they do.
func FinerUnit(k Kind, a, b Unit) (Unit, bool) {
	if a > b {
		a, b = b, a
	}
	if a == Generic || a == b {
		return b, true
	}
	if k == TimedeltaKind && a <= Month && b > Month {
		return 0, false
	}
	return b, true
}
