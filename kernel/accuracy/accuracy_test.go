package accuracy

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestBounds is a small run of "prove accuracy": every function at all special points and some thousand
// others.
func TestBounds(t *testing.T) {
	for _, p := range Promises() {
		points := 2000
		if specials[p.Name].value != nil {
			points = 60 // their references are slow
		}
		if r := Measure(p, points, 7); r.Over > 0 {
			t.Errorf("%s of %s: bound %v, worst %v, %d over: %s", r.Name, r.DType, r.Bound, r.Worst, r.Over, r.Note)
		} else if r.Worst < 0.2 {
			t.Errorf("%s of %s: worst is %v: was it measured?", r.Name, r.DType, r.Worst)
		}
	}
}

func TestDistance(t *testing.T) {
	third := new(big.Float).SetPrec(200).Quo(big.NewFloat(1), big.NewFloat(3))
	for _, c := range []struct {
		got  float64
		want *big.Float
		size int
		is   float64
	}{
		{1, big.NewFloat(1), 8, 0},
		{1 + 0x1p-52, big.NewFloat(1), 8, 1},
		{1 + 0x1p-23, big.NewFloat(1), 4, 1},
		{5e-324, big.NewFloat(0), 8, 1},
		{math.Inf(1), big.NewFloat(math.MaxFloat64), 8, 1},
		{math.Inf(1), new(big.Float).SetMantExp(big.NewFloat(1), 2000), 8, 0},
		{math.Inf(-1), new(big.Float).SetMantExp(big.NewFloat(1), 2000), 8, 0x1p54},
		{1.0 / 3, third, 8, 1.0 / 3},
		{math.NaN(), third, 8, math.Inf(1)},
	} {
		if d := Distance(c.got, c.want, c.size); math.Abs(d-c.is) > 1e-9 && d != c.is {
			t.Errorf("%v is %v ulp from %v, want %v", c.got, d, c.want, c.is)
		}
	}
}

// TestQuickReferences holds the distances by pairs of floats to those by 200 bits, at points of every
// function's own draws.
func TestQuickReferences(t *testing.T) {
	for _, p := range Promises() {
		f, r := functions[p.Name], rand.New(rand.NewPCG(5, uint64(p.Size)))
		a := make([]float64, p.Args)
		quick, tried := quicks[p.Name], 0
		if quick == nil {
			t.Fatalf("%s has no quick reference", p.Name)
		}
		for range 60 {
			f.draw(r, a)
			for k := range a {
				a[k] = round(a[k], p.Size)
			}
			v, ok := quick(a)
			got := round(v.Hi*(1+0x1p-51), p.Size)
			all := Result{Worst: math.Inf(1), Bound: math.Inf(1)}
			d := apart(v, got, p)
			if !ok || math.IsInf(d, 1) || !all.settled(f, a, got, p) {
				continue
			}
			tried++
			want := f.check(a, got, p)
			if math.Abs(d-want) > slack && math.Abs(d-2*want) > slack {
				t.Errorf("%s of %v is %v ulp from %v by pairs of floats, %v by 200 bits", p.Name, a, d, got, want)
			}
		}
		if tried < 5 {
			t.Errorf("%s of %d bytes: only %d points of 60 were tried", p.Name, p.Size, tried)
		}
	}
}
