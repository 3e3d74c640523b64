package frame_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// holds fails where rows are not as bounds say.
func holds(t *rapid.T, c *frame.Column) {
	b := c.Bounds()
	seen := map[frame.Label]bool{}
	last, gone := frame.Label{}, false
	for i := range c.Rows {
		l := c.Label(i)
		if c.IsNull(i) {
			gone = true
			continue
		}
		if !b.Min.IsNil() && l.Less(b.Min) || !b.Max.IsNil() && b.Max.Less(l) {
			t.Fatalf("row %d is %s, bounds %s to %s", i, l.Repr(), b.Min.Repr(), b.Max.Repr())
		}
		if b.Sorted && (gone || !last.IsNil() && l.Less(last)) {
			t.Fatalf("row %d, %s after %s, is said to be sorted", i, l.Repr(), last.Repr())
		}
		if b.Unique && seen[l] {
			t.Fatalf("row %d, %s, is said to be there once", i, l.Repr())
		}
		seen[l], last = true, l
	}
}

// TestBoundsHold takes, cuts, joins, casts and decodes columns of known bounds.
func TestBoundsHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		column := func() *frame.Column {
			d := rapid.SampledFrom([]dtype.DType{dtype.Int64, dtype.Int64.Nullable()}).Draw(t, "dtype")
			m := genModel(t, d, 8)
			c, err := m.c.Narrowed(dirty)
			if err != nil {
				t.Fatal(err)
			}
			if rapid.Bool().Draw(t, "scanned") {
				c.Stats()
			}
			return c
		}
		c := column()
		for range rapid.IntRange(0, 4).Draw(t, "steps") {
			holds(t, c)
			var err error
			switch rapid.IntRange(0, 4).Draw(t, "step") {
			case 0:
				if c.Rows > 0 {
					rows := rapid.SliceOfN(rapid.Int64Range(-1, int64(c.Rows-1)), 0, 9).Draw(t, "rows")
					c, err = c.Take(dirty, rows)
				}
			case 1:
				lo := rapid.IntRange(0, c.Rows).Draw(t, "lo")
				c = c.Slice(lo, rapid.IntRange(lo, c.Rows).Draw(t, "hi"))
			case 2:
				if d := column(); d.DType == c.DType {
					c, err = frame.Concat(dirty, c, d)
				}
			case 3:
				if d, ok := c.Cast(dtype.Int64.Nullable()); ok {
					c = d
				}
			case 4:
				c, err = c.Decode(dirty)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		holds(t, c)
	})
}

func TestBoundsOfEncodings(t *testing.T) {
	given, _ := frame.Of([]int64{3, 5, 9}).Narrowed(dirty)
	mixed, _ := frame.Of([]int64{3, 9, 5}).Narrowed(dirty)
	seven, _ := frame.NewConst(dirty, frame.Of([]int64{7}), 3)
	for _, tc := range []struct {
		c      *frame.Column
		lo, hi int64
		flags  [2]bool
	}{
		{given, 3, 9, [2]bool{true, true}},
		{mixed, 3, 9, [2]bool{}},
		{given.Slice(1, 3), 3, 9, [2]bool{true, true}},
		{seven, 7, 7, [2]bool{true, false}},
		{frame.NewRangeColumn(dtype.Int64, 10, -2, 3), 6, 10, [2]bool{false, true}},
	} {
		b := tc.c.Bounds()
		lo, hi, ok := b.Ints()
		if !ok || lo != tc.lo || hi != tc.hi || b.Sorted != tc.flags[0] || b.Unique != tc.flags[1] {
			t.Errorf("%s: %d to %d (%v), sorted %v, unique %v", tc.c.Enc, lo, hi, ok, b.Sorted, b.Unique)
		}
	}
	if b := frame.Of([]int64{1}).Bounds(); !b.Min.IsNil() || b.Sorted {
		t.Errorf("a column that nobody looked at: %+v", b)
	}
}
