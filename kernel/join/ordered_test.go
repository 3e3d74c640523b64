package join_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/mem"
	"pgregory.net/rapid"
)

// Windows of a join that ascends are the stretches of its rows, and Count is the number of those.
func TestWindowsOfOrderedJoins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfN(rapid.Int64Range(0, 5), 0, 12)
		l, r := keys.Draw(t, "left"), keys.Draw(t, "right")
		left, right := []*frame.Column{frame.Of(l)}, []*frame.Column{frame.Of(r)}
		how := rapid.SampledFrom([]join.How{join.Inner, join.Left, join.Right, join.Outer}).Draw(t, "how")
		wl, wr := ascendingModel(how, l, r)
		if n := must(join.Count(mem.Heap, how, left, right)); n != len(wl) {
			t.Fatalf("%d rows, want %d", n, len(wl))
		}
		from, n := rapid.IntRange(0, len(wl)+2).Draw(t, "from"), rapid.IntRange(0, len(wl)+2).Draw(t, "n")
		gl, gr, err := join.Ordered(mem.Heap, how, join.Window{From: from, N: n}, left, right)
		if err != nil {
			t.Fatal(err)
		}
		lo := min(from, len(wl))
		hi := min(lo+n, len(wl))
		if !slices.Equal(gl, wl[lo:hi]) || !slices.Equal(gr, wr[lo:hi]) {
			t.Fatalf("%s join, rows %d to %d:\n got %v\n     %v\nwant %v\n     %v", how, lo, hi, gl, gr, wl[lo:hi], wr[lo:hi])
		}
	})
}

// ascendingModel is the join by the definition, in order of the keys.
func ascendingModel(how join.How, l, r []int64) (ls, rs []int64) {
	if ls, rs = model(how, l, r); how == join.Outer {
		ls, rs = model(join.Left, l, r)
		for j, k := range r {
			if !slices.Contains(l, k) {
				ls, rs = append(ls, -1), append(rs, int64(j))
			}
		}
	}
	key := func(i int) int64 {
		if ls[i] < 0 {
			return r[rs[i]]
		}
		return l[ls[i]]
	}
	at := make([]int, len(ls))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(i, j int) int { return cmp.Compare(key(i), key(j)) })
	outL, outR := make([]int64, len(at)), make([]int64, len(at))
	for to, i := range at {
		outL[to], outR[to] = ls[i], rs[i]
	}
	return outL, outR
}
