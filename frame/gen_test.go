package frame_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A model is a column as a list of cells: what every operation is compared with.
type model struct {
	c     *frame.Column
	cells []any
}

var genTypes = []dtype.DType{
	dtype.Bool, dtype.Int8, dtype.Int16, dtype.Int32, dtype.Int64, dtype.Uint8, dtype.Uint16, dtype.Uint32, dtype.Uint64,
	dtype.Float16, dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128, dtype.Datetime(dtype.Micro), dtype.DatetimeTZ(dtype.Second, "UTC"),
	dtype.Timedelta(dtype.Milli), dtype.Str, dtype.NullStr, dtype.Binary, dtype.Categorical, dtype.Object,
	dtype.Bool.Nullable(), dtype.Int8.Nullable(), dtype.Int64.Nullable(), dtype.Uint32.Nullable(), dtype.Float64.Nullable(),
}

// genModel draws a column of dtype d in some encoding, a window on larger blocks as often as not.
func genModel(t *rapid.T, d dtype.DType, maxRows int) model {
	n := rapid.IntRange(0, maxRows).Draw(t, "rows")
	m := genWhole(t, d, n)
	if rapid.Bool().Draw(t, "window") {
		lo := rapid.IntRange(0, n).Draw(t, "lo")
		hi := rapid.IntRange(lo, n).Draw(t, "hi")
		m = model{m.c.Slice(lo, hi), m.cells[lo:hi]}
	}
	return m
}

func genWhole(t *rapid.T, d dtype.DType, n int) model {
	enc := rapid.SampledFrom([]frame.Enc{frame.Plain, frame.Plain, frame.Dict, frame.Const, frame.Range, frame.Narrow}).Draw(t, "encoding")
	switch {
	case d.IsCategorical():
		return genDict(t, d, n)
	case enc == frame.Range && (d == dtype.Int64 || d.IsTemporal()):
		start, step := rapid.Int64Range(-5, 5).Draw(t, "start"), rapid.Int64Range(-3, 3).Draw(t, "step")
		m := model{c: frame.NewRangeColumn(d, start, step, n)}
		for i := range n {
			m.cells = append(m.cells, timed(d, start+int64(i)*step))
		}
		return m
	case enc == frame.Const && n > 0:
		one := genCells(t, d, 1)
		c, err := frame.NewConst(dirty, plain(t, d, one), n)
		if err != nil {
			t.Fatal(err)
		}
		m := model{c: c}
		for range n {
			m.cells = append(m.cells, one[0])
		}
		return m
	case enc == frame.Dict && !d.IsObject():
		return genDict(t, d, n)
	}
	cells := genCells(t, d, n)
	m := model{plain(t, d, cells), cells}
	if enc == frame.Narrow {
		c, err := m.c.Narrowed(dirty)
		if err != nil {
			t.Fatal(err)
		}
		m.c = c
	}
	return m
}

// genDict draws codes into a small dictionary. Of dtypes that cannot miss no code is -1.
func genDict(t *rapid.T, d dtype.DType, n int) model {
	v := d
	if d.IsCategorical() {
		v = rapid.SampledFrom([]dtype.DType{dtype.Str, dtype.Int64, dtype.Datetime(dtype.Second)}).Draw(t, "categories")
	}
	var vals []any
	seen := map[any]bool{}
	for _, c := range genCells(t, v, 6) {
		k := c
		if b, ok := c.([]byte); ok {
			k = string(b)
		}
		if f, ok := c.(float64); ok && f == 0 {
			k = 0.0
		}
		if z, ok := c.(complex128); ok && z != z || frame.IsMissing(c) || seen[k] {
			continue
		}
		seen[k] = true
		vals = append(vals, c)
	}
	dict, err := frame.NewDictionary(plain(t, v, vals))
	if err != nil {
		t.Fatal(err)
	}
	least := -1
	if !frame.CanMiss(d) {
		least = 0
	}
	if len(vals) == 0 && least == 0 {
		n = 0
	}
	codes := make([]int32, n)
	m := model{}
	for i := range codes {
		k := rapid.IntRange(least, len(vals)-1).Draw(t, "code")
		codes[i] = int32(k)
		if k >= 0 {
			m.cells = append(m.cells, vals[k])
		} else {
			m.cells = append(m.cells, missing(d))
		}
	}
	block, width := mem.WrapOf(codes), frame.CodeWidth(4)
	switch rapid.IntRange(0, 2).Draw(t, "width") {
	case 0:
		block, width = mem.WrapOf(narrow[int8](codes)), 1
	case 1:
		block, width = mem.WrapOf(narrow[int16](codes)), 2
	}
	m.c = frame.NewDict(d, dict, block, 0, n, width)
	return m
}

func narrow[T int8 | int16](ks []int32) []T {
	out := make([]T, len(ks))
	for i, k := range ks {
		out[i] = T(k)
	}
	return out
}

// missing is the cell of a row that misses.
func missing(d dtype.DType) any {
	switch {
	case d.IsObject() || d.IsFloat() && !d.Null:
		return math.NaN()
	case d.IsComplex():
		return complex(math.NaN(), 0)
	}
	return nil
}

func timed(d dtype.DType, v int64) any {
	switch {
	case d.IsDatetime():
		return frame.Timestamp{Ticks: v, Unit: d.Unit, TZ: d.TZ}
	case d.IsTimedelta():
		return frame.Timedelta{Ticks: v, Unit: d.Unit}
	}
	return v
}

func genCells(t *rapid.T, d dtype.DType, n int) []any {
	out := make([]any, n)
	for i := range out {
		if frame.CanMiss(d) && rapid.IntRange(0, 4).Draw(t, "missing") == 0 {
			out[i] = missing(d)
			if d.IsObject() {
				out[i] = nil
			}
			continue
		}
		small := rapid.Int64Range(0, 100).Draw(t, "value")
		switch {
		case d.IsBool():
			out[i] = small%2 == 0
		case d.Kind == dtype.Int64Kind: // of any width
			out[i] = (small - 50) << rapid.SampledFrom([]int{0, 0, 0, 0, 8, 20, 40}).Draw(t, "shift")
		case d.IsInt():
			out[i] = small - 50
		case d.IsUint():
			out[i] = uint64(small)
		case d.IsFloat():
			out[i] = float64(small-50) / 4
		case d.IsComplex():
			out[i] = complex(float64(small)/4, float64(small%7))
		case d.IsTemporal():
			out[i] = timed(d, small*3600000)
		case d.IsString():
			out[i] = genText(t)
		case d.IsBinary():
			out[i] = []byte(genText(t))
		default:
			out[i] = rapid.SampledFrom([]any{int64(1), "a", 2.5, true, frame.NA}).Draw(t, "object")
		}
	}
	return out
}

func genText(t *rapid.T) string {
	return rapid.SampledFrom([]string{"", "a", "ab", "twelve bytes", "thirteen byte", "thirteen bytf", "thi", "naïve", "a text that is rather long, so that it lies in a heap"}).Draw(t, "text")
}

// plain builds the plain column of cells.
func plain(t interface{ Fatal(...any) }, d dtype.DType, cells []any) *frame.Column {
	c, err := plainColumn(d, cells)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func plainColumn(d dtype.DType, cells []any) (*frame.Column, error) {
	switch d.Kind {
	case dtype.ObjectKind:
		return frame.NewObjects(cells), nil
	case dtype.StringKind, dtype.BinaryKind:
		b := frame.PlainStr(dirty, d)
		for _, v := range cells {
			switch v := v.(type) {
			case string:
				b.Append(v)
			case []byte:
				b.AppendBytes(v)
			default:
				b.AppendNull()
			}
		}
		return b.Column()
	case dtype.BoolKind:
		return numbers(d, cells, func(v any) bool { return v.(bool) })
	case dtype.Int8Kind:
		return numbers(d, cells, func(v any) int8 { return int8(v.(int64)) })
	case dtype.Int16Kind:
		return numbers(d, cells, func(v any) int16 { return int16(v.(int64)) })
	case dtype.Int32Kind:
		return numbers(d, cells, func(v any) int32 { return int32(v.(int64)) })
	case dtype.Int64Kind:
		return numbers(d, cells, func(v any) int64 { return v.(int64) })
	case dtype.DatetimeKind:
		return numbers(d, cells, func(v any) int64 { return v.(frame.Timestamp).Ticks })
	case dtype.TimedeltaKind:
		return numbers(d, cells, func(v any) int64 { return v.(frame.Timedelta).Ticks })
	case dtype.Uint8Kind:
		return numbers(d, cells, func(v any) uint8 { return uint8(v.(uint64)) })
	case dtype.Uint16Kind:
		return numbers(d, cells, func(v any) uint16 { return uint16(v.(uint64)) })
	case dtype.Uint32Kind:
		return numbers(d, cells, func(v any) uint32 { return uint32(v.(uint64)) })
	case dtype.Uint64Kind:
		return numbers(d, cells, func(v any) uint64 { return v.(uint64) })
	case dtype.Float16Kind:
		return numbers(d, cells, func(v any) dtype.F16 { return dtype.ToF16From64(v.(float64)) })
	case dtype.Float32Kind:
		return numbers(d, cells, func(v any) float32 { return float32(v.(float64)) })
	case dtype.Float64Kind:
		return numbers(d, cells, func(v any) float64 { return v.(float64) })
	case dtype.Complex64Kind:
		return numbers(d, cells, func(v any) complex64 { return complex64(v.(complex128)) })
	}
	return numbers(d, cells, func(v any) complex128 { return v.(complex128) })
}

func numbers[T dtype.Elem](d dtype.DType, cells []any, of func(any) T) (*frame.Column, error) {
	b := frame.NewNumBuilder[T](dirty, d, 0)
	for _, v := range cells {
		if frame.IsMissing(v) {
			b.AppendNull()
		} else {
			b.Append(of(v))
		}
	}
	return b.Column()
}

// sameCells reports the first row in which two lists differ, -1 for none.
func sameCells(a, b []any) int {
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	for i := range a {
		if !sameCell(a[i], b[i]) {
			return i
		}
	}
	return -1
}

func sameCell(a, b any) bool {
	switch x := a.(type) {
	case float64:
		y, ok := b.(float64)
		return ok && (x == y || x != x && y != y)
	case complex128:
		y, ok := b.(complex128)
		return ok && (x == y || x != x && y != y)
	case []byte:
		y, ok := b.([]byte)
		return ok && string(x) == string(y)
	}
	return a == b
}

func (m model) check(t *rapid.T, what string) {
	t.Helper()
	if got := m.c.Cells(); sameCells(got, m.cells) >= 0 {
		t.Fatalf("%s of %s %s: %v, not %v", what, m.c.Enc, m.c.DType, got, m.cells)
	}
	nulls := 0
	for i, v := range m.cells {
		null := frame.IsMissing(v)
		if z, ok := v.(complex128); ok {
			null = z != z
		}
		if null {
			nulls++
		}
		if m.c.IsNull(i) != null {
			t.Fatalf("%s of %s %s: IsNull(%d) is %v", what, m.c.Enc, m.c.DType, i, !null)
		}
	}
	if m.c.NullCount() != nulls {
		t.Fatalf("%s of %s %s: %d missing, not %d", what, m.c.Enc, m.c.DType, m.c.NullCount(), nulls)
	}
}

func forAllTypes(t *testing.T, f func(t *rapid.T, d dtype.DType)) {
	for _, d := range genTypes {
		t.Run(d.String(), rapid.MakeCheck(func(t *rapid.T) { f(t, d) }))
	}
}

// dirty is an allocator whose blocks are not zero, as those of a pool are not.
var dirty mem.Allocator = soiled{}

type soiled struct{}

func (soiled) Alloc(n int) (*mem.Block, error) {
	b, err := mem.Heap.Alloc(n)
	for i := range b.Bytes() {
		b.Bytes()[i] = 0xa5
	}
	return b, err
}
