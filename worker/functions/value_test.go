package functions

import (
	"testing"

	"github.com/mars-project/mars-go/mem"
)

// What a process says of a result is checked, and what it gave is given back when it is not true.
func TestForgedValues(t *testing.T) {
	pool := mem.NewPool(1 << 20)
	for _, d := range []described{
		{Kind: "array", DType: "str", Shape: []int{1}, Buffers: []int{0}}, // its elements would be places in our memory
		{Kind: "array", DType: "object", Shape: []int{1}, Buffers: []int{0}},
		{Kind: "array", DType: "float64", Shape: []int{3}, Buffers: []int{0}},
		{Kind: "array", DType: "float64", Shape: []int{-2, -1}, Buffers: []int{0}},
		{Kind: "array", DType: "float64", Shape: []int{1 << 40, 1 << 40}, Buffers: []int{0}},
		{Kind: "array", DType: "nothing", Shape: []int{2}, Buffers: []int{0}},
		{Kind: "array", DType: "float64", Shape: []int{2}, Buffers: []int{1}},
		{Kind: "pickle", Buffers: []int{0, 0}},
		{Kind: "pickle", Buffers: []int{-1}},
		{Kind: "table", Buffers: []int{0}},
		{Kind: "table"},
		{Kind: "code", Buffers: []int{0}},
	} {
		b, err := pool.Alloc(16)
		if err != nil {
			t.Fatal(err)
		}
		buffers := []*mem.Block{b}
		if v, err := value(mem.Heap, d, buffers); err == nil {
			t.Errorf("%+v: %v", d, v)
			release(v)
		}
		if buffers[0] != nil {
			b.Release()
		}
	}
	if n := pool.Stats().Used; n != 0 {
		t.Errorf("%d bytes are left", n)
	}
}
