package special

import (
	"math"
	"testing"
)

// TestEdges holds the functions at the ends of their domains and at values that books print. Package accuracy
// measures what lies between.
func TestEdges(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		name string
		in   []float64
		want float64
	}{
		{"erf", []float64{inf}, 1},
		{"erf", []float64{0}, 0},
		{"erf", []float64{nan}, nan},
		{"erfc", []float64{-inf}, 2},
		{"erfinv", []float64{1}, inf},
		{"erfinv", []float64{-1}, -inf},
		{"erfinv", []float64{1.5}, nan},
		{"gamma", []float64{5}, 24},
		{"gamma", []float64{21}, 2432902008176640000},
		{"gamma", []float64{172}, inf},
		{"gamma", []float64{-3}, nan},
		{"gamma", []float64{0}, inf},
		{"gammaln", []float64{1}, 0},
		{"gammaln", []float64{0}, inf},
		{"gammaln", []float64{inf}, inf},
		{"digamma", []float64{0}, -inf},
		{"digamma", []float64{-2}, nan},
		{"digamma", []float64{inf}, inf},
		{"digamma", []float64{1}, -0.57721566490153286},
		{"digamma", []float64{nan}, nan},
		{"beta", []float64{2, 3}, 1.0 / 12},
		{"beta", []float64{0, 3}, inf},
		{"betaln", []float64{1, 1}, 0},
		{"betaln", []float64{0, 1}, inf},
		{"betaln", []float64{-1, 1}, 0},
		{"betaln", []float64{-inf, 1}, nan},
		{"betaln", []float64{nan, 1}, nan},
		{"betaln", []float64{1, inf}, -inf},
		{"j0", []float64{0}, 1},
		{"j1", []float64{inf}, 0},
		{"y0", []float64{0}, -inf},
		{"y1", []float64{-1}, nan},
		{"i0", []float64{0}, 1},
		{"i0", []float64{-1}, 1.2660658777520084},
		{"i0", []float64{inf}, inf},
		{"i0", []float64{nan}, nan},
		{"i0e", []float64{inf}, 0},
		{"i1", []float64{0}, 0},
		{"i1", []float64{-1}, -0.5651591039924850},
		{"i1", []float64{-inf}, -inf},
		{"i1e", []float64{nan}, nan},
		{"k0", []float64{0}, inf},
		{"k0", []float64{-1}, nan},
		{"k0", []float64{1}, 0.42102443824070834},
		{"k0", []float64{inf}, 0},
		{"k1", []float64{1}, 0.60190723019723458},
		{"k1", []float64{0}, inf},
		{"k1e", []float64{inf}, 0},
		{"k0e", []float64{nan}, nan},
		{"gammainc", []float64{1, 0}, 0},
		{"gammainc", []float64{1, inf}, 1},
		{"gammainc", []float64{0, 1}, 1},
		{"gammainc", []float64{-1, 1}, nan},
		{"gammainc", []float64{nan, 1}, nan},
		{"gammainc", []float64{1, 1}, 0.63212055882855768},
		{"gammaincc", []float64{0, 1}, 0},
		{"gammaincc", []float64{1, 0}, 1},
		{"gammaincc", []float64{0.5, 0.25}, 0.47950012218695346},
		{"betainc", []float64{2, 3, 0}, 0},
		{"betainc", []float64{2, 3, 1}, 1},
		{"betainc", []float64{2, 3, 0.5}, 0.6875},
		{"betainc", []float64{2, 3, -1}, nan},
		{"betainc", []float64{0, 3, 0.5}, 1},
		{"betainc", []float64{3, 0, 0.5}, 0},
		{"betainc", []float64{0, 0, 0.5}, nan},
		{"betainc", []float64{inf, 3, 0.5}, 0},
		{"betainc", []float64{3, inf, 0.5}, 1},
		{"betainc", []float64{1, 1, nan}, nan},
	} {
		var in [][]float64
		for _, x := range c.in {
			in = append(in, []float64{x, x})
		}
		out := make([]float64, 2)
		Lookup(c.name).Loop(out, in...)
		if g := out[1]; g != c.want && (g == g || c.want == c.want) && !(math.Abs(g-c.want) < 1e-13*max(1, math.Abs(c.want))) {
			t.Errorf("%s%v = %v, want %v", c.name, c.in, g, c.want)
		}
	}
	if Lookup("none") != nil || len(All()) != len(all) {
		t.Error("the table of functions is not what it should be")
	}
}
