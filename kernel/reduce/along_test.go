package reduce_test

import (
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"pgregory.net/rapid"
)

// Along and Running go strictly in order, along any axis of any view, and the parts of an axis follow each
// other.
func TestAlongIsALoop(t *testing.T) {
	l, err := basic.Resolve("subtract", dtype.Float64, dtype.Float64)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		shape := []int{rapid.IntRange(1, 5).Draw(t, "rows"), rapid.IntRange(1, 4).Draw(t, "columns")}
		v := rapid.SliceOfN(rapid.Float64Range(-9, 9), nd.Size(shape), nd.Size(shape)).Draw(t, "values")
		a := nd.Of(v, shape...)
		if rapid.Bool().Draw(t, "transposed") {
			a = a.Transpose()
		}
		axis := rapid.IntRange(0, 1).Draw(t, "axis")
		cut := rapid.IntRange(1, a.Shape[axis]).Draw(t, "cut")
		head, tail := a.Slice(axis, 0, cut, 1), a.Slice(axis, cut, a.Shape[axis], 1)
		var al mem.Allocator = mem.Heap
		acc, err := reduce.Along(al, &l, head, nil, nil, axis)
		if err == nil {
			acc, err = reduce.Along(al, &l, tail, acc, nil, axis)
		}
		if err != nil {
			t.Fatal(err)
		}
		run, err := reduce.Running(al, &l, a, nil, axis)
		if err != nil {
			t.Fatal(err)
		}
		at := func(i, k int) []int {
			if axis == 0 {
				return []int{i, k}
			}
			return []int{k, i}
		}
		for k := range a.Shape[1-axis] {
			want := a.Item(at(0, k)...).(float64)
			for i := range a.Shape[axis] {
				if i > 0 {
					want -= a.Item(at(i, k)...).(float64)
				}
				if got := run.Item(at(i, k)...); got != want {
					t.Fatalf("after %d of line %d: %v, want %v", i, k, got, want)
				}
			}
			if got := acc.Item(k); got != want {
				t.Fatalf("line %d: %v, want %v", k, got, want)
			}
		}
	})
}
