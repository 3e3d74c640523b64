package chunk

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// WiderInt is the dtype that holds integers of d and n: the smallest dtype of n with d.
func WiderInt(n int64, d dtype.DType) (dtype.DType, error) {
	for _, w := range []dtype.DType{dtype.Uint8, dtype.Int8, dtype.Uint16, dtype.Int16, dtype.Uint32, dtype.Int32, dtype.Uint64, dtype.Int64} {
		if w.IsUint() == (n >= 0 && d.IsUint()) && w.HoldsInt(n) {
			return dtype.Promote(d, w)
		}
	}
	return dtype.Common(d, dtype.Int64), nil
}

// Holds reports that a column of d can take v as it is.
func Holds(d dtype.DType, v any) bool {
	switch v := v.(type) {
	case bool:
		return d.IsBool() || d.IsObject()
	case int64:
		return d.Null && d.IsBool() || d.IsInteger() && d.HoldsInt(v) || d.IsFloat() || d.IsComplex() || d.IsObject()
	case float64:
		return d.Null && d.IsBool() || d.IsFloat() || d.IsComplex() || d.IsObject() || d.IsInteger() && d.HoldsWhole(v)
	case string:
		return d.IsString() || d.IsObject() || d.IsCategorical()
	case frame.Timestamp:
		return d.IsDatetime() && (d.TZ == "") == (v.TZ == "") && whole(v.Ticks, v.Unit, d.Unit) || d.IsObject()
	case frame.Timedelta:
		return d.IsTimedelta() && whole(v.Ticks, v.Unit, d.Unit) || d.IsObject()
	}
	return d.IsObject()
}

// whole reports ticks of a unit that are a whole number of another one.
func whole(ticks int64, u, to dtype.Unit) bool {
	if u <= to {
		return true
	}
	for ; u > to; u-- {
		if ticks%1000 != 0 {
			return false
		}
		ticks /= 1000
	}
	return true
}
