package csv_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/wire/csv"
)

// TestAppendNumbers checks the short ways to text against the general ones.
func TestAppendNumbers(t *testing.T) {
	same := func(v float64) {
		if got, want := string(csv.AppendFloat(nil, v, 8)), dtype.FormatFloat(v, 8); got != want {
			t.Errorf("%b is %q, want %q", v, got, want)
		}
	}
	rnd := rand.New(rand.NewPCG(5, 1))
	for range 20000 {
		same(math.Float64frombits(rnd.Uint64()))
		same(rnd.NormFloat64())
		for _, scale := range []float64{1, 10, 100, 1e4, 1e6, 1e7} {
			v := math.Round(rnd.Float64()*math.Pow(10, float64(rnd.IntN(14)))) / scale
			same(v)
			same(-v)
			same(math.Nextafter(v, 1e300))
		}
	}
	for _, v := range []float64{0, math.Copysign(0, -1), 1e-4, 9.9999e-5, 1e9, 1e9 + 1e-6, 999999999.999999, 1e15, 1e16, 123456789012345680, math.Inf(1), math.Inf(-1), 5e-324} {
		same(v)
	}
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Int64().Draw(t, "int")
		for _, w := range []int64{v, v >> rapid.IntRange(0, 63).Draw(t, "shift"), math.MinInt64, math.MaxInt64} {
			if got, want := string(csv.AppendInt(nil, w)), strconv.FormatInt(w, 10); got != want {
				t.Fatalf("%d is %q", w, got)
			}
		}
		for u := uint64(1); u < 1e18; u *= 10 {
			for _, w := range []int64{int64(u) - 1, int64(u), int64(u) + 1} {
				if got, want := string(csv.AppendInt(nil, w)), strconv.FormatInt(w, 10); got != want {
					t.Fatalf("%d is %q", w, got)
				}
			}
		}
	})
}
