package hash_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
)

func one(cols ...*frame.Column) uint64 {
	h, err := hash.Rows(mem.Heap, cols...)
	if err != nil {
		panic(err)
	}
	return h[0]
}

func TestEqualValuesHashEqual(t *testing.T) {
	if one(frame.Of([]int64{7})) != one(frame.Of([]float64{7})) {
		t.Error("7 and 7.0 differ")
	}
	if one(frame.Of([]int32{-3})) != one(frame.Of([]int64{-3})) {
		t.Error("int32 and int64 differ")
	}
	if one(frame.Of([]float64{0})) != one(frame.Of([]float64{math.Copysign(0, -1)})) {
		t.Error("0.0 and -0.0 differ")
	}
	if one(frame.Of([]float64{math.NaN()})) != one(frame.Of([]float64{math.Float64frombits(0x7ff8000000000123)})) {
		t.Error("two NaNs differ")
	}
	if one(frame.Of([]float64{0.5})) == one(frame.Of([]float64{0.25})) {
		t.Error("0.5 and 0.25 collide")
	}
	if one(frame.Strs("abc")) != one(frame.Strs("abc")) || one(frame.Strs("abcdefghij")) == one(frame.Strs("abcdefghik")) {
		t.Error("strings")
	}
}

func TestColumnsDoNotCommute(t *testing.T) {
	a, b := frame.Of([]int64{1}), frame.Of([]int64{2})
	if one(a, b) == one(b, a) {
		t.Error("(1, 2) and (2, 1) collide")
	}
}

func TestPartsAreEven(t *testing.T) {
	v := make([]int64, 20000)
	for i := range v {
		v[i] = int64(i)
	}
	n := make([]int, 7)
	hs, err := hash.Rows(mem.Heap, frame.Of(v))
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hs {
		n[hash.Part(h, 7)]++
	}
	for p, k := range n {
		if k < 2500 || k > 3250 {
			t.Errorf("part %d has %d of 20000 rows", p, k)
		}
	}
}

// Integers that are near each other are hashed by a table; their hashes are those of each alone and of the
// same floats.
func TestNearIntegersHashAsFloats(t *testing.T) {
	const rows = 3000 // more than a batch
	check := func(name string, c *frame.Column, at func(i int) float64) {
		t.Helper()
		hs, err := hash.Rows(mem.Heap, c)
		if err != nil {
			t.Fatal(err)
		}
		for i, h := range hs {
			if want := one(frame.Of([]float64{at(i)})); h != want {
				t.Fatalf("%s: row %d, %g: %x, want %x", name, i, at(i), h, want)
			}
		}
	}
	i8, u8 := make([]int8, rows), make([]uint8, rows)
	for i := range rows {
		i8[i], u8[i] = int8(i), uint8(255-i)
	}
	check("int8", frame.Of(i8), func(i int) float64 { return float64(i8[i]) })
	check("uint8", frame.Of(u8), func(i int) float64 { return float64(u8[i]) })
	for _, span := range []int64{1, 255, 256, 257, 1 << 20} {
		for _, from := range []int64{0, -span / 2, math.MinInt64, math.MaxInt64 - span, 1 << 53} {
			i64, u64 := make([]int64, rows), make([]uint64, rows)
			for i := range rows {
				i64[i] = from + int64(i)*7919%span
				u64[i] = uint64(i64[i])
			}
			check("int64", frame.Of(i64), func(i int) float64 { return float64(i64[i]) })
			check("uint64", frame.Of(u64), func(i int) float64 { return float64(u64[i]) })
		}
	}
}
