package window

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/kernel/asm"
)

// Every level writes the same bits.
func TestStripsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(1, 12).Draw(t, "window")
		n := rapid.IntRange(asm.SlideLanes, 300).Draw(t, "n")
		if rapid.IntRange(0, 9).Draw(t, "long") == 0 {
			n += 8 << 10 // several calls of a kernel
		}
		mean := rapid.Bool().Draw(t, "mean")
		v := make([]float64, n+w-1)
		few := rapid.SliceOfN(rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 1, -0.1, 1e16, 0.3, -7, -1e-9, 1e308}), 1, 4).Draw(t, "values")
		for i, r := range rapid.SliceOfN(rapid.IntRange(0, len(few)-1), 97, 97).Draw(t, "places") {
			for ; i < len(v); i += 97 {
				v[i] = few[(r+i/97)%len(few)]
			}
		}
		want := make([]float64, n)
		strips(asm.Portable, want, v, w, mean)
		for _, l := range asm.Levels() {
			got := make([]float64, n+8)
			strips(l, got[:n], v, w, mean)
			if !slices.Equal(bitsOf(got[:n]), bitsOf(want)) || slices.Max(bitsOf(got[n:])) > 0 {
				t.Fatalf("%v: windows of %d of %v: %v, not %v", l, w, v, got, want)
			}
		}
	})
}

// bitsOf is the bits of numbers; all NaNs have the same.
func bitsOf(v []float64) (bits []uint64) {
	for _, x := range v {
		if x != x {
			x = math.NaN()
		}
		bits = append(bits, math.Float64bits(x))
	}
	return bits
}
