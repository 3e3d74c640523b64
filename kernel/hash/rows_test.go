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
