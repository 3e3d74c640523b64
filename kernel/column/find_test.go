package column_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/mem"
)

// What is found of a column is what is found of each of its rows alone, however it is encoded.
func TestFindIsOfRows(t *testing.T) {
	texts := []string{"", "a", "b", "1", "x y"}
	several := []frame.Label{
		frame.L(0), frame.L(1), frame.L(1.0), frame.L(0.5), frame.L(true), frame.L("a"), frame.L("1"),
		{},
		frame.L(-1 << 60),
		frame.L(frame.Timestamp{Ticks: 1, Unit: dtype.Nano}),
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 60).Draw(t, "rows")
		pick := func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "v") }
		var c *frame.Column
		switch kind := rapid.SampledFrom([]string{"int", "narrow", "wide", "time", "float", "text", "dict"}).Draw(t, "kind"); kind {
		case "int", "narrow", "wide", "time":
			v := make([]int64, n)
			for i := range v {
				if v[i] = int64(pick(-3, 3)); kind == "wide" {
					v[i] *= 1 << 60
				}
			}
			c = frame.Of(v)
			switch kind {
			case "time":
				c = frame.OfType(dtype.Datetime(dtype.Nano), v)
			case "narrow":
				var err error
				if c, err = c.Narrowed(mem.Heap); err != nil {
					t.Fatal(err)
				}
			}
		case "float":
			v := make([]float64, n)
			for i := range v {
				v[i] = float64(pick(-6, 6)) / 2
			}
			c = frame.Of(v)
		case "text":
			b := frame.PlainStr(mem.Heap, dtype.Str)
			for range n {
				if k := pick(-1, len(texts)-1); k < 0 {
					b.AppendNull()
				} else {
					b.Append(texts[k])
				}
			}
			var err error
			if c, err = b.Column(); err != nil {
				t.Fatal(err)
			}
		case "dict":
			d, err := frame.NewDictionary(frame.Strs(texts...))
			if err != nil {
				t.Fatal(err)
			}
			width := rapid.SampledFrom([]frame.CodeWidth{1, 2, 4}).Draw(t, "width")
			c = frame.NewDict(dtype.Str, d, codes(width, n, func() int { return pick(-1, len(texts)-1) }), 0, n, width)
		}
		var labels []frame.Label
		for range pick(0, 5) {
			labels = append(labels, rapid.SampledFrom(several).Draw(t, "label"))
		}
		found := column.Find(c, labels)
		among, err := column.Among(column.Env{Mem: mem.Heap}, c, labels)
		if err != nil {
			t.Fatal(err)
		}
		for i, k := range found {
			one := column.Find(c.Slice(i, i+1), labels)[0]
			if is := frame.Values[bool](among)[i]; k != one || is != (k >= 0) {
				t.Fatalf("row %d: %d, among %t, alone %d", i, k, is, one)
			}
		}
	})
}

func codes(width frame.CodeWidth, n int, code func() int) *mem.Block {
	switch width {
	case 1:
		v := make([]int8, n)
		for i := range v {
			v[i] = int8(code())
		}
		return mem.WrapOf(v)
	case 2:
		v := make([]int16, n)
		for i := range v {
			v[i] = int16(code())
		}
		return mem.WrapOf(v)
	}
	v := make([]int32, n)
	for i := range v {
		v[i] = int32(code())
	}
	return mem.WrapOf(v)
}
