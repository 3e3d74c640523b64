package asm

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestMissing(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	some := []float64{0, math.Copysign(0, -1), 1, math.Inf(1), math.Inf(-1), math.MaxFloat64, 5e-324}
	nans := []uint64{0x7ff8000000000000, 0x7ff0000000000001, 0xfff8000000000000, 0xffffffffffffffff}
	for _, l := range Levels() {
		for n := range 200 {
			v, want := make([]float64, n+2), 0
			for i := range v {
				v[i] = some[r.IntN(len(some))]
				if r.IntN(3) == 0 {
					v[i] = math.Float64frombits(nans[r.IntN(len(nans))])
					if i > 0 && i <= n {
						want++
					}
				}
			}
			if got := Missing(l, v[1:n+1]); got != want {
				t.Fatalf("%v: %d of %v, want %d", l, got, v[1:n+1], want)
			}
		}
	}
}
