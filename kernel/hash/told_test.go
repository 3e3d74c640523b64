package hash

import (
	"testing"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// TestBoundsAddressTables tells by the number of codes that keys were not searched for their least and
// greatest value: bounds are wider than these.
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

// TestKeysThatComeAgainStayInOneTable is of keys that are all new among the first rows and the same ones
// again after these, in a table and without.
func TestKeysThatComeAgainStayInOneTable(t *testing.T) {
	const keys, rows = 3 * many / 2, 12 * many
	for name, of := range map[string]func(i int) int64{
		"again": func(i int) int64 { return int64(i%keys) << 40 },
		"new":   func(i int) int64 { return int64(i) << 40 },
	} {
		v := make([]int64, rows)
		for i := range v {
			v[i] = of(i)
		}
		n, err := Number(mem.Heap, Appearance, false, []*frame.Column{frame.Of(v)})
		if err != nil {
			t.Fatal(err)
		}
		if name == "again" && n.N != keys || name == "new" && n.N != rows {
			t.Errorf("%s: %d keys", name, n.N)
		}
		for i, id := range n.IDs[0] {
			if first := n.First[id]; v[first] != v[i] || first > int64(i) {
				t.Fatalf("%s: row %d has the number of row %d", name, i, first)
			}
		}
		table := &wordTable{al: mem.Heap}
		words := make([]uint64, rows)
		for i, x := range v {
			words[i] = uint64(x)
		}
		feed := func(f func([]uint64, []bool, []int32, int64) error) error {
			for at := 0; at < rows; at += batch {
				if err := f(words[at:at+batch], nil, make([]int32, batch), int64(at)); err != nil {
					return err
				}
			}
			return nil
		}
		for at := 0; at < many; at += batch {
			if err := table.number(words[at:at+batch], nil, make([]int32, batch), int64(at)); err != nil {
				t.Fatal(err)
			}
		}
		if again, err := table.meetsAgain(feed); err != nil || again != (name == "again") {
			t.Errorf("%s: comes again: %v, %v", name, again, err)
		}
	}
}
