package dtype

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// TestIntOf compares with big numbers over all floats.
func TestIntOf(t *testing.T) {
	for _, v := range []float64{0, -0.5, 1 << 53, 1<<63 - 1024, 1 << 63, -1 << 63, -1<<63 - 2048, 1 << 64, 1e300, -1e300, math.Inf(1), math.Inf(-1), math.NaN()} {
		checkIntOf(t, v)
	}
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64().Draw(t, "v")
		if rapid.Bool().Draw(t, "whole") {
			v = math.Trunc(v)
		}
		checkIntOf(t, v)
	})
}

func checkIntOf(t interface{ Fatalf(string, ...any) }, v float64) {
	whole := v == math.Trunc(v) && !math.IsInf(v, 0)
	b := new(big.Int)
	if whole {
		new(big.Float).SetFloat64(v).Int(b)
	}
	n, ok := IntOf(v)
	if ok != (whole && b.IsInt64()) || ok && n != b.Int64() {
		t.Fatalf("IntOf(%g) is %d, %t", v, n, ok)
	}
	for _, d := range []DType{Bool, Int8, Int64, Uint8, Uint32, Uint64} {
		lo, hi, _ := d.IntRange()
		want := whole && b.Cmp(big.NewInt(lo)) >= 0 && b.Cmp(new(big.Int).SetUint64(hi)) <= 0
		if d.HoldsWhole(v) != want {
			t.Fatalf("%s holds %g: %t", d, v, !want)
		}
	}
}
