package order_test

import (
	"math"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/mem"
)

// Missing rows stand apart from the extreme values of a dtype.
func TestMissingBesideExtremes(t *testing.T) {
	b := frame.NewNumBuilder[int64](mem.Heap, dtype.Int64.Nullable(), 4)
	for _, v := range []int64{math.MaxInt64, 0, math.MinInt64} {
		b.Append(v)
		b.AppendNull()
	}
	c, err := b.Column()
	if err != nil {
		t.Fatal(err)
	}
	for want, k := range map[string]order.Key{
		"\x04\x02\x00\x01\x03\x05": {Col: c}, "\x00\x02\x04\x01\x03\x05": {Col: c, Desc: true},
		"\x01\x03\x05\x04\x02\x00": {Col: c, NullsFirst: true}, "\x01\x03\x05\x00\x02\x04": {Col: c, Desc: true, NullsFirst: true},
	} {
		var rows []int64
		for _, r := range []byte(want) {
			rows = append(rows, int64(r))
		}
		if got := order.Rows([]order.Key{k}, 6); !slices.Equal(got, rows) {
			t.Errorf("desc %t, nulls first %t: %v, want %v", k.Desc, k.NullsFirst, got, rows)
		}
	}
}
