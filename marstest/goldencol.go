package marstest

import (
	"strconv"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// build makes a column of what golden.py's _column wrote.
func (c goldenColumn) build(t testing.TB) *frame.Column {
	t.Helper()
	d, err := dtype.Parse(c.DType)
	if err != nil {
		t.Fatal(err)
	}
	n := len(c.Data)
	switch {
	case c.Categories != nil:
		d.Ordered = c.Ordered
		b := mem.WrapOf(codes(c.Codes))
		return frame.NewDict(d, &frame.Dictionary{Values: c.Categories.build(t)}, b, 0, len(c.Codes), 4)
	case d.IsObject():
		return frame.NewObjects(objects(c.Data))
	case d.IsString() || d.IsBinary():
		b := frame.PlainStr(mem.Heap, d)
		for _, v := range c.Data {
			if s, ok := v.(string); ok {
				b.Append(s)
			} else {
				b.AppendNull()
			}
		}
		col, err := b.Column()
		if err != nil {
			t.Fatal(err)
		}
		return col
	}
	block, _ := mem.Heap.Alloc(n * d.Size())
	col := frame.NewPlain(d, block, 0, n, frame.Bitmap{})
	if d.Null {
		w, err := frame.NewBits(mem.Heap, n, true)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range c.Data {
			if v == nil {
				w.Clear(i)
			}
		}
		col.Valid = w.Bitmap()
	}
	fillColumn(t, col, c.Data)
	return col
}

func codes(in []int) []int32 {
	out := make([]int32, len(in))
	for i, v := range in {
		out[i] = int32(v)
	}
	return out
}

func objects(in []any) []any {
	out := make([]any, len(in))
	for i, v := range in {
		out[i] = object(v)
	}
	return out
}

// object reads a cell that golden.py's _object wrote. Numbers without a tag are ints.
func object(v any) any {
	switch v := v.(type) {
	case float64:
		if v == float64(int64(v)) {
			return int64(v)
		}
	case map[string]any:
		switch {
		case v["time"] != nil:
			return label(v).Value()
		case v["list"] != nil:
			return objects(v["list"].([]any))
		case v["tuple"] != nil:
			return frame.Tuple(objects(v["tuple"].([]any)))
		case v["na"] != nil:
			return frame.NA
		case v["float"] != nil:
			return number(v["float"])
		case v["bytes"] != nil:
			var b []byte
			for _, r := range v["bytes"].(string) {
				b = append(b, byte(r))
			}
			return b
		}
		u, _ := dtype.ParseUnit(v["unit"].(string))
		if t, ok := v["Timestamp"]; ok {
			return frame.Timestamp{Ticks: whole(t), Unit: u}
		}
		return frame.Timedelta{Ticks: whole(v["Timedelta"]), Unit: u}
	}
	return v
}

// fillColumn writes JSON numbers into a plain fixed-width column.
func fillColumn(t testing.TB, c *frame.Column, data []any) {
	t.Helper()
	b := c.Data
	for i, v := range data {
		switch c.DType.Kind {
		case dtype.BoolKind:
			mem.View[bool](b, i, 1)[0] = v == true
		case dtype.Int8Kind:
			mem.View[int8](b, i, 1)[0] = int8(whole(v))
		case dtype.Int16Kind:
			mem.View[int16](b, i, 1)[0] = int16(whole(v))
		case dtype.Int32Kind:
			mem.View[int32](b, i, 1)[0] = int32(whole(v))
		case dtype.Int64Kind:
			mem.View[int64](b, i, 1)[0] = whole(v)
		case dtype.Uint8Kind:
			mem.View[uint8](b, i, 1)[0] = uint8(whole(v))
		case dtype.Uint16Kind:
			mem.View[uint16](b, i, 1)[0] = uint16(whole(v))
		case dtype.Uint32Kind:
			mem.View[uint32](b, i, 1)[0] = uint32(whole(v))
		case dtype.Uint64Kind:
			mem.View[uint64](b, i, 1)[0] = uint64(whole(v))
		case dtype.Float16Kind:
			mem.View[dtype.F16](b, i, 1)[0] = dtype.ToF16From64(number(v))
		case dtype.Float32Kind:
			mem.View[float32](b, i, 1)[0] = float32(number(v))
		case dtype.Float64Kind:
			mem.View[float64](b, i, 1)[0] = number(v)
		case dtype.Complex64Kind:
			p := v.([]any)
			mem.View[complex64](b, i, 1)[0] = complex(float32(number(p[0])), float32(number(p[1])))
		case dtype.Complex128Kind:
			p := v.([]any)
			mem.View[complex128](b, i, 1)[0] = complex(number(p[0]), number(p[1]))
		case dtype.DatetimeKind, dtype.TimedeltaKind:
			mem.View[int64](b, i, 1)[0] = frame.NaT
			if v != nil {
				mem.View[int64](b, i, 1)[0] = whole(v)
			}
		default:
			t.Fatalf("no golden of dtype %s", c.DType)
		}
	}
}

// whole reads an integer: golden.py writes those past 2^53 as text.
func whole(v any) int64 {
	switch v := v.(type) {
	case float64:
		return int64(v)
	case string:
		if n, err := strconv.ParseInt(v, 10, 64); err == nil {
			return n
		}
		n, err := strconv.ParseUint(v, 10, 64)
		if err != nil {
			panic(err)
		}
		return int64(n)
	case bool:
		if v {
			return 1
		}
	}
	return 0
}
