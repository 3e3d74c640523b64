package dtype

// A DType is the type of the elements of an array or column. It is comparable; equal values are equal dtypes.
// The zero value is no dtype.
type DType struct {
	Kind    Kind
	Unit    Unit   // of Datetime and Timedelta
	Null    bool   // pandas' nullable dtype: missing values are NA, told by a validity bitmap
	Ordered bool   // of Categorical: categories have an order
	TZ      string // of Datetime: the zone's name; values are UTC instants then. Empty means naive
}

// The dtypes without parameters. Str is pandas 3's `str`, whose missing value is NaN; NullStr is pandas'
// `string`, whose missing value is NA.
var (
	Bool        = DType{Kind: BoolKind}
	Int8        = DType{Kind: Int8Kind}
	Int16       = DType{Kind: Int16Kind}
	Int32       = DType{Kind: Int32Kind}
	Int64       = DType{Kind: Int64Kind}
	Uint8       = DType{Kind: Uint8Kind}
	Uint16      = DType{Kind: Uint16Kind}
	Uint32      = DType{Kind: Uint32Kind}
	Uint64      = DType{Kind: Uint64Kind}
	Float16     = DType{Kind: Float16Kind}
	Float32     = DType{Kind: Float32Kind}
	Float64     = DType{Kind: Float64Kind}
	Complex64   = DType{Kind: Complex64Kind}
	Complex128  = DType{Kind: Complex128Kind}
	Str         = DType{Kind: StringKind}
	NullStr     = DType{Kind: StringKind, Null: true}
	Binary      = DType{Kind: BinaryKind}
	Categorical = DType{Kind: CategoricalKind}
	Object      = DType{Kind: ObjectKind}
)

// Datetime is datetime64[u] without a zone.
func Datetime(u Unit) DType { return DType{Kind: DatetimeKind, Unit: u} }

// DatetimeTZ is datetime64[u, zone].
func DatetimeTZ(u Unit, zone string) DType { return DType{Kind: DatetimeKind, Unit: u, TZ: zone} }

// Timedelta is timedelta64[u].
func Timedelta(u Unit) DType { return DType{Kind: TimedeltaKind, Unit: u} }

// Size is the bytes of one element as stored: 1 for Bool, 16 for the views of String and Binary, 16 for an
// Object, 4 for the codes of a Categorical (a frame may store them narrower). Zero for no dtype.
func (d DType) Size() int {
	if !d.Kind.Valid() {
		return 0
	}
	return kinds[d.Kind].size
}

// IsZero reports no dtype.
func (d DType) IsZero() bool { return d == DType{} }

// IsBool reports bool or boolean.
func (d DType) IsBool() bool { return d.Kind == BoolKind }

// IsInt reports a signed integer.
func (d DType) IsInt() bool { return d.Kind >= Int8Kind && d.Kind <= Int64Kind }

// IsUint reports an unsigned integer.
func (d DType) IsUint() bool { return d.Kind >= Uint8Kind && d.Kind <= Uint64Kind }

// IsInteger reports a signed or unsigned integer.
func (d DType) IsInteger() bool { return d.Kind >= Int8Kind && d.Kind <= Uint64Kind }

// IsFloat reports float16, float32 or float64.
func (d DType) IsFloat() bool { return d.Kind >= Float16Kind && d.Kind <= Float64Kind }

// IsComplex reports complex64 or complex128.
func (d DType) IsComplex() bool { return d.Kind == Complex64Kind || d.Kind == Complex128Kind }

// IsReal reports an integer or a float.
func (d DType) IsReal() bool { return d.IsInteger() || d.IsFloat() }

// IsNumber reports an integer, float or complex; bool is none.
func (d DType) IsNumber() bool { return d.Kind >= Int8Kind && d.Kind <= Complex128Kind }

// IsNumeric reports what pandas' numeric_only=True keeps: numbers and bools.
func (d DType) IsNumeric() bool { return d.IsNumber() || d.IsBool() }

// IsDatetime reports a datetime64.
func (d DType) IsDatetime() bool { return d.Kind == DatetimeKind }

// IsTimedelta reports a timedelta64.
func (d DType) IsTimedelta() bool { return d.Kind == TimedeltaKind }

// IsTemporal reports a datetime64 or timedelta64.
func (d DType) IsTemporal() bool { return d.IsDatetime() || d.IsTimedelta() }

// IsString reports str or string.
func (d DType) IsString() bool { return d.Kind == StringKind }

// IsBinary reports bytes.
func (d DType) IsBinary() bool { return d.Kind == BinaryKind }

// IsCategorical reports category.
func (d DType) IsCategorical() bool { return d.Kind == CategoricalKind }

// IsObject reports object.
func (d DType) IsObject() bool { return d.Kind == ObjectKind }

// Fixed reports that elements are plain fixed-width values that an nd.Array can hold: everything but String,
// Binary, Categorical and Object.
func (d DType) Fixed() bool { return d.Kind >= BoolKind && d.Kind <= TimedeltaKind }

// Base is d without Null, Ordered and TZ: what its values are as plain NumPy data.
func (d DType) Base() DType { return DType{Kind: d.Kind, Unit: d.Unit} }

// Nullable is pandas' nullable dtype of d (int64 -> Int64, str -> string), and d itself where there is none.
func (d DType) Nullable() DType {
	if d.Kind.Valid() && kinds[d.Kind].null != "" {
		d.Null = true
	}
	return d
}
