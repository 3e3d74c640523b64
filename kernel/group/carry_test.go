package group_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/mem"
	"pgregory.net/rapid"
)

// Chunks that start from what groups stood at before them give what all rows at once give.
func TestCarriedTotals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(1, 40).Draw(t, "rows")
		cut := rapid.IntRange(0, rows).Draw(t, "cut")
		last := rapid.IntRange(cut, rows).Draw(t, "last cut")
		keys, floats, ints := make([]int64, rows), make([]float64, rows), make([]int64, rows)
		there := must(frame.NewBits(mem.Heap, rows, true))
		for i := range rows {
			keys[i] = int64(rapid.IntRange(0, 4).Draw(t, "key"))
			ints[i] = rapid.Int64().Draw(t, "value")
			if floats[i] = float64(ints[i]); rapid.IntRange(0, 3).Draw(t, "missing") == 0 {
				floats[i] = math.NaN()
				there.Clear(i)
			}
		}
		whole := frame.Of(ints)
		key := frame.Of(keys)
		for _, c := range []*frame.Column{
			whole, frame.Of(floats),
			frame.NewPlain(dtype.Int64.Nullable(), whole.Data, 0, rows, there.Bitmap()),
			frame.NewPlain(dtype.Uint64.Nullable(), whole.Data, 0, rows, there.Bitmap()),
			frame.NewPlain(dtype.Timedelta(dtype.Nano), whole.Data, 0, rows, frame.Bitmap{}),
		} {
			for _, f := range []group.Cum{group.CumSum, group.CumProd, group.CumMin, group.CumMax} {
				if !f.Carries(c.DType) {
					continue
				}
				want := must(f.Cumulate(mem.Heap, grouped(key), c, nil))
				var ends, totals []*frame.Column
				cuts := []int{0, cut, last, rows}
				for k := range 3 {
					gs := grouped(key.Slice(cuts[k], cuts[k+1]))
					ends = append(ends, must(gs.Keys(mem.Heap, []*frame.Column{key.Slice(cuts[k], cuts[k+1])}))[0])
					totals = append(totals, must(f.Totals(mem.Heap, gs, c.Slice(cuts[k], cuts[k+1]))))
				}
				from := must(f.Before(mem.Heap, grouped(must(frame.Concat(mem.Heap, ends...))), must(frame.Concat(mem.Heap, totals...))))
				at := 0
				for k := range 3 {
					n := ends[k].Rows
					got := must(f.Cumulate(mem.Heap, grouped(key.Slice(cuts[k], cuts[k+1])), c.Slice(cuts[k], cuts[k+1]), from.Slice(at, at+n)))
					at += n
					for i := range got.Rows {
						if g, w := got.Cell(i), want.Cell(cuts[k]+i); g != w && !(frame.IsMissing(g) && frame.IsMissing(w)) {
							t.Fatalf("%v of %v, row %d of chunk %d of %v: %v, want %v", f, c.DType, i, k, cuts, g, w)
						}
					}
				}
			}
		}
	})
}

func grouped(key *frame.Column) *group.Groups {
	return must(group.Of(mem.Heap, []*frame.Column{key}, group.Options{Keep: true}))
}
