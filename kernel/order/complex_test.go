package order_test

import (
	"math"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

func TestComplexNumbers(t *testing.T) {
	nan := math.NaN()
	v := []complex128{complex(nan, nan), complex(nan, 1), complex(2, nan), complex(1, 2), complex(1, -2), complex(math.Copysign(0, -1), 3), complex(0, 1), complex(nan, 0)}
	c, err := frame.FromArray(mem.Heap, nd.Of(v, len(v)))
	if err != nil {
		t.Fatal(err)
	}
	want := []int64{6, 5, 4, 3, 0, 1, 2, 7} // with NaN: missing, as they come
	if got := order.Rows([]order.Key{{Col: c}}, len(v)); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	compare := order.Comparer([]order.Key{{Col: c}}, []order.Key{{Col: c}})
	for i := range want[:4] {
		if compare(int(want[i]), int(want[i+1])) >= 0 || compare(int(want[i+1]), int(want[i])) <= 0 {
			t.Errorf("rows %d and %d do not compare as they order", want[i], want[i+1])
		}
	}
}
