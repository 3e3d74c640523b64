package group_test

import (
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/mem"
	"pgregory.net/rapid"
)

// Integers without missing rows run in plain loops; a missing row at the end of a group of its own, which
// sends them the long way, changes nothing.
func TestCumulateOfWholeColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(0, 40).Draw(t, "rows")
		keys, ints, words := make([]int64, rows+1), make([]int64, rows+1), make([]uint64, rows+1)
		for i := range rows {
			keys[i] = int64(rapid.IntRange(0, 4).Draw(t, "key"))
			ints[i] = rapid.Int64().Draw(t, "value")
			words[i] = uint64(ints[i])
		}
		keys[rows] = 9
		there := must(frame.NewBits(mem.Heap, rows+1, true))
		there.Clear(rows)
		for _, c := range []*frame.Column{frame.Of(ints), frame.Of(words)} {
			d := c.DType
			d.Null = true
			some := frame.NewPlain(d, c.Data, c.Offset, rows+1, there.Bitmap())
			whole := c.Slice(0, rows)
			for _, f := range []group.Cum{group.CumSum, group.CumProd, group.CumMin, group.CumMax} {
				short := must(group.Of(mem.Heap, []*frame.Column{frame.Of(keys[:rows])}, group.Options{Keep: true}))
				long := must(group.Of(mem.Heap, []*frame.Column{frame.Of(keys)}, group.Options{Keep: true}))
				got, want := must(f.Cumulate(mem.Heap, short, whole, nil)), must(f.Cumulate(mem.Heap, long, some, nil))
				if got.DType.Kind != want.DType.Kind || got.DType.Kind != dtype.Int64Kind && got.DType.Kind != dtype.Uint64Kind {
					t.Fatalf("%v of %v and %v", f, got.DType, want.DType)
				}
				for i := range rows {
					if got.Cell(i) != want.Cell(i) {
						t.Fatalf("%v of %v by %v, row %d: %v, want %v", f, ints[:rows], keys[:rows], i, got.Cell(i), want.Cell(i))
					}
				}
			}
		}
	})
}
