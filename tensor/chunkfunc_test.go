package tensor_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/tensor"
)

var (
	signs = tensor.ChunkFunc("test/signs", func(b tensor.ChunkOf[float64]) ([]bool, error) {
		out := make([]bool, len(b.Data))
		for i, v := range b.Data {
			out[i] = v > 2
			b.Data[i] = -1 // it is a copy
		}
		return out, nil
	}, tensor.Deterministic())
	places = tensor.ChunkFunc("test/places", func(b tensor.ChunkOf[int64]) ([]int64, error) {
		for i := range b.Data {
			b.Data[i] = int64(10*b.At[0] + b.Shape[0])
		}
		return b.Data, nil
	})
	short  = tensor.ChunkFunc("test/short", func(tensor.ChunkOf[float64]) ([]float64, error) { return nil, nil })
	failed = tensor.ChunkFunc("test/failed", func(tensor.ChunkOf[float64]) ([]float64, error) { return nil, errors.New("no good") })
	boom   = tensor.ChunkFunc("test/boom", func(b tensor.ChunkOf[float64]) ([]float64, error) { panic("boom") })
)

func TestChunkFunctions(t *testing.T) {
	a := tensor.Arange(0, 6, 1, tensor.Create{Chunk: []int{4}})
	f := tensor.AsType(a, dtype.Float64)
	marstest.Check(t, "chunk_func", tensor.Transpose(tensor.Reshape(f, 2, 3)).MapChunks(signs), nd.Of([]bool{false, true, false, true, false, true}, 3, 2))
	l := marstest.Loop{}
	v, err := l.Run(a.MapChunks(places).Value())
	if err != nil || !slices.Equal(nd.Data[int64](v[0].(*nd.Array)), []int64{4, 4, 4, 4, 12, 12}) {
		t.Errorf("%v, %v", v, err)
	}
	if x, y := f.MapChunks(signs).Value().Meta().Key, f.MapChunks(signs).Value().Meta().Key; x != y {
		t.Error("equal calls of a deterministic function differ")
	}
	for want, bad := range map[string]*tensor.Tensor{
		`"test/short": 0 elements for a chunk of 4`:              f.MapChunks(short),
		`function "test/failed": no good`:                        f.MapChunks(failed),
		`"test/boom": panic: boom at chunkfunc_test.go:`:         f.MapChunks(boom),
		`"test/signs" takes float64, and the tensor has int64: `: a.MapChunks(signs),
		`give what ChunkFunc returned`:                           a.MapChunks(tensor.ChunkFunction[int64, int64]{}),
	} {
		err := bad.Err()
		if err == nil {
			_, err = l.Run(bad.Value())
		}
		if err == nil || !strings.Contains(err.Error(), want) || errs.Is(err, errs.Internal) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
