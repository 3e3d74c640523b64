package sort

import (
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

func benchArray() *nd.Array {
	r := rand.New(rand.NewPCG(1, 2))
	s := make([]float64, 1<<20)
	for i := range s {
		s[i] = r.NormFloat64()
	}
	return nd.Of(s)
}

func BenchmarkSort(b *testing.B) {
	a := benchArray()
	w := must(a.Clone(mem.Heap))
	b.SetBytes(int64(a.Bytes()))
	for b.Loop() {
		if err := nd.Copy(w, a); err != nil {
			b.Fatal(err)
		}
		if err := Sort(mem.Heap, w, 0); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkArgsort(b *testing.B) {
	a := benchArray()
	b.SetBytes(int64(a.Bytes()))
	for b.Loop() {
		must(Argsort(mem.Heap, a, 0))
	}
}
