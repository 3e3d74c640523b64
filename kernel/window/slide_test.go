package window_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/kernel/window"
)

// Long columns without missing values give what adding up every window gives.
func TestRollLong(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := window.Spec{Window: rapid.IntRange(1, 9).Draw(t, "window"), Center: rapid.Bool().Draw(t, "center")}
		s.Least = rapid.IntRange(0, s.Window).Draw(t, "least")
		v := make([]float64, rapid.IntRange(60*s.Window, 100*s.Window).Draw(t, "n"))
		for i := range v {
			v[i] = rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 1, 1, 1, -0.1, 1e10, 0.3, -7}).Draw(t, "v")
		}
		s.Whole = rapid.Bool().Draw(t, "known")
		from := rapid.IntRange(0, 3).Draw(t, "from")
		for _, f := range []window.Func{window.Sum, window.Mean} {
			out := make([]float64, len(v)-from)
			window.Roll(out, v, from, f, s)
			before, after := s.Around()
			for i, got := range out {
				lo, hi := max(0, from+i-before), min(len(v), from+i+after+1)
				want, equal := 0.0, true
				for _, x := range v[lo:hi] {
					want += x
					equal = equal && x == v[lo]
				}
				if f == window.Mean {
					want /= float64(hi - lo)
				}
				switch {
				case hi-lo < s.Least || f == window.Mean && hi == lo:
					want = math.NaN()
				case equal && f == window.Mean:
					want = v[lo]
				}
				if !near(got, want, 1e-12, 1e-5) || equal && got == got && got != want && hi-lo > 0 && f == window.Mean {
					t.Fatalf("%v of %+v, row %d: %v, want %v of %v", f, s, i, got, want, v[lo:hi])
				}
			}
		}
	})
}
