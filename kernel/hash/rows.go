package hash

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Rows is the hash of every row of columns of equal length, at least one.
func Rows(al mem.Allocator, cols ...*frame.Column) ([]uint64, error) {
	if len(cols) == 0 {
		return nil, errs.New(errs.Internal, "hash of no column")
	}
	out, _, err := mem.Scratch[uint64](al, cols[0].Rows)
	if err != nil {
		return nil, err
	}
	RowsInto(out, cols)
	return out, nil
}

// RowsInto is Rows into memory of the caller, as long as the columns.
func RowsInto(out []uint64, cols []*frame.Column) {
	for i := range out {
		out[i] = k1
	}
	if len(out) == 0 {
		return
	}
	tmp := make([]uint64, min(len(out), batch))
	for _, c := range cols {
		if c.Enc == frame.Dict {
			coded(out, c)
			continue
		}
		for lo := 0; lo < len(out); lo += batch {
			hi := min(lo+batch, len(out))
			t := tmp[:hi-lo]
			column(t, c.Slice(lo, hi))
			for i, h := range t {
				out[lo+i] = join(out[lo+i], h)
			}
		}
	}
}

// batch is the rows hashed at once, so that they stay in the first cache.
const batch = 2048

// column writes the hash of every row of c, which has some and is no dictionary.
func column(out []uint64, c *frame.Column) {
	switch {
	case c.DType.IsObject():
		for i, v := range c.Objects {
			out[i] = cell(v)
		}
	case c.Enc == frame.Const:
		one, err := c.Slice(0, 1).Decode(mem.Heap)
		if err != nil {
			panic(err) // the Go heap does not refuse
		}
		plain(out[:1], one)
		for i := range out {
			out[i] = out[0]
		}
	default:
		p, err := c.Stored().Decode(mem.Heap) // ranges only, a batch of them
		if err != nil {
			panic(err)
		}
		plain(out, p)
	}
}

// coded joins the hashes of a dictionary, taken once, to those of the rows.
func coded(out []uint64, c *frame.Column) {
	vals := make([]uint64, c.Dict.Len()+1)
	vals[0] = Null
	if len(vals) > 1 {
		column(vals[1:], c.Dict.Values)
	}
	switch c.Codes {
	case 1:
		spread(out, vals, frame.CodesOf[int8](c))
	case 2:
		spread(out, vals, frame.CodesOf[int16](c))
	default:
		spread(out, vals, frame.CodesOf[int32](c))
	}
}

func spread[C int8 | int16 | int32](out, vals []uint64, codes []C) {
	for i, k := range codes {
		out[i] = join(out[i], vals[int(k)+1])
	}
}

// plain hashes a plain column.
func plain(out []uint64, c *frame.Column) {
	switch c.DType.Kind {
	case dtype.BoolKind:
		wholes(out, frame.Values[uint8](c))
	case dtype.Int8Kind:
		wholes(out, frame.Values[int8](c))
	case dtype.Int16Kind:
		wholes(out, frame.Values[int16](c))
	case dtype.Int32Kind:
		wholes(out, frame.Values[int32](c))
	case dtype.Int64Kind:
		wholes(out, frame.Values[int64](c))
	case dtype.Uint8Kind:
		wholes(out, frame.Values[uint8](c))
	case dtype.Uint16Kind:
		wholes(out, frame.Values[uint16](c))
	case dtype.Uint32Kind:
		wholes(out, frame.Values[uint32](c))
	case dtype.Uint64Kind:
		wholes(out, frame.Values[uint64](c))
	case dtype.Float16Kind:
		for i, v := range frame.Values[uint16](c) {
			out[i] = Float64(dtype.F16(v).Float64())
		}
	case dtype.Float32Kind:
		numbers(out, frame.Values[float32](c))
	case dtype.Float64Kind:
		numbers(out, frame.Values[float64](c))
	case dtype.Complex64Kind:
		for i, v := range frame.Values[complex64](c) {
			out[i] = complexHash(complex128(v))
		}
	case dtype.Complex128Kind:
		for i, v := range frame.Values[complex128](c) {
			out[i] = complexHash(v)
		}
	case dtype.DatetimeKind, dtype.TimedeltaKind:
		for i, v := range frame.Values[int64](c) {
			out[i] = timeHash(v, c.DType.Unit)
		}
	case dtype.StringKind, dtype.BinaryKind:
		views := frame.Views(c)
		for i := range views {
			out[i] = Bytes(views[i].Bytes(c.Heaps))
		}
	default:
		panic("hash: rows of " + c.DType.String())
	}
	if !c.Valid.IsZero() {
		for i := range out {
			if !c.Valid.Get(i) {
				out[i] = Null
			}
		}
	}
}

func numbers[T whole | float32 | float64](out []uint64, in []T) {
	for i, v := range in {
		out[i] = Float64(float64(v))
	}
}

// nearWholes is the span of integers whose hashes are taken once for a batch of rows that have no others.
const nearWholes = 256

// wholes is numbers of integers.
func wholes[T whole](out []uint64, in []T) {
	lo, hi, ok := nearby(in)
	if !ok || len(in) < 2*nearWholes {
		numbers(out, in)
		return
	}
	var hashes [nearWholes]uint64
	for k := range uint64(hi) - uint64(lo) + 1 {
		hashes[k] = Float64(float64(lo + T(k)))
	}
	for i, v := range in {
		out[i] = hashes[uint8(v-lo)]
	}
}

// nearby is the least and the greatest of some integers, as long as their span is less than nearWholes.
func nearby[T whole](in []T) (lo, hi T, ok bool) {
	const few = 64
	for lo, hi = in[0], in[0]; len(in) > 0; in = in[min(few, len(in)):] {
		for _, v := range in[:min(few, len(in))] {
			lo, hi = min(lo, v), max(hi, v)
		}
		if uint64(hi)-uint64(lo) >= nearWholes {
			return lo, hi, false
		}
	}
	return lo, hi, true
}

// complexHash is that of the real part where there is no other, as complex numbers then equal real ones.
func complexHash(v complex128) uint64 {
	switch {
	case v != v:
		return Null
	case imag(v) == 0:
		return Float64(real(v))
	}
	return join(Float64(real(v)), Float64(imag(v)))
}

// timeHash is the hash of an instant, whatever the unit: whole seconds, then the rest in nanoseconds. Units
// that are no part or multiple of seconds hash their ticks.
func timeHash(v int64, u dtype.Unit) uint64 {
	if v == frame.NaT {
		return Null
	}
	if f, ok := dtype.Factor(u, dtype.Second); ok {
		return join(Uint64(uint64(v*f)), 0)
	}
	per, ok := dtype.Factor(dtype.Second, u)
	if !ok {
		return Uint64(uint64(v))
	}
	s, r := v/per, v%per
	if r < 0 {
		s, r = s-1, r+per
	}
	if per <= 1e9 {
		r *= 1e9 / per
	}
	return join(Uint64(uint64(s)), uint64(r))
}

// cell is the hash of a value of an object column.
func cell(v any) uint64 {
	if frame.IsMissing(v) {
		return Null
	}
	switch v := v.(type) {
	case bool:
		if v {
			return Float64(1)
		}
		return Float64(0)
	case int64:
		return Float64(float64(v))
	case uint64:
		return Float64(float64(v))
	case float64:
		return Float64(v)
	case complex128:
		return complexHash(v)
	case string:
		return Bytes([]byte(v))
	case []byte:
		return Bytes(v)
	case frame.Timestamp:
		return timeHash(v.Ticks, v.Unit)
	case frame.Timedelta:
		return timeHash(v.Ticks, v.Unit)
	case frame.Tuple:
		h := uint64(k2)
		for _, e := range v {
			h = join(h, cell(e))
		}
		return h
	}
	if l, ok := frame.LabelOf(v); ok && l.Kind() != frame.LabelNil {
		if f, ok := l.Float(); ok && !math.IsNaN(f) {
			return Float64(f)
		}
		return Bytes([]byte(l.Repr()))
	}
	return k0 // values that have no text of their own meet in one partition
}
