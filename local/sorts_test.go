package local_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/tensor"
)

// Vectors three times as large as memory are sorted, whatever they are of.
func TestSortsOutgrowMemory(t *testing.T) {
	sortsOutgrow(t, 64<<10)
	if raced {
		return
	}
	sortsOutgrow(t, 256<<10) // what a task orders takes as much as there is memory
}

func sortsOutgrow(t *testing.T, chunk int64) {
	const n = 1 << 19
	g := start(t, local.Config{Workers: 1, Memory: n * 8 / 3}, client.Options{ChunkBytes: chunk})
	i := tensor.Arange(0, n, 1)
	for name, c := range map[string]struct {
		x    *tensor.Tensor
		at   func(k int) float64 // of the sorted ones
		from func(k int) int64   // where that was
	}{
		"scrambled": {tensor.AsType(tensor.Mod(tensor.Multiply(i, 7919), n), dtype.Float64), func(k int) float64 { return float64(k) }, nil},
		"equal":     {tensor.Multiply(i, 0.0), func(int) float64 { return 0 }, func(k int) int64 { return int64(k) }},
		"NaNs":      {tensor.Multiply(i, math.NaN()), func(int) float64 { return math.NaN() }, func(k int) int64 { return int64(k) }},
		"two": {
			tensor.AsType(tensor.Mod(i, 2), dtype.Float64), func(k int) float64 { return float64(2 * k / n) },
			func(k int) int64 { return int64(2*(k%(n/2)) + 2*k/n) },
		},
	} {
		if raced && name != "two" {
			continue
		}
		v, at := tensor.Sort(c.x), tensor.Argsort(c.x)
		g.execute(v)
		g.execute(at)
		got := g.fetch(v)
		for k, x := range got {
			if want := c.at(k); x != want && !(x != x && want != want) {
				t.Fatalf("%s: %v at %d, want %v", name, x, k, want)
			}
		}
		if c.from == nil {
			continue
		}
		places, err := tensor.Fetch[int64](g.ctx, g.s, at)
		if err != nil {
			t.Fatal(err)
		}
		for k, x := range places {
			if want := c.from(k); x != want {
				t.Fatalf("%s: position %v at %d, want %v", name, x, k, want)
			}
		}
	}
}
