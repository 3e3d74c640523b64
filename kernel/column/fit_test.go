package column_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/mem"
)

// Integers become narrow where all of them fit, and at the bounds; wider ones and floats stay.
func TestFit(t *testing.T) {
	e := column.Env{Mem: mem.Heap}
	missing, ok := frame.Of([]int64{1, 2}).Cast(dtype.Int64.Nullable())
	if !ok {
		t.Fatal("an int64 is no Int64")
	}
	for _, c := range []struct {
		in         *frame.Column
		to, expect dtype.DType
	}{
		{frame.Of([]int64{-128, 127}), dtype.Int8, dtype.Int8},
		{frame.Of([]int64{-129, 127}), dtype.Int8, dtype.Int64},
		{frame.Of([]int64{0, 128}), dtype.Int8, dtype.Int64},
		{frame.Of([]uint64{0, 65535}), dtype.Uint16, dtype.Uint16},
		{frame.Of([]uint64{0, math.MaxUint64}), dtype.Uint32, dtype.Uint64},
		{frame.Of([]int64{}), dtype.Int8, dtype.Int8},
		{missing, dtype.Int8.Nullable(), dtype.Int8.Nullable()},
		{frame.Of([]float64{1}), dtype.Int8, dtype.Float64},
		{frame.Of([]int8{1}), dtype.Int16, dtype.Int8},
	} {
		got, err := e.Fit(c.in, c.to)
		if err != nil || got.DType != c.expect || got.Rows != c.in.Rows {
			t.Errorf("%s as %s: %v, want %s (%v)", c.in.DType, c.to, got.DType, c.expect, err)
		}
		for i := range got.Rows {
			if !got.Label(i).Same(c.in.Label(i)) {
				t.Errorf("row %d is %s, want %s", i, got.Label(i).Repr(), c.in.Label(i).Repr())
			}
		}
	}
}
