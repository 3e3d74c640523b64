package wasm

import (
	"encoding/binary"
	"math"
	"strconv"

	"github.com/tetratelabs/wazero/api"
)

// numbers are the dtypes of what exports give.
var numbers = map[api.ValueType]string{api.ValueTypeI32: "int32", api.ValueTypeI64: "int64", api.ValueTypeF32: "float32", api.ValueTypeF64: "float64"}

// A number is a value of an export, by its bits.
type number uint64

// isNaN reports whether it is a float of a type, and not a number.
func (v number) isNaN(t api.ValueType) bool {
	return (t == api.ValueTypeF64 || t == api.ValueTypeF32) && math.IsNaN(v.float(t))
}

// float is its value, of a type.
func (v number) float(t api.ValueType) float64 {
	switch t {
	case api.ValueTypeI32:
		return float64(int32(v))
	case api.ValueTypeI64:
		return float64(int64(v))
	case api.ValueTypeF32:
		return float64(api.DecodeF32(uint64(v)))
	}
	return api.DecodeF64(uint64(v))
}

// in is its value as text.
func (v number) in(t api.ValueType) string {
	switch t {
	case api.ValueTypeI32:
		return strconv.Itoa(int(int32(v)))
	case api.ValueTypeI64:
		return strconv.FormatInt(int64(v), 10)
	}
	return strconv.FormatFloat(v.float(t), 'g', -1, 64)
}

// appended is data with it behind, which is of a type, as another: the same, or a float.
func (v number) appended(data []byte, t, as api.ValueType) []byte {
	if t != as {
		if as == api.ValueTypeF32 {
			v = number(api.EncodeF32(float32(v.float(t))))
		} else {
			v = number(api.EncodeF64(v.float(t)))
		}
	}
	if as == api.ValueTypeI32 || as == api.ValueTypeF32 {
		return binary.LittleEndian.AppendUint32(data, uint32(v))
	}
	return binary.LittleEndian.AppendUint64(data, uint64(v))
}
