package dtype

// A Kind is the family and width of an element. Kinds cross the wire as the text of a DType, never by number.
type Kind uint8

const (
	BoolKind Kind = iota + 1
	Int8Kind
	Int16Kind
	Int32Kind
	Int64Kind
	Uint8Kind
	Uint16Kind
	Uint32Kind
	Uint64Kind
	Float16Kind
	Float32Kind
	Float64Kind
	Complex64Kind
	Complex128Kind
	DatetimeKind    // int64 units since 1970-01-01T00:00 (UTC where the dtype has a zone); NaT is MinInt64
	TimedeltaKind   // int64 units; NaT is MinInt64
	StringKind      // UTF-8
	BinaryKind      // bytes
	CategoricalKind // codes into a dictionary of distinct values
	ObjectKind      // any Go value
	kindEnd
)

// kinds holds what is fixed for each kind. Order of rank is that of NumPy's type numbers, on which
// result_type depends.
var kinds = [kindEnd]struct {
	name string // NumPy's name
	null string // pandas' name of the nullable dtype; empty where there is none
	code string // NumPy's array-protocol code without byte order
	size int    // bytes of one element as stored
	rank int
}{
	BoolKind:        {"bool", "boolean", "b1", 1, 0},
	Int8Kind:        {"int8", "Int8", "i1", 1, 1},
	Int16Kind:       {"int16", "Int16", "i2", 2, 3},
	Int32Kind:       {"int32", "Int32", "i4", 4, 5},
	Int64Kind:       {"int64", "Int64", "i8", 8, 7},
	Uint8Kind:       {"uint8", "UInt8", "u1", 1, 2},
	Uint16Kind:      {"uint16", "UInt16", "u2", 2, 4},
	Uint32Kind:      {"uint32", "UInt32", "u4", 4, 6},
	Uint64Kind:      {"uint64", "UInt64", "u8", 8, 8},
	Float16Kind:     {"float16", "", "f2", 2, 23},
	Float32Kind:     {"float32", "Float32", "f4", 4, 11},
	Float64Kind:     {"float64", "Float64", "f8", 8, 12},
	Complex64Kind:   {"complex64", "", "c8", 8, 14},
	Complex128Kind:  {"complex128", "", "c16", 16, 15},
	DatetimeKind:    {"datetime64", "", "M8", 8, 21},
	TimedeltaKind:   {"timedelta64", "", "m8", 8, 22},
	StringKind:      {"str", "string", "U", 16, 19},
	BinaryKind:      {"bytes", "", "S", 16, 18},
	CategoricalKind: {"category", "", "", 4, 0},
	ObjectKind:      {"object", "", "O", 16, 17},
}

// Valid reports that k is one of the kinds above.
func (k Kind) Valid() bool { return k > 0 && k < kindEnd }

// String is NumPy's name of the kind.
func (k Kind) String() string {
	if !k.Valid() {
		return "invalid"
	}
	return kinds[k].name
}
