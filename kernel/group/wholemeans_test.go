package group

import (
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Sums and counts of integers of each width are those of one row after the other, with groups whose sizes are
// known and unknown; rows of missing keys drop out.
func TestWholeMeans(t *testing.T) {
	wholeMeansOf[int8](t)
	wholeMeansOf[int16](t)
	wholeMeansOf[int32](t)
	wholeMeansOf[int64](t)
	wholeMeansOf[uint8](t)
	wholeMeansOf[uint16](t)
	wholeMeansOf[uint32](t)
	wholeMeansOf[uint64](t)
}

func wholeMeansOf[T whole](t *testing.T) {
	t.Helper()
	const rows, n = 3000, 29
	r := rand.New(rand.NewPCG(5, 6))
	g := &Groups{IDs: make([]int32, rows), N: n}
	v, sums, counts := make([]T, rows), make([]float64, n), make([]int64, n)
	for i := range v {
		v[i] = T(r.Uint32()) >> (r.IntN(4) * 2)
		if g.IDs[i] = int32(r.IntN(n+1)) - 1; g.IDs[i] >= 0 {
			sums[g.IDs[i]] += float64(v[i])
			counts[g.IDs[i]]++
		}
	}
	for _, sized := range []bool{false, true} {
		parts, ok, err := wholeMeans(mem.Heap, g, frame.Of(v))
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		for k := range n {
			if s, c := frame.Values[float64](parts[0])[k], frame.Values[int64](parts[1])[k]; s != sums[k] || c != counts[k] {
				t.Fatalf("%T, sizes known %t: group %d has sum %v of %d, not %v of %d", v, sized, k, s, c, sums[k], counts[k])
			}
		}
		if g.sizes == nil {
			t.Fatal("the sizes that the means counted are not kept")
		}
	}
}
