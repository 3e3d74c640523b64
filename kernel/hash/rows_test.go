package hash_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
)

func one(c *frame.Column) uint64 { return hash.Rows([]*frame.Column{c}, 1)[0] }

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
	if hash.Rows([]*frame.Column{a, b}, 1)[0] == hash.Rows([]*frame.Column{b, a}, 1)[0] {
		t.Error("(1, 2) and (2, 1) collide")
	}
}

func TestPartsAreEven(t *testing.T) {
	v := make([]int64, 20000)
	for i := range v {
		v[i] = int64(i)
	}
	n := make([]int, 7)
	for _, h := range hash.Rows([]*frame.Column{frame.Of(v)}, len(v)) {
		n[hash.Part(h, 7)]++
	}
	for p, k := range n {
		if k < 2500 || k > 3250 {
			t.Errorf("part %d has %d of 20000 rows", p, k)
		}
	}
}
