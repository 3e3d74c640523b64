package rng

import (
	"slices"
	"testing"

	"github.com/mars-project/mars-go/mem"
)

// Numbers of numpy.random.RandomState(seed).
func TestMersenneIsNumPys(t *testing.T) {
	m := NewMersenne(42)
	if a, b := m.Float64(), m.Float64(); a != 0.3745401188473625 || b != 0.9507143064099162 {
		t.Errorf("random_sample of 42: %v, %v", a, b)
	}
	all := make([]int64, 10)
	NewMersenne(42).shuffle(all)
	if want := []int64{8, 1, 5, 0, 7, 2, 9, 4, 3, 6}; !slices.Equal(all, want) {
		t.Errorf("permutation(10) of 42: %v, not %v", all, want)
	}
}

func TestPlacesAreDistinct(t *testing.T) {
	w := []float64{0, 3, 1, 2, 0, 5, 4, 1, 2}
	out := make([]int64, 1)
	for seed := range uint32(200) {
		out = out[:1]
		if err := NewMersenne(seed).Places(mem.Heap, out, len(w), false, slices.Clone(w)); err != nil {
			t.Fatal(err)
		}
		if w[out[0]] == 0 {
			t.Fatalf("seed %d draws place %d, which has no weight", seed, out[0])
		}
	}
	many := make([]int64, 50)
	if err := NewMersenne(1).Places(mem.Heap, many, 100, false, nil); err != nil {
		t.Fatal(err)
	}
	slices.Sort(many)
	if len(slices.Compact(many)) != 50 {
		t.Error("a place was drawn twice")
	}
}
