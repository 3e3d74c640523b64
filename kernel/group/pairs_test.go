package group_test

import (
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/mem"
)

// Sums, means and sizes of columns of bytes are the same whether they were taken two at a time or not; one
// group has all rows of more than one pass.
func TestBytesSummedInPairs(t *testing.T) {
	const rows = 3<<15 + 5
	r := rand.New(rand.NewPCG(3, 4))
	for _, few := range []int{1, 7, 1000} {
		keys, low, high, mid, more := make([]int64, rows), make([]int8, rows), make([]uint8, rows), make([]int8, rows), make([]bool, rows)
		for i := range keys {
			keys[i], low[i], high[i] = int64(r.IntN(few)), -128, 255
			mid[i], more[i] = int8(r.Uint32()), r.IntN(2) > 0
		}
		cols := []*frame.Column{frame.Of(low), frame.Of(high), frame.Of(mid), frame.Of(more), frame.Of(low), frame.Of(high), frame.Of(mid)}
		aggs := []group.Agg{
			group.New(group.Sum), group.New(group.Sum), group.New(group.Mean), group.New(group.Sum), group.New(group.Mean), group.New(group.Count),
			group.New(group.Sum),
		}
		var of [2]*group.Groups
		for k := range of {
			g, err := group.Of(mem.Heap, []*frame.Column{frame.Of(keys)}, group.Options{})
			if err != nil {
				t.Fatal(err)
			}
			of[k] = g
		}
		if err := of[1].Ahead(mem.Heap, aggs, cols); err != nil {
			t.Fatal(err)
		}
		for i, a := range aggs {
			want, err := a.Map(mem.Heap, of[0], cols[i])
			if err != nil {
				t.Fatal(err)
			}
			got, err := a.Map(mem.Heap, of[1], cols[i])
			if err != nil {
				t.Fatal(err)
			}
			for p := range want {
				for k := range want[p].Rows {
					if want[p].Cell(k) != got[p].Cell(k) {
						t.Fatalf("%d groups, %s of column %d, part %d of group %d is %v, not %v", few, a.Func, i, p, k, got[p].Cell(k), want[p].Cell(k))
					}
				}
			}
		}
	}
}
