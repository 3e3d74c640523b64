package group

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// TestFloatSums holds sums and means beside additions of one row after the other, with rows that drop out,
// NaNs, infinities and sums beyond the greatest float.
func TestFloatSums(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	inf, nan := math.Inf(1), math.NaN()
	for _, odd := range [][]float64{nil, {nan}, {inf}, {inf, -inf}, {math.MaxFloat64, math.MaxFloat64}, {nan, inf, 1e300}} {
		const rows, n = 2000, 37
		g := &Groups{IDs: make([]int32, rows), N: n}
		v := make([]float64, rows)
		for i := range v {
			g.IDs[i] = int32(r.IntN(n+1)) - 1
			v[i] = math.Exp(20 * r.NormFloat64())
			if len(odd) > 0 && r.IntN(50) == 0 {
				v[i] = odd[r.IntN(len(odd))]
			}
		}
		cells := make([]sumCell, n)
		counts := make([]int64, n)
		for i, id := range g.IDs {
			if id >= 0 && v[i] == v[i] {
				cells[id].add(v[i])
				counts[id]++
			}
		}
		check := func(what string, sums, ns *frame.Column) {
			t.Helper()
			for k, s := range frame.Values[float64](sums) {
				if want := cells[k].sum; s != want && (s == s || want == want) {
					t.Fatalf("%s with %v: group %d is %v, not %v", what, odd, k, s, want)
				}
				if ns != nil && frame.Values[int64](ns)[k] != counts[k] {
					t.Fatalf("%s with %v: group %d has %d rows, not %d", what, odd, k, frame.Values[int64](ns)[k], counts[k])
				}
			}
		}
		for _, what := range []string{"mean", "mean of known sizes"} {
			parts, err := floatMeans(mem.Heap, g, v)
			if err != nil {
				t.Fatal(err)
			}
			check(what, parts[0], parts[1])
			if _, err := g.Sizes(mem.Heap); err != nil {
				t.Fatal(err)
			}
		}
		sums, err := floatSums(mem.Heap, g, v)
		if err != nil {
			t.Fatal(err)
		}
		check("sum", sums, nil)
	}
}

func BenchmarkFloatMeans(b *testing.B) {
	for _, n := range []int{100, 100_000} {
		const rows = 500_000
		g := &Groups{IDs: make([]int32, rows), N: n}
		v := make([]float64, rows)
		for i := range v {
			g.IDs[i], v[i] = rand.Int32N(int32(n)), rand.Float64()
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := floatMeans(mem.Heap, g, v); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
		})
		b.Run(fmt.Sprint(n, " sum"), func(b *testing.B) {
			for b.Loop() {
				if _, err := floatSums(mem.Heap, g, v); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
		})
	}
}
