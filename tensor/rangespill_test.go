package tensor_test

import (
	"math"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// skewed are vectors of n elements that orders are known to stumble over.
func skewed(n int) map[string]*nd.Array {
	x := uint64(17)
	next := func(k int) int {
		x = x*6364136223846793005 + 1442695040888963407
		return int(x>>33) % k
	}
	wide, one, times, few := make([]int64, n), make([]int64, n), make([]int64, n), make([]int16, n)
	f, nans, z, c := make([]float64, n), make([]float64, n), make([]complex128, n), make([]complex64, n)
	for i := range n {
		wide[i], one[i], times[i], few[i] = int64(next(1<<30))<<33, 7, int64(next(5000)), int16(next(3)-1)
		if next(9) == 0 {
			times[i] = math.MinInt64
		}
		f[i] = []float64{math.NaN(), 0, math.Copysign(0, -1), math.Inf(-1), float64(next(9000))}[next(5)]
		nans[i] = math.NaN()
		z[i] = []complex128{complex(math.NaN(), 1), -1, complex(float64(next(40)), float64(next(40)))}[next(3)]
		c[i] = complex64(z[i])
	}
	return map[string]*nd.Array{
		"wide": nd.Of(wide, n), "equal": nd.Of(one, n), "times": nd.OfType(dtype.Datetime(dtype.Nano), times, n), "floats": nd.Of(f, n), "NaNs": nd.Of(nans, n),
		"few": nd.Of(few, n), "complex": nd.Of(z, n), "small complex": nd.Of(c, n), "every third": nd.Of(wide, n).Slice(0, 1, n, 3),
	}
}

// Orders do not depend on the memory in which they are found, along an axis, and of the parts that a shuffle
// brings.
func TestOrderInLittleMemory(t *testing.T) {
	for name, a := range skewed(24000) {
		marstest.Tight(t, "argsort of "+name, marstest.CallOf(tensor.Argsort(tensor.FromArray(a)), op.Chunk), a)
		m, ok := a.Reshape(2, a.Size()/2)
		if !ok {
			m = must(a.Clone(mem.Heap))
			m, _ = m.Reshape(a.Size()/2, 2)
		}
		axis := slices.Index(m.Shape, a.Size()/2)
		marstest.Tight(t, "argsort along an axis of "+name, marstest.CallOf(tensor.Argsort(tensor.FromArray(m), axis), op.Chunk), m)
		if a.DType.IsComplex() {
			marstest.Tight(t, "sort of "+name, marstest.CallOf(tensor.Sort(tensor.FromArray(a)), op.Chunk), a)
		}
		if sort.Keyed(a.DType, false) {
			marstest.Tight(t, "argsort of parts of "+name, marstest.CallOf(tensor.Argsort(tensor.FromArray(a)), op.Final), partsOf(t, a))
		}
	}
}

// partsOf is the elements of a as an argsort sends them: keys and places, from two mappers.
func partsOf(t *testing.T, a *nd.Array) op.Tuple {
	t.Helper()
	h := tensor.Argsort(tensor.FromArray(a))
	var cols []*frame.Column
	for _, d := range []dtype.DType{sort.KeyType(a.DType), dtype.Int64, dtype.Float64} {
		cols = append(cols, must(frame.FromArray(mem.Heap, must(nd.New(mem.Heap, d, 0)))))
	}
	bounds := must(frame.New(nil, frame.Labels("key", "place", "share"), cols...))
	var out op.Tuple
	for lo := 0; lo < a.Size(); lo += a.Size() / 2 {
		c := marstest.CallOf(h, op.Map)
		c.Lo, c.In = []int{lo}, append(c.In, op.Arg{Meta: op.NewObject()})
		v, err := op.Run(c, []any{a.Slice(0, lo, lo+a.Size()/2, 1), bounds}, nil, marstest.World())
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, v[0].(*op.Parts).P...)
	}
	return out
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
