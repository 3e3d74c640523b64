package group_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/mem"
	"pgregory.net/rapid"
)

// The first rows of groups are those of a stable sort, whether values are compared in place or by a function; infinities and ties stay in order.
func TestTopIsAStableSort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(0, 60).Draw(t, "rows")
		keys, floats, ints := make([]int64, rows), make([]float64, rows), make([]int64, rows)
		for i := range rows {
			keys[i] = int64(rapid.IntRange(0, 6).Draw(t, "key"))
			k := rapid.IntRange(0, 5).Draw(t, "value")
			floats[i] = []float64{math.Inf(-1), -1, 0, 1, math.Inf(1), math.MaxFloat64}[k]
			ints[i] = []int64{math.MinInt64, -1, 0, 1, math.MaxInt64, 7}[k]
		}
		desc, n := rapid.Bool().Draw(t, "desc"), rapid.IntRange(0, 4).Draw(t, "n")
		gs := must(group.Of(mem.Heap, []*frame.Column{frame.Of(keys)}, group.Options{}))
		byFloat := func(i, j int) int { return turned(cmp.Compare(floats[i], floats[j]), desc) }
		byInt := func(i, j int) int { return turned(cmp.Compare(ints[i], ints[j]), desc) }
		for _, c := range []struct {
			col     *frame.Column
			compare func(i, j int) int
		}{{frame.Of(floats), byFloat}, {nil, byFloat}, {frame.Of(ints), byInt}, {nil, byInt}} {
			var want []int64
			for id := range gs.N {
				var of []int64
				for i, k := range gs.IDs {
					if int(k) == id {
						of = append(of, int64(i))
					}
				}
				slices.SortStableFunc(of, func(a, b int64) int { return c.compare(int(a), int(b)) })
				want = append(want, of[:min(n, len(of))]...)
			}
			slices.Sort(want)
			if got := must(gs.Top(mem.Heap, n, c.col, desc, c.compare)); !slices.Equal(got, want) {
				t.Fatalf("rows %v, want %v", got, want)
			}
		}
	})
}

func turned(c int, desc bool) int {
	if desc {
		return -c
	}
	return c
}
