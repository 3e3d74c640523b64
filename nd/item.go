package nd

import (
	"fmt"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
)

// pos is the element offset of idx in the block.
func (a *Array) pos(idx []int) int {
	if len(idx) != len(a.Shape) {
		panic(fmt.Sprintf("nd: %d indices for %d axes", len(idx), len(a.Shape)))
	}
	p := a.Offset
	for i, k := range idx {
		if k < 0 || k >= a.Shape[i] {
			panic(fmt.Sprintf("nd: index %d is out of bounds for axis %d with size %d", k, i, a.Shape[i]))
		}
		p += k * a.Strides[i]
	}
	return p
}

// At is the element at idx, whose type T must hold the dtype.
func At[T dtype.Elem](a *Array, idx ...int) T {
	mustHold[T](a)
	return mem.View[T](a.Block, a.pos(idx), 1)[0]
}

// Set writes the element at idx.
func Set[T dtype.Elem](a *Array, v T, idx ...int) {
	mustHold[T](a)
	mem.View[T](a.Block, a.pos(idx), 1)[0] = v
}

// Item is the element at idx as the Go value that holds its dtype; float16 comes as float32, datetime64 and
// timedelta64 as int64.
func (a *Array) Item(idx ...int) any {
	p := a.pos(idx)
	switch a.DType.Kind {
	case dtype.BoolKind:
		return mem.View[bool](a.Block, p, 1)[0]
	case dtype.Int8Kind:
		return mem.View[int8](a.Block, p, 1)[0]
	case dtype.Int16Kind:
		return mem.View[int16](a.Block, p, 1)[0]
	case dtype.Int32Kind:
		return mem.View[int32](a.Block, p, 1)[0]
	case dtype.Int64Kind, dtype.DatetimeKind, dtype.TimedeltaKind:
		return mem.View[int64](a.Block, p, 1)[0]
	case dtype.Uint8Kind:
		return mem.View[uint8](a.Block, p, 1)[0]
	case dtype.Uint16Kind:
		return mem.View[uint16](a.Block, p, 1)[0]
	case dtype.Uint32Kind:
		return mem.View[uint32](a.Block, p, 1)[0]
	case dtype.Uint64Kind:
		return mem.View[uint64](a.Block, p, 1)[0]
	case dtype.Float16Kind:
		return mem.View[dtype.F16](a.Block, p, 1)[0].Float32()
	case dtype.Float32Kind:
		return mem.View[float32](a.Block, p, 1)[0]
	case dtype.Float64Kind:
		return mem.View[float64](a.Block, p, 1)[0]
	case dtype.Complex64Kind:
		return mem.View[complex64](a.Block, p, 1)[0]
	case dtype.Complex128Kind:
		return mem.View[complex128](a.Block, p, 1)[0]
	}
	panic(fmt.Sprintf("nd: item of %v", a.DType))
}
