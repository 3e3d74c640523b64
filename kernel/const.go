package kernel

import (
	"slices"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/basic"
)

// word holds any single element, aligned for all of them.
type word [16]byte

// encode is the bytes of v as an element of d.
func encode(v any, d dtype.DType) (string, bool) {
	var w word
	switch x := v.(type) {
	case bool:
		return cast(d, x)
	case int:
		return cast(d, int64(x))
	case int8:
		return cast(d, x)
	case int16:
		return cast(d, x)
	case int32:
		return cast(d, x)
	case int64:
		return cast(d, x)
	case uint:
		return cast(d, uint64(x))
	case uint8:
		return cast(d, x)
	case uint16:
		return cast(d, x)
	case uint32:
		return cast(d, x)
	case uint64:
		return cast(d, x)
	case dtype.F16:
		return cast(d, x)
	case float32:
		return cast(d, x)
	case float64:
		return cast(d, x)
	case complex64:
		return cast(d, x)
	case complex128:
		return cast(d, x)
	}
	return string(w[:0]), false
}

func cast[T dtype.Elem](d dtype.DType, v T) (string, bool) {
	l, err := basic.Cast(d, dtype.Of[T]())
	if err != nil {
		return "", false
	}
	var out complex128
	to := basic.One(&out)
	if err := l.Run(1, []basic.Vec{basic.One(&v)}, []basic.Vec{to}); err != nil {
		return "", false
	}
	return string(unsafe.Slice((*byte)(to.P), d.Size())), true
}

// evaluate runs a loop on constants.
func (b *Builder) evaluate(l basic.Loop, args []Reg) (string, bool) {
	for _, a := range args {
		if a == 0 || b.at(a).code != constCode {
			return "", false
		}
	}
	in := make([]basic.Vec, len(args))
	for i, a := range args {
		in[i] = constant(b.at(a).val)
	}
	var out complex128
	to := basic.One(&out)
	if err := l.Run(1, in, []basic.Vec{to}); err != nil {
		return "", false
	}
	return string(slices.Clone(unsafe.Slice((*byte)(to.P), l.Out[0].Size()))), true
}

// constant is an operand of one value with these bytes.
func constant(val string) basic.Vec {
	w := new(complex128)
	v := basic.One(w)
	copy(unsafe.Slice((*byte)(v.P), 16), val)
	return v
}
