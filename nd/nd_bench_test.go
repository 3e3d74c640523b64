package nd_test

import (
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

func BenchmarkCopy(b *testing.B) {
	a, err := nd.New(mem.Heap, dtype.Float64, 2048, 2048)
	if err != nil {
		b.Fatal(err)
	}
	dst, err := nd.Zeros(mem.Heap, dtype.Float64, 2048, 2048)
	if err != nil {
		b.Fatal(err)
	}
	half, err := nd.Zeros(mem.Heap, dtype.Float64, 2048, 1024)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name     string
		dst, src *nd.Array
	}{
		{"contiguous", dst, a},
		{"transposed", dst, a.Transpose()},
		{"every second", half, a.Slice(1, 0, 2048, 2)},
		{"backwards", dst, a.Slice(1, 2047, -1, -1)},
		{"left half", half, a.Slice(1, 0, 1024, 1)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(c.dst.Bytes()))
			for b.Loop() {
				if err := nd.Copy(c.dst, c.src); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
