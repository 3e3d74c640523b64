package column_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/mem"
)

// everyKind is a frame of n rows with a column of every width and encoding.
func everyKind(t *rapid.T, n int) *frame.Frame {
	bytes, shorts, words, longs := make([]uint8, n), make([]int16, n), make([]float32, n), make([]int64, n)
	floats, texts, objects := make([]float64, n), make([]string, n), make([]any, n)
	codes := make([]int32, n)
	w, err := frame.NewBits(mem.Heap, n, true)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		bytes[i], shorts[i], words[i], longs[i], floats[i] = uint8(i), int16(3*i), float32(i)/2, int64(i)<<33, float64(i)/3
		texts[i], objects[i], codes[i] = string(rune('a'+i%26))+"a text that is longer than a view", any(int64(i)), int32(i%3)-1
		if i%5 == 1 {
			w.Clear(i)
			floats[i] = math.NaN()
		}
	}
	dict := &frame.Dictionary{Values: frame.Strs("x", "y")}
	cols := []*frame.Column{
		frame.Of(bytes), frame.Of(shorts), frame.Of(words), frame.Of(longs), frame.Of(floats), frame.Strs(texts...), frame.NewObjects(objects),
		frame.NewDict(dtype.Str, dict, mem.WrapOf(codes), 0, n, 4),
		frame.NewPlain(dtype.Int64.Nullable(), mem.WrapOf(longs), 0, n, w.Bitmap()),
		frame.NewRangeColumn(dtype.Int64, 7, -2, n),
	}
	one, err := frame.NewConst(mem.Heap, frame.Of([]int32{5}), n)
	if err != nil {
		t.Fatal(err)
	}
	cols = append(cols, one)
	for _, w := range []frame.CodeWidth{1, 2, 4} {
		cols = append(cols, frame.NewNarrow(dtype.Int64.Nullable(), mem.WrapOf(longs), 0, n, w, frame.Bitmap{}))
	}
	names := make([]frame.Label, len(cols))
	for i := range names {
		names[i] = frame.L(i)
	}
	x := frame.NewRange(rapid.Int64Range(-3, 3).Draw(t, "start"), rapid.SampledFrom([]int64{1, 3, -1}).Draw(t, "step"), n)
	if rapid.Bool().Draw(t, "labels") {
		x = frame.NewIndex(frame.L("k"), frame.Of(longs))
	}
	f := frame.Must(frame.New(x, names, cols...))
	if rapid.Bool().Draw(t, "ordinals") {
		f = f.WithOrd(frame.NewRangeColumn(dtype.Int64, 100, 1, n))
	}
	return f
}

// TestKeep: what a mask keeps is what Take gives of its places, of views too.
func TestKeep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{0, 1, 2, 63, 64, 65, 200, 700}).Draw(t, "rows")
		f := everyKind(t, n)
		lo := rapid.IntRange(0, n).Draw(t, "from")
		f = f.Slice(lo, n)
		every := rapid.SampledFrom([]int{1, 2, 3, 70}).Draw(t, "every")
		draw := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		some := rapid.Bool().Draw(t, "some of them")
		mask := make([]bool, n-lo)
		var rows []int64
		for i := range mask {
			if mask[i] = i%every == 0 && (!some || draw.IntN(2) == 0); mask[i] {
				rows = append(rows, int64(i))
			}
		}
		m, err := column.MaskOf(heap, frame.Of(mask))
		if err != nil {
			t.Fatal(err)
		}
		got, err := column.Keep(heap, f, m)
		if err != nil {
			t.Fatal(err)
		}
		want, err := f.Take(mem.Heap, rows)
		if err != nil {
			t.Fatal(err)
		}
		if d := got.Diff(want); d != "" {
			t.Fatal(d)
		}
		if got.Index.Kind != want.Index.Kind {
			t.Fatalf("a %s index, not %s", got.Index.Kind, want.Index.Kind)
		}
		for i, c := range got.Cols {
			if c.NullCount() != want.Cols[i].NullCount() {
				t.Fatalf("column %d: %d missing, not %d", i, c.NullCount(), want.Cols[i].NullCount())
			}
		}
	})
}
