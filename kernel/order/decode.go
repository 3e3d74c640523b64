package order

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// decode is the inverse of encoder.fixed. The values of eight bytes may take the place of their numbers.
func (r *restorer) decode(b *mem.Block) {
	words, not, n := r.words, r.e.mask(), len(r.words)
	switch r.c.DType.Kind {
	case dtype.BoolKind, dtype.Uint8Kind:
		toUnsigned(mem.View[uint8](b, 0, n), words, not)
	case dtype.Uint16Kind:
		toUnsigned(mem.View[uint16](b, 0, n), words, not)
	case dtype.Uint32Kind:
		toUnsigned(mem.View[uint32](b, 0, n), words, not)
	case dtype.Uint64Kind:
		for i, w := range words {
			words[i] = w ^ not
		}
	case dtype.Int8Kind:
		toSigned(mem.View[int8](b, 0, n), words, not, 0)
	case dtype.Int16Kind:
		toSigned(mem.View[int16](b, 0, n), words, not, 0)
	case dtype.Int32Kind:
		toSigned(mem.View[int32](b, 0, n), words, not, 0)
	case dtype.Int64Kind:
		toSigned(mem.View[int64](b, 0, n), words, not, 0)
	case dtype.DatetimeKind, dtype.TimedeltaKind:
		toSigned(mem.View[int64](b, 0, n), words, not, r.e.miss&1)
	case dtype.Float16Kind:
		out := mem.View[dtype.F16](b, 0, n)
		for i, w := range words {
			out[i] = dtype.ToF16From64(floatOf(w ^ not))
		}
	case dtype.Float32Kind:
		toFloats(mem.View[float32](b, 0, n), words, not)
	default:
		toFloats(mem.View[float64](b, 0, n), words, not)
	}
}

func toUnsigned[T uint8 | uint16 | uint32](out []T, words []uint64, not uint64) {
	for i, w := range words {
		out[i] = T(w ^ not - 1)
	}
}

func toSigned[T int8 | int16 | int32 | int64](out []T, words []uint64, not, less uint64) {
	for i, w := range words {
		out[i] = T((w ^ not + less) ^ sign)
	}
}

func toFloats[T float32 | float64](out []T, words []uint64, not uint64) {
	for i, w := range words {
		out[i] = T(floatOf(w ^ not))
	}
}

// floatOf is the inverse of floatBits.
func floatOf(w uint64) float64 {
	return math.Float64frombits(w ^ (^uint64(int64(w)>>63) | sign))
}

// fetch writes the values of a run as they were.
func (r *restorer) fetch(b *mem.Block, rows []int64, run [2]int) {
	rows = rows[run[0]:run[1]]
	switch r.c.DType.Size() {
	case 1:
		fetchAs(mem.View[uint8](b, run[0], len(rows)), frame.Values[uint8](r.c), rows)
	case 2:
		fetchAs(mem.View[uint16](b, run[0], len(rows)), frame.Values[uint16](r.c), rows)
	case 4:
		fetchAs(mem.View[uint32](b, run[0], len(rows)), frame.Values[uint32](r.c), rows)
	default:
		fetchAs(mem.View[uint64](b, run[0], len(rows)), frame.Values[uint64](r.c), rows)
	}
}

func fetchAs[T uint8 | uint16 | uint32 | uint64](out, in []T, rows []int64) {
	for i, row := range rows {
		out[i] = in[row]
	}
}
