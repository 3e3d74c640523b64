package frame_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// TestNullCountOfManyRows counts rows that loops take several at a time, at every offset.
func TestNullCountOfManyRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 90).Draw(t, "rows")
		lo := rapid.IntRange(0, n).Draw(t, "from")
		odd := []float64{math.NaN(), math.Float64frombits(0xfff0000000000001), math.Float64frombits(0x7ff8000000000001), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), -1.5, math.MaxFloat64}
		vs := rapid.SliceOfN(rapid.SampledFrom(odd), n, n).Draw(t, "floats")
		codes := rapid.SliceOfN(rapid.SampledFrom([]int32{-1, 0, 1, 2}), n, n).Draw(t, "codes")
		floats, negative := 0, 0
		for i := lo; i < n; i++ {
			if vs[i] != vs[i] {
				floats++
			}
			if codes[i] < 0 {
				negative++
			}
		}
		if got := frame.Of(vs).Slice(lo, n).NullCount(); got != floats {
			t.Fatalf("%d of %v are missing, not %d", got, vs[lo:], floats)
		}
		values := &frame.Dictionary{Values: frame.Strs("a", "b", "c")}
		check := func(width frame.CodeWidth, b *mem.Block) {
			if got := frame.NewDict(dtype.Str, values, b, 0, n, width).Slice(lo, n).NullCount(); got != negative {
				t.Fatalf("%d of codes %v in %d bytes are missing, not %d", got, codes[lo:], width, negative)
			}
		}
		check(1, blockOf[int8](t, codes))
		check(2, blockOf[int16](t, codes))
		check(4, blockOf[int32](t, codes))
	})
}

func blockOf[T int8 | int16 | int32](t *rapid.T, codes []int32) *mem.Block {
	out := make([]T, len(codes))
	for i, k := range codes {
		out[i] = T(k)
	}
	return frame.Of(out).Data
}
