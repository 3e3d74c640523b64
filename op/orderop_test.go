package op

import (
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

func TestOrdinalBits(t *testing.T) {
	for _, c := range []struct {
		rows []int
		want int
	}{
		{[]int{5, 1000, 0}, 10},
		{[]int{1024}, 10},
		{[]int{1025}, 11},
		{[]int{0, 1}, 1},
		{slices.Repeat([]int{1 << 21}, 1023), 21},
		{slices.Repeat([]int{1 << 21}, 1024), ordBits},
		{[]int{1 << 31, 1}, ordBits},
	} {
		if got := ordinalBits(c.rows); got != c.want {
			t.Errorf("%d chunks, first of %d rows: %d bits, want %d", len(c.rows), c.rows[0], got, c.want)
		}
	}
}

// Ordinals are read in the width in which rows carry them.
func TestOrdinalsOfBothWidths(t *testing.T) {
	for _, bits := range []int{10, ordBits} {
		start := int64(3) << bits
		f := frame.Must(frame.New(nil, frame.Labels("a"), frame.Of([]int64{0, 1, 2, 3})))
		f, err := f.WithOrd(frame.NewRangeColumn(dtype.Int64, start, 1, 4)).Take(mem.Heap, []int64{3, 0, 1})
		if err != nil {
			t.Fatal(err)
		}
		wide, small := ordinals(f)
		if (small != nil) != (bits == 10) {
			t.Errorf("%d bits: rows carry %s ordinals", bits, f.Ord.Enc)
		}
		for _, v := range small {
			wide = append(wide, int64(v))
		}
		if want := []int64{start + 3, start, start + 1}; !slices.Equal(wide, want) {
			t.Errorf("%d bits: ordinals %v, want %v", bits, wide, want)
		}
		rows := make([]int32, 3)
		if err := byOrdinal(mem.Heap, rows, wide); err != nil || !slices.Equal(rows, []int32{1, 2, 0}) {
			t.Errorf("%d bits: order %v %v", bits, rows, err)
		}
	}
}
