package hash

import (
	"testing"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// TestBoundsAddressTables tells by the number of codes that keys were not searched for their least and greatest value: bounds are wider than these.
func TestBoundsAddressTables(t *testing.T) {
	keys := func(lo, hi int64) *frame.Column {
		return frame.Of([]int64{7, 5, 7}).WithBounds(frame.Bounds{Min: frame.L(lo), Max: frame.L(hi)})
	}
	for _, tc := range []struct {
		c    *frame.Column
		want uint64
	}{
		{keys(1, 10), 10},
		{keys(1, 1<<40), 3}, // too far apart to address by
		{frame.Of([]int64{7, 5, 7}), 3},
	} {
		c, err := coderOf(mem.Heap, Appearance, false, []*frame.Column{tc.c}, 3)
		if err != nil || c.radix() != tc.want {
			t.Errorf("%d codes, want %d, %v", c.radix(), tc.want, err)
		}
		n, err := Number(mem.Heap, Appearance, false, []*frame.Column{tc.c})
		if err != nil || n.N != 2 || n.IDs[0][0] != 0 || n.IDs[0][1] != 1 || n.IDs[0][2] != 0 {
			t.Errorf("%+v, %v", n, err)
		}
	}
}

// TestNumeralsNeedNoTable tells by the number of codes that names were told apart by their numbers.
func TestNumeralsNeedNoTable(t *testing.T) {
	for _, tc := range []struct {
		c    *frame.Column
		want uint64
	}{
		{frame.Strs("id7", "id9", "id7"), 10},
		{frame.Strs("id00000000000007", "id00000000000009"), 10},
		{frame.Strs("50000", "50009", "50001"), 10}, // counted from the least
		{frame.Strs("id7", "id9999999"), 2},         // too far apart to address by
		{frame.Strs("7", "10"), 2},
		{frame.Strs("a7", "b7"), 2},
	} {
		plain, err := tc.c.Decode(mem.Heap)
		if err != nil {
			t.Fatal(err)
		}
		c, err := coderOf(mem.Heap, Appearance, false, []*frame.Column{plain}, plain.Rows)
		if err != nil || c.radix() != tc.want {
			t.Errorf("%v: %d codes, want %d, %v", plain, c.radix(), tc.want, err)
		}
	}
}
