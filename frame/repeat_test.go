package frame_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// TestRepeat: rows repeated in runs or all together are the rows that Take gives, with as many missing ones,
// in every encoding.
func TestRepeat(t *testing.T) {
	nan := math.NaN()
	texts := frame.PlainStr(mem.Heap, dtype.Str)
	for i, s := range []string{"a", "", "a text longer than twelve", "a"} {
		if texts.Append(s); i == 1 {
			texts.AppendNull()
		}
	}
	text, err := texts.Column()
	if err != nil {
		t.Fatal(err)
	}
	one, err := frame.NewConst(mem.Heap, frame.Of([]float64{2.5}), 5)
	if err != nil {
		t.Fatal(err)
	}
	coded, err := frame.Strs("x", "y", "a text longer than twelve").Coded(mem.Heap)
	if err != nil || coded.Enc != frame.Dict {
		t.Fatalf("distinct texts became %v, %v", coded.Enc, err)
	}
	if same, err := frame.Strs("x", "y", "x").Coded(mem.Heap); err != nil || same.Enc != frame.Plain {
		t.Errorf("texts of which one comes twice became %v, %v", same.Enc, err)
	}
	for name, c := range map[string]*frame.Column{
		"bool": frame.Of([]bool{true, false, true}), "int8": frame.Of([]int8{1, -1, 3}), "int16": frame.Of([]int16{1, 2}), "int32": frame.Of([]int32{7}),
		"float": frame.Of([]float64{1, nan, 3, nan}), "slice": frame.Of([]int64{1, 2, 3, 4, 5}).Slice(1, 4), "complex": frame.Of([]complex128{1i, 2}),
		"text": text, "text slice": text.Slice(1, 4), "objects": frame.NewObjects([]any{nil, "a", int64(1)}), "constant": one,
		"range": frame.NewRangeColumn(dtype.Int64, 3, -2, 4), "codes": coded, "empty": frame.Of([]float64{}),
	} {
		for _, n := range []int{0, 1, 2, 3, 17, 40, 3000} {
			var each, all []int64
			for i := range c.Rows * n {
				each, all = append(each, int64(i/n)), append(all, int64(i%c.Rows))
			}
			for what, f := range map[string]func(mem.Allocator, int) (*frame.Column, error){"repeat": c.Repeat, "tile": c.Tile} {
				rows := each
				if what == "tile" {
					rows = all
				}
				want, err := c.Take(mem.Heap, rows)
				if err != nil {
					t.Fatal(err)
				}
				got, err := f(mem.Heap, n)
				if err != nil {
					t.Fatal(err)
				}
				if got.Rows != len(rows) || got.DType != c.DType || got.NullCount() != n*c.NullCount() {
					t.Fatalf("%s of %s %d times: %d rows of %s, %d missing", what, name, n, got.Rows, got.DType, got.NullCount())
				}
				for i := range rows {
					if got.Label(i) != want.Label(i) {
						t.Fatalf("%s of %s %d times: row %d is %v, not %v", what, name, n, i, got.Cell(i), want.Cell(i))
					}
				}
			}
		}
	}
}
