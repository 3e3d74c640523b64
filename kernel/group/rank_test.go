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

// Groups that are large are sorted one by one, small ones together: ranks are the same, those of a plain
// count of lesser and equal rows.
func TestRanksOfLargeAndSmallGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, groups := rapid.IntRange(1, 300).Draw(t, "rows"), rapid.IntRange(1, 6).Draw(t, "groups")
		keys, vals := make([]int64, rows), make([]float64, rows)
		for i := range rows {
			keys[i] = int64(rapid.IntRange(0, groups-1).Draw(t, "key"))
			if vals[i] = float64(rapid.IntRange(0, 30).Draw(t, "value")); vals[i] == 30 {
				vals[i] = math.NaN()
			}
		}
		gs := grouped(frame.Of(keys))
		for _, method := range []string{"average", "min", "max", "first", "dense"} {
			for _, desc := range []bool{false, true} {
				r := group.Ranking{Method: method, Desc: desc, Nulls: "keep"}
				got := frame.Values[float64](must(r.Rank(mem.Heap, gs, frame.Of(vals))))
				for i := range rows {
					if want := plainRank(keys, vals, i, method, desc); got[i] != want && !(got[i] != got[i] && want != want) {
						t.Fatalf("%s, descending %t, row %d of %v by %v: %v, want %v", method, desc, i, vals, keys, got[i], want)
					}
				}
			}
		}
	})
}

func plainRank(keys []int64, vals []float64, i int, method string, desc bool) float64 {
	if vals[i] != vals[i] {
		return math.NaN()
	}
	less, equal, before := 0, 0, 0
	var lesser []float64
	for j, v := range vals {
		switch c := cmp.Compare(v, vals[i]); {
		case keys[j] != keys[i] || v != v:
		case c == 0:
			if equal++; j < i {
				before++
			}
		case (c < 0) != desc:
			less++
			lesser = append(lesser, v)
		}
	}
	slices.Sort(lesser)
	switch method {
	case "min":
		return float64(less + 1)
	case "max":
		return float64(less + equal)
	case "first":
		return float64(less + before + 1)
	case "dense":
		return float64(len(slices.Compact(lesser)) + 1)
	}
	return float64(2*less+equal+1) / 2
}
