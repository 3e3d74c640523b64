package frame_test

import (
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Few rows of long dictionaries are joined as texts, without a look at values that no row has; of one
// dictionary, or where rows are many, as codes.
func TestConcatOfLongDictionaries(t *testing.T) {
	const values = 10_000
	coded := func(from, rows int) *frame.Column {
		b := frame.PlainStr(mem.Heap, dtype.Str)
		for i := range values {
			b.Append(fmt.Sprintf("a value of some length %d", from+i))
		}
		vs, err := b.Column()
		if err != nil {
			t.Fatal(err)
		}
		block, err := mem.Heap.Alloc(4 * rows)
		if err != nil {
			t.Fatal(err)
		}
		for i, k := 0, mem.View[int32](block, 0, rows); i < rows; i++ {
			if k[i] = int32(i * 7 % values); i%5 == 4 {
				k[i] = -1
			}
		}
		return frame.NewDict(dtype.Str, &frame.Dictionary{Values: vs}, block, 0, rows, 4)
	}
	one := coded(0, 100)
	for name, c := range map[string]struct {
		in  []*frame.Column
		enc frame.Enc
	}{
		"few rows":       {[]*frame.Column{coded(0, 100), coded(5, 50)}, frame.Plain},
		"one dictionary": {[]*frame.Column{one, one.Slice(3, 9)}, frame.Dict},
		"many rows":      {[]*frame.Column{coded(0, 2*values), coded(5, values)}, frame.Dict},
	} {
		got, err := frame.Concat(mem.Heap, c.in...)
		if err != nil {
			t.Fatal(err)
		}
		if got.Enc != c.enc {
			t.Errorf("%s: encoding %v", name, got.Enc)
		}
		at := 0
		for _, x := range c.in {
			for i := range x.Rows {
				if got.IsNull(at) != x.IsNull(i) || !x.IsNull(i) && got.Str(at) != x.Str(i) {
					t.Fatalf("%s: row %d is %q, not %q", name, at, got.Str(at), x.Str(i))
				}
				at++
			}
		}
		if got.Rows != at {
			t.Errorf("%s: %d rows of %d", name, got.Rows, at)
		}
	}
}
