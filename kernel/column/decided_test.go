package column

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// TestDecided compares answers by bounds with those of the rows.
func TestDecided(t *testing.T) {
	env := Env{Mem: mem.Heap}
	rapid.Check(t, func(t *rapid.T) {
		fn := rapid.SampledFrom([]string{"eq", "ne", "lt", "le", "gt", "ge"}).Draw(t, "fn")
		v := rapid.Int64Range(-4, 4).Draw(t, "value")
		ints := rapid.SliceOfN(rapid.Int64Range(-3, 3), 1, 5).Draw(t, "rows")
		x, err := frame.Of(ints).Narrowed(mem.Heap)
		if err != nil {
			t.Fatal(err)
		}
		plain, one := frame.Of(ints), frame.Of([]int64{v})
		if rapid.Bool().Draw(t, "floats") {
			fs := make([]float64, len(ints))
			for i, k := range ints {
				if fs[i] = float64(k); rapid.IntRange(0, 3).Draw(t, "zero") == 0 {
					fs[i] = math.Copysign(fs[i], -1)
				}
			}
			lo, hi := x.Bounds().Min, x.Bounds().Max
			a, _ := lo.Float()
			b, _ := hi.Float()
			for i := range fs {
				a, b = min(a, fs[i]), max(b, fs[i])
			}
			if rapid.Bool().Draw(t, "nan") {
				fs = append(fs, math.NaN())
			}
			x, plain, one = frame.Of(fs).WithBounds(frame.Bounds{Min: frame.L(a), Max: frame.L(b)}), frame.Of(fs), frame.Of([]float64{float64(v)})
		}
		y, err := frame.NewConst(mem.Heap, one, x.Rows)
		if err != nil {
			t.Fatal(err)
		}
		d := x.DType
		want, err := env.comparePlain(fn, dtype.Bool, [2]dtype.DType{d, d}, plain, y)
		if err != nil {
			t.Fatal(err)
		}
		got, err := env.comparePlain(fn, dtype.Bool, [2]dtype.DType{d, d}, x, y)
		if err != nil {
			t.Fatal(err)
		}
		if s := got.Diff(want); s != "" {
			t.Fatalf("%v %s %d: %s", plain.Cells(), fn, v, s)
		}
	})
}

// TestNothingIsReadThatBoundsDecide tells by the encoding that rows were not looked at.
func TestNothingIsReadThatBoundsDecide(t *testing.T) {
	x, err := frame.Of([]int64{3, 5, 9}).Narrowed(mem.Heap)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		fn   string
		v    int64
		want frame.Enc
	}{
		{"gt", 9, frame.Const},
		{"ge", 9, frame.Plain},
		{"ge", 3, frame.Const},
		{"lt", 3, frame.Const},
		{"le", 3, frame.Plain},
		{"eq", 10, frame.Const},
		{"ne", 2, frame.Const},
		{"eq", 5, frame.Plain},
		{"le", 9, frame.Const},
		{"gt", 2, frame.Const},
	} {
		y, err := frame.NewConst(mem.Heap, frame.Of([]int64{tc.v}), 3)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Env{Mem: mem.Heap}.comparePlain(tc.fn, dtype.Bool, [2]dtype.DType{dtype.Int64, dtype.Int64}, x, y)
		if err != nil || got.Enc != tc.want {
			t.Errorf("%s %d: %s, %v", tc.fn, tc.v, got.Enc, err)
		}
	}
}
