package group_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/mem"
)

// The middle of an odd number of values is one of them, an infinity too: nothing is calculated with it.
func TestMedianOfInfinities(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		of   []float64
		want float64
	}{
		{[]float64{inf}, inf},
		{[]float64{inf, -inf, inf}, inf},
		{[]float64{-inf, 2, -inf}, -inf},
		{[]float64{inf, inf}, inf},
		{[]float64{-inf, 3, inf}, 3},
	} {
		gs, err := group.Of(mem.Heap, []*frame.Column{frame.Of(make([]int64, len(c.of)))}, group.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := group.New(group.Median).Direct(mem.Heap, gs, frame.Of(c.of))
		if err != nil {
			t.Fatal(err)
		}
		if v := frame.Values[float64](got)[0]; v != c.want {
			t.Errorf("median of %v: %v, want %v", c.of, v, c.want)
		}
	}
}
