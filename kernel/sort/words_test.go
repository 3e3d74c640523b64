package sort_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/mem"
)

// Words are sorted stably whatever bits they differ in, near the cache's size and far beyond it.
func TestSortWords(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for name, word := range map[string]func(i, n int) uint64{
		"any bits":       func(int, int) uint64 { return r.Uint64() },
		"fifty bits":     func(int, int) uint64 { return 1<<63 | r.Uint64()>>14 },
		"many equal":     func(int, int) uint64 { return (r.Uint64() % 7) << 60 },
		"all equal":      func(int, int) uint64 { return math.MaxUint64 },
		"some equal":     func(_, n int) uint64 { return r.Uint64N(uint64(n)) << 30 },
		"floats":         func(int, int) uint64 { return math.Float64bits(r.ExpFloat64()) },
		"doubling":       func(int, int) uint64 { return r.Uint64() >> r.UintN(64) },
		"nearly all low": func(i, _ int) uint64 { return 1 << (63 * uint64(i&1023) / 1023) },
		"descending":     func(i, _ int) uint64 { return math.MaxUint64 - uint64(i)<<40 },
	} {
		for _, n := range []int{0, 1, 2, 1 << 10, 1<<13 + 1, 1 << 17} {
			t.Run(fmt.Sprintf("%s/%d", name, n), func(t *testing.T) {
				keys, rows := make([]uint64, n), make([]int64, n)
				want := make([]int64, n)
				for i := range keys {
					keys[i], want[i] = word(i, n), int64(i)
				}
				was := slices.Clone(keys)
				slices.SortStableFunc(want, func(a, b int64) int {
					switch {
					case was[a] < was[b]:
						return -1
					case was[a] > was[b]:
						return 1
					}
					return 0
				})
				if err := sort.SortWords(mem.Heap, keys, rows); err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(rows, want) {
					t.Fatal("rows are not in the order of their words")
				}
				for i, k := range keys {
					if k != was[rows[i]] {
						t.Fatalf("word %d is %d, that of row %d is %d", i, k, rows[i], was[rows[i]])
					}
				}
			})
		}
	}
}
