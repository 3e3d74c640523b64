package chunk

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

// Number is a Go number as the parameter that op.Scalars wants; nil for anything else. Sized Go numbers count
// as Python's int and float: use a 0-d tensor for NumPy's typed scalars.
func Number(v any) any {
	switch v := v.(type) {
	case bool, int64, float64, complex128:
		return v
	case int:
		return int64(v)
	case int8:
		return int64(v)
	case int16:
		return int64(v)
	case int32:
		return int64(v)
	case uint8:
		return int64(v)
	case uint16:
		return int64(v)
	case uint32:
		return int64(v)
	case float32:
		return float64(v)
	case complex64:
		return complex128(v)
	}
	return nil
}

// Fixed refuses dtypes that arrays do not hold.
func Fixed(d dtype.DType) error {
	if !d.Fixed() || d.Null {
		return errs.New(errs.Type, "a tensor cannot hold dtype %s", d)
	}
	return nil
}

// Parameter is a parameter of any type as it travels: numbers have one type of each kind.
func Parameter(v any) any {
	if n := Number(v); n != nil {
		return n
	}
	return v
}
