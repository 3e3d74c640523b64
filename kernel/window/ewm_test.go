package window_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/kernel/window"
)

// decayed is the mean by its definition: weights of all values, row by row.
func decayed(d window.Decay, v []float64) []float64 {
	out := make([]float64, len(v))
	for i := range v {
		sum, total, age, n, last := 0.0, 0.0, 0.0, 0, -1
		var mean, w float64
		for j := 0; j <= i; j++ { // not adjusted: by recursion, as the definition has it
			if v[j] != v[j] {
				if !d.IgnoreNA {
					w *= 1 - d.Alpha
				}
				continue
			}
			if n++; last < 0 {
				mean, w = v[j], 1
			} else {
				w *= 1 - d.Alpha
				mean, w = (w*mean+d.Alpha*v[j])/(w+d.Alpha), 1
			}
			last = j
		}
		for j := i; j >= 0; j-- { // adjusted: weights fall with age
			there := v[j] == v[j]
			if there {
				wt := math.Pow(1-d.Alpha, age)
				sum, total = sum+wt*v[j], total+wt
			}
			if there || !d.IgnoreNA {
				age++
			}
		}
		switch {
		case n < max(1, d.Least):
			out[i] = math.NaN()
		case d.Adjust:
			out[i] = sum / total
		default:
			out[i] = mean
		}
	}
	return out
}

// A mean computed piece by piece, with the pieces' parts carried on, is that of the definition.
func TestDecayOfPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := window.Decay{
			Alpha: rapid.SampledFrom([]float64{1, 0.5, 0.9, 0.05}).Draw(t, "alpha"), Adjust: rapid.Bool().Draw(t, "adjust"),
			IgnoreNA: rapid.Bool().Draw(t, "ignore"), Least: rapid.IntRange(0, 3).Draw(t, "least"),
		}
		value := rapid.OneOf(rapid.Float64Range(-100, 100), rapid.Just(math.NaN()), rapid.Just(3.25))
		var whole []float64
		var got []float64
		carry := window.None
		for range rapid.IntRange(1, 5).Draw(t, "pieces") {
			v := rapid.SliceOfN(value, 0, 6).Draw(t, "v")
			out := make([]float64, len(v))
			d.Mean(out, v, carry)
			whole, got = append(whole, v...), append(got, out...)
			f := d.Sum(v).Fields()
			carry = d.Then(carry, window.PartOf(f[:]))
		}
		for i, want := range decayed(d, whole) {
			if d.Alpha == 1 && want != want && got[i] == got[i] {
				continue // 0/0 of the definition: all weights have fallen to nothing
			}
			if !near(got[i], want, 1e-9, 1e-9) {
				t.Fatalf("%+v of %v, row %d: %v, want %v", d, whole, i, got[i], want)
			}
		}
	})
}
