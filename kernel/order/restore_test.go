package order_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/mem"
)

// values are n values, of which those that are easily lost come often.
func values[T any](r *rand.Rand, n int, draw func() T, often ...T) []T {
	out := make([]T, n)
	for i := range out {
		if out[i] = draw(); len(often) > 0 && r.IntN(3) == 0 {
			out[i] = often[r.IntN(len(often))]
		}
	}
	return out
}

// holes is c with some rows missing, and what lies under them arbitrary.
func holes(r *rand.Rand, c *frame.Column, d dtype.DType) *frame.Column {
	w, err := frame.NewBits(mem.Heap, c.Rows, true)
	if err != nil {
		panic(err)
	}
	for i := range c.Rows {
		if r.IntN(4) == 0 {
			w.Clear(i)
		}
	}
	return frame.NewPlain(d, c.Data, c.Offset, c.Rows, w.Bitmap())
}

// restorables are columns of n rows by what they are.
func restorables(r *rand.Rand, n int) map[string]*frame.Column {
	nans := []float64{math.Float64frombits(0xfff8000000000123), math.Float64frombits(0x7ff0000000000001), nan, 0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1)}
	var nans32 []float32
	var nans16 []uint16
	for _, b := range []uint32{0xffc00123, 0x7f800001, 0x7fc00000, 0, 1 << 31, 0x7f800000, 0xff800000, 1, 1<<31 | 1} {
		nans32 = append(nans32, math.Float32frombits(b))
	}
	for _, b := range []uint16{0xfe01, 0x7c01, 0x7e00, 0, 1 << 15, 0x7c00, 0xfc00, 1, 1<<15 | 1} {
		nans16 = append(nans16, b)
	}
	wide := values(r, n, r.Int64, math.MinInt64, math.MaxInt64, 0, -1)
	small := frame.Of(values(r, n, func() int64 { return int64(int16(r.Uint32())) }, math.MinInt16, math.MaxInt16))
	narrow, err := small.Narrowed(mem.Heap)
	if err != nil || narrow.Enc != frame.Narrow && n > 0 {
		panic(fmt.Sprint(narrow.Enc, err))
	}
	bools, i32 := frame.Of(values(r, n, func() bool { return r.IntN(2) == 0 })), frame.Of(values(r, n, r.Int32, math.MinInt32, math.MaxInt32))
	f64 := frame.Of(values(r, n, r.NormFloat64, nans...))
	out := map[string]*frame.Column{
		"bool": bools, "int32": i32, "float64": f64, "narrow": narrow, "int64": frame.Of(wide),
		"int8":      frame.Of(values(r, n, func() int8 { return int8(r.Uint32()) }, math.MinInt8, math.MaxInt8)),
		"int16":     frame.Of(values(r, n, func() int16 { return int16(r.Uint32()) })),
		"uint8":     frame.Of(values(r, n, func() uint8 { return uint8(r.Uint32()) }, 0, math.MaxUint8)),
		"uint16":    frame.Of(values(r, n, func() uint16 { return uint16(r.Uint32()) }, 0, math.MaxUint16)),
		"uint32":    frame.Of(values(r, n, r.Uint32, 0, math.MaxUint32)),
		"uint64":    frame.Of(values(r, n, r.Uint64, 0, math.MaxUint64)),
		"float16":   frame.NewPlain(dtype.Float16, mem.WrapOf(values(r, n, func() uint16 { return uint16(r.Uint32()) }, nans16...)), 0, n, frame.Bitmap{}),
		"float32":   frame.Of(values(r, n, func() float32 { return float32(r.NormFloat64()) }, nans32...)),
		"whole":     frame.Of(values(r, n, func() float64 { return float64(r.IntN(9)) + 1 })),
		"datetime":  frame.OfType(dtype.Datetime(dtype.Nano), wide),
		"timedelta": frame.OfType(dtype.Timedelta(dtype.Second), values(r, n, func() int64 { return int64(r.IntN(50)) }, frame.NaT)),
		"boolean":   holes(r, bools, dtype.Bool.Nullable()), "Int32": holes(r, i32, dtype.Int32.Nullable()), "Float64": holes(r, f64, dtype.Float64.Nullable()),
		"pending": holes(r, i32, dtype.Int32), "Int64": holes(r, frame.Of(wide), dtype.Int64.Nullable()),
		"text": frame.Strs(slices.Repeat([]string{"b", "a"}, n)[:n]...),
	}
	hollow := holes(r, small, dtype.Int64.Nullable())
	if out["narrow Int64"], err = hollow.Narrowed(mem.Heap); err != nil {
		panic(err)
	}
	for name, c := range maps.Clone(out) { // where a column does not begin with its block
		if n > 9 {
			out[name+" from 3 on"] = c.Slice(3, n-2)
		}
	}
	return out
}

func sameBits(t *testing.T, got, want *frame.Column) {
	t.Helper()
	size := want.DType.Size()
	if want.Enc == frame.Narrow {
		size = int(want.Codes)
	}
	if got.DType != want.DType || got.Enc != want.Enc || got.Codes != want.Codes || got.Rows != want.Rows || got.Valid.IsZero() != want.Valid.IsZero() {
		t.Fatalf("%v %v of %d rows, want %v %v of %d", got.DType, got.Enc, got.Rows, want.DType, want.Enc, want.Rows)
	}
	a, b := got.Data.Bytes()[got.Offset*size:][:size*want.Rows], want.Data.Bytes()[want.Offset*size:][:size*want.Rows]
	for i := range want.Rows {
		if got.IsNull(i) != want.IsNull(i) || got.Valid.Get(i) != want.Valid.Get(i) {
			t.Fatalf("row %d is missing: %v", i, got.IsNull(i))
		}
		if x, y := a[i*size:][:size], b[i*size:][:size]; string(x) != string(y) {
			t.Fatalf("row %d is % x, want % x", i, x, y)
		}
	}
}

// A column put in order from its sorted numbers has the bits of one whose rows are taken, in every dtype and
// both directions.
func TestRowsAndKey(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	restored := map[string]bool{}
	for _, n := range []int{0, 1, 2, 300, 1<<14 + 7} {
		for name, c := range restorables(r, n) {
			for _, desc := range []bool{false, true} {
				for _, first := range []bool{false, true} {
					key := order.Key{Col: c, Desc: desc, NullsFirst: first}
					t.Run(fmt.Sprintf("%s/%d/%v/%v", name, n, desc, first), func(t *testing.T) {
						rows, got, err := order.RowsAndKey(mem.Heap, mem.Heap, key, c.Rows)
						if err != nil {
							t.Fatal(err)
						}
						if !slices.Equal(rows, order.Rows([]order.Key{key}, c.Rows)) {
							t.Fatal("not the order of Rows")
						}
						if restored[name] = restored[name] || got != nil; got == nil {
							return
						}
						want, err := c.Take(mem.Heap, rows)
						if err != nil {
							t.Fatal(err)
						}
						sameBits(t, got, want)
					})
				}
			}
		}
	}
	for name, is := range restored {
		if want := name != "text" && name != "Int64" && name != "text from 3 on" && name != "Int64 from 3 on"; is != want {
			t.Errorf("%s is restored: %v", name, is)
		}
	}
}

// Labels that go along with a column stand as if the rows were taken.
func TestKeyAndLabels(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	along := map[string]bool{}
	for _, n := range []int{2, 300, 1<<14 + 7} {
		labels := map[string]*frame.Column{
			"near":      frame.Of(values(r, n, func() int64 { return int64(r.Int32()) - 1<<30 })),
			"greatest":  frame.Of(values(r, n, func() int64 { return math.MaxInt64 - int64(r.IntN(1<<30)) }, math.MaxInt64)),
			"least":     frame.Of(values(r, n, func() int64 { return math.MinInt64 + int64(r.IntN(1<<30)) }, math.MinInt64)),
			"times":     frame.OfType(dtype.Datetime(dtype.Second), values(r, n, func() int64 { return 1<<40 + int64(r.IntN(1<<30)) })),
			"far apart": frame.Of(values(r, n, func() int64 { return int64(r.IntN(2)) << 32 }, 0, 1<<32)),
			"range":     frame.NewRangeColumn(dtype.Int64, 0, 1, n),
			"small":     frame.Of(values(r, n, r.Int32)),
			"floats":    frame.Of(values(r, n, r.Float64)),
		}
		for name, c := range restorables(r, n) {
			for what, l := range labels {
				if c.Rows != n {
					l = l.Slice(1, 1+c.Rows)
				}
				key := order.Key{Col: c, Desc: len(name)%2 == 0, NullsFirst: len(name)%3 == 0}
				sorted, got, err := order.KeyAndLabels(mem.Heap, mem.Heap, key, l)
				if err != nil {
					t.Fatal(err)
				}
				if sorted == nil {
					continue
				}
				along[name], along[what] = true, true
				rows := order.Rows([]order.Key{key}, c.Rows)
				want, err := c.Take(mem.Heap, rows)
				if err != nil {
					t.Fatal(err)
				}
				sameBits(t, sorted, want)
				if want, err = l.Take(mem.Heap, rows); err != nil {
					t.Fatal(err)
				}
				sameBits(t, got, want)
			}
		}
	}
	for _, name := range []string{"bool", "int8", "int64", "uint64", "whole", "narrow", "datetime", "timedelta", "near", "greatest", "least", "times"} {
		if !along[name] {
			t.Errorf("nothing went along with %s", name)
		}
	}
	for _, name := range []string{"range", "small", "floats", "Int64", "Int32", "text"} {
		if along[name] {
			t.Errorf("something went along with %s", name)
		}
	}
}
