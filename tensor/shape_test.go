package tensor_test

import (
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/tensor"
)

func TestShapes(t *testing.T) {
	g := marstest.Load(t, "testdata/shapes.json")
	a := counted(12, 10)
	i := cycle(6, func(i int) int32 { return int32(i) }, 6)
	x := cycle(24, f8, 2, 3, 4)
	assigned := tensor.Add(a, 0)
	tensor.Split(assigned, 3, 0)[1].Set(tensor.Negative(a.Get(tensor.Slice(4, 8))))
	one := x.Get(tensor.To(1), tensor.Whole, tensor.Slice(2, 3))
	for name, h := range map[string]*tensor.Tensor{
		"T":                        a.T(),
		"transpose":                tensor.Transpose(x, 1, 2, 0),
		"reshape":                  tensor.Reshape(a, 8, 15),
		"reshape to more":          tensor.Reshape(a, 2, 3, -1, 4),
		"reshape of T":             tensor.Reshape(a.T(), 6, 20),
		"ravel":                    tensor.Ravel(x),
		"reshape empty":            tensor.Reshape(tensor.Array([]float64{}, 0, 3), 3, 0),
		"reshape scalar":           tensor.Reshape(3.0, 1, 1),
		"concatenate":              tensor.Concatenate([]*tensor.Tensor{a, tensor.Ufunc("multiply", a.Get(tensor.To(3)), 2)}, 0),
		"concatenate axis 1":       tensor.Concatenate([]*tensor.Tensor{a, a.Get(tensor.Whole, tensor.Slice(2, 5))}, -1),
		"concatenate dtypes":       tensor.Concatenate([]*tensor.Tensor{i, cycle(6, func(i int) float32 { return float32(i) }, 6), tensor.Array([]bool{true})}, 0),
		"concatenate cut and cast": tensor.Concatenate([]*tensor.Tensor{tensor.Concatenate([]*tensor.Tensor{a.Get(tensor.To(5)), a}, 0), tensor.AsType(tensor.Concatenate([]*tensor.Tensor{a, a.Get(tensor.To(5))}, 0), dtype.Int64)}, 1),
		"stack":                    tensor.Stack([]*tensor.Tensor{a, tensor.Ufunc("add", a, 1)}, 1),
		"stack last":               tensor.Stack([]*tensor.Tensor{i, tensor.Ufunc("multiply", i, 2)}, -1),
		"split":                    tensor.Split(a, 3, 0)[1],
		"split at":                 tensor.SplitAt(a, []int{2, 7}, 1)[2],
		"array_split":              tensor.ArraySplit(a, 5, 0)[3],
		"split of a chosen part":   tensor.ArraySplit(a.Get(tensor.By(tensor.Greater(a.Get(tensor.Whole, tensor.At(0)), 35))), 3, 0)[1],
		"unstack":                  tensor.Unstack(a, 1)[4],
		"assigned part":            assigned,
		"expand_dims":              tensor.ExpandDims(a, 0, 2),
		"squeeze":                  tensor.Squeeze(one),
		"squeeze axis":             tensor.Squeeze(one, 2),
		"broadcast_to":             tensor.BroadcastTo(i, 3, 6),
		"broadcast_to of a column": tensor.BroadcastTo(a.Get(tensor.Whole, tensor.To(1)), 12, 4),
		"rechunk":                  tensor.Rechunk(a, 5, 3),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	for name, h := range map[string]*tensor.Tensor{
		"transpose of wrong rank": tensor.Transpose(a, 0),
		"transpose twice":         tensor.Transpose(a, 0, 0),
		"reshape misfit":          tensor.Reshape(a, 7, -1),
		"concatenate misfit":      tensor.Concatenate([]*tensor.Tensor{a, i}, 0),
		"stack misfit":            tensor.Stack([]*tensor.Tensor{a, i}, 0),
		"split misfit":            tensor.Split(a, 5, 0)[0],
		"unstack nothing":         tensor.Unstack(3, 0)[0],
		"split in no parts":       tensor.ArraySplit(a, 0, 0)[0],
		"squeeze misfit":          tensor.Squeeze(a, 0),
		"broadcast_to misfit":     tensor.BroadcastTo(a, 10, 12),
		"rechunk misfit":          tensor.Rechunk(a, 1, 2, 3),
		"rechunk to nothing":      tensor.Rechunk(a, 0),
	} {
		marstest.Check(t, name, h, errs.Invalid)
	}
}

func TestUnstackOfNoLength(t *testing.T) {
	if ts := tensor.Unstack(tensor.Zeros(tensor.Shape(2, 0)), 1); len(ts) != 0 {
		t.Errorf("%d parts of an axis of length 0", len(ts))
	}
}

// A range of one chunk becomes a chunk of another shape where it lies, also behind other ranges and turned
// arrays.
func TestReshapeAlongChunks(t *testing.T) {
	v := make([]float64, 96)
	for i := range v {
		v[i] = float64(i)
	}
	a := tensor.Arange(0.0, 96, 1, tensor.Create{Chunk: []int{24}})
	half := make([]float64, 48)
	copy(half, v[36:84])
	for name, c := range map[string]struct {
		h    *tensor.Tensor
		want *nd.Array
	}{
		"rows of a chunk":     {tensor.Reshape(a, 8, 12), nd.Of(v, 8, 12)},
		"and back":            {tensor.Ravel(tensor.Reshape(a, 16, 3, 2)), nd.Of(v)},
		"to its own shape":    {tensor.Reshape(a, -1), nd.Of(v)},
		"a part":              {tensor.Reshape(a.Get(tensor.Slice(36, 84)), 4, 12), nd.Of(half, 4, 12)},
		"of turned rows":      {tensor.Reshape(tensor.Reshape(a, 12, 8).T().T(), 24, 4), nd.Of(v, 24, 4)},
		"changed where it is": {tensor.Add(tensor.Reshape(a, 8, 12), tensor.Reshape(a, 8, 12)), nd.Of(twice(v), 8, 12)},
	} {
		marstest.Check(t, name, c.h, c.want)
	}
	long := make([]float64, 9001*3)
	for i := range long {
		long[i] = float64(i)
	}
	b := tensor.Reshape(tensor.Arange(0.0, 9001*3, 1, tensor.Create{Chunk: []int{4000}}), 9001, 3)
	marstest.Check(t, "rows over two chunks", b, nd.Of(long, 9001, 3), marstest.ChunkBytes(32_000))
	marstest.Check(t, "and what follows", tensor.Sum(tensor.Add(b, b), tensor.Reduce{Axis: tensor.Axes(0)}), nd.Of([]float64{243027000, 243045002, 243063004}), marstest.ChunkBytes(32_000))
}

func twice(v []float64) []float64 {
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = 2 * x
	}
	return out
}
