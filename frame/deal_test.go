package frame_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A frame dealt has the rows of each part, with their labels and ordinals, in every encoding; parts and lots
// may be empty, and more than are dealt at once.
func TestDeal(t *testing.T) {
	forAllTypes(t, func(t *rapid.T, d dtype.DType) {
		m := genModel(t, d, 200)
		n := m.c.Rows
		labels, ordinals := frame.NewRange(10, 2, n), frame.NewRangeColumn(dtype.Int64, 1<<20, 1, n)
		if rapid.Bool().Draw(t, "labels that are no range") {
			v := make([]int64, n)
			for i := range v {
				v[i] = 10 + 2*int64(i)
			}
			labels = frame.NewIndex(frame.Label{}, frame.Of(v))
		}
		f, err := frame.New(labels, frame.Labels("c"), m.c)
		if err != nil {
			t.Fatal(err)
		}
		f = f.WithOrd(ordinals)
		parts := rapid.SampledFrom([]int{1, 2, 5, 64, 65}).Draw(t, "parts")
		to, bounds := make([]int32, n), make([]int, parts+1)
		for i := range to {
			to[i] = int32(rapid.IntRange(0, parts-1).Draw(t, "part"))
			bounds[to[i]+1]++
		}
		for p := range parts {
			bounds[p+1] += bounds[p]
		}
		lots := []int{0, parts / 2, parts}
		got, err := f.Deal(dirty, mem.Heap, to, bounds, lots)
		if err != nil {
			t.Fatal(err)
		}
		for k, g := range got {
			want, at := model{c: g.Cols[0]}, 0
			for p := lots[k]; p < lots[k+1]; p++ {
				for i, q := range to {
					if int(q) != p {
						continue
					}
					if l := frame.L(10 + 2*i); g.Index.Label(at) != l {
						t.Fatalf("label %v, not %v", g.Index.Label(at), l)
					}
					if o := g.Ord.Cell(at); o != int64(1<<20+i) {
						t.Fatalf("ordinal %v of row %d", o, i)
					}
					want.cells = append(want.cells, m.cells[i])
					at++
				}
			}
			if at != g.NRows {
				t.Fatalf("%d rows, not %d", g.NRows, at)
			}
			want.check(t, "Deal")
		}
	})
}
