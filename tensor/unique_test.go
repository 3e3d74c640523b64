package tensor_test

import (
	"math"
	"math/cmplx"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// The distinct elements of many do not depend on the memory in which they are found.
func TestUniqueInLittleMemory(t *testing.T) {
	const n = 30000
	x := uint64(11)
	next := func(k int) int {
		x = x*6364136223846793005 + 1442695040888963407
		return int(x>>33) % k
	}
	wide, one, times := make([]int64, n), make([]int64, n), make([]int64, n)
	f, z, b := make([]float64, n), make([]complex128, n), make([]bool, n)
	for i := range n {
		wide[i], one[i], times[i] = int64(next(1<<30))<<33, 7, int64(next(5000))
		if next(9) == 0 {
			times[i] = math.MinInt64
		}
		f[i] = []float64{math.NaN(), 0, math.Copysign(0, -1), math.Inf(-1), float64(next(9000))}[next(5)]
		z[i] = []complex128{cmplx.Inf(), -1, complex(float64(next(40)), float64(next(40)))}[next(3)]
		b[i] = next(2) == 0
	}
	for name, a := range map[string]*nd.Array{
		"wide": nd.Of(wide, n), "equal": nd.Of(one, n), "times": nd.OfType(dtype.Datetime(dtype.Nano), times, n), "floats": nd.Of(f, n),
		"complex": nd.Of(z, n), "bools": nd.Of(b, n), "every third": nd.Of(wide, n).Slice(0, 1, n, 3),
	} {
		parts, _ := tensor.Unique(tensor.FromArray(a)).Values.Value().N.Expansion()
		if got := parts[0].N.Name; got != "tensor.unique_of_vector" {
			t.Fatalf("unique is %s", got)
		}
		u := tensor.Of(parts[0])
		c := marstest.CallOf(u, op.Map)
		c.Want, c.Lo = []bool{true, false, false, false}, []int{500}
		peak, least := marstest.Tight(t, name, c, a)
		if name == "times" && least > peak*9/10 {
			t.Errorf("%d of %d bytes were needed", least, peak)
		}
		part, err := op.Run(c, []any{a}, nil, marstest.World())
		if err != nil {
			t.Fatal(err)
		}
		c = marstest.CallOf(u, op.Final)
		c.Want = []bool{true, true, false, true}
		marstest.Tight(t, name+" of partials", c, part[0])
	}
}
