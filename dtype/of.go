package dtype

// An Elem is a Go type that holds one element of a fixed-width dtype. F16 holds float16; int64 holds
// datetime64 and timedelta64 too.
type Elem interface {
	bool | int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | F16 | float32 | float64 | complex64 | complex128
}

// Of is the dtype of Go type T.
func Of[T Elem]() DType {
	var z T
	switch any(z).(type) {
	case bool:
		return Bool
	case int8:
		return Int8
	case int16:
		return Int16
	case int32:
		return Int32
	case int64:
		return Int64
	case uint8:
		return Uint8
	case uint16:
		return Uint16
	case uint32:
		return Uint32
	case uint64:
		return Uint64
	case F16:
		return Float16
	case float32:
		return Float32
	case float64:
		return Float64
	case complex64:
		return Complex64
	}
	return Complex128
}

// Holds reports that elements of d are stored as Go type T: the dtype of T itself, or int64 for datetime64
// and timedelta64.
func Holds[T Elem](d DType) bool {
	o := Of[T]()
	return o.Kind == d.Kind || d.IsTemporal() && o.Kind == Int64Kind
}
