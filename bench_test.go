package mars_test

import (
	"context"
	"testing"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/tensor"
)

func benchSession(b *testing.B, o ...mars.Option) *mars.Session {
	b.Helper()
	s, err := mars.Local(context.Background(), o...)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	return s
}

// BenchmarkTrivial runs 10^5 subtasks that do next to nothing.
func BenchmarkTrivial(b *testing.B) {
	s := benchSession(b, mars.NoFuse())
	for i := range b.N {
		t := tensor.Full([]int{100_000}, float64(i), tensor.Create{Chunk: []int{1}}) // equal ones would be computed once
		if err := s.Execute(context.Background(), t); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*100_000/b.Elapsed().Seconds(), "subtasks/s")
}

// BenchmarkOnes10k sums ones of 10,000 chunks.
func BenchmarkOnes10k(b *testing.B) {
	s := benchSession(b)
	for i := range b.N {
		if err := s.Execute(context.Background(), tensor.Sum(tensor.Full([]int{1000, 1000}, float64(i), tensor.Create{Chunk: []int{10}}))); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSeedScript is the product and the sum of the documentation's first script.
func BenchmarkSeedScript(b *testing.B) {
	s := benchSession(b)
	for i := range b.N {
		a := tensor.Full([]int{2000, 2000}, float64(i), tensor.Create{Chunk: []int{200}})
		if err := s.Execute(context.Background(), tensor.Inner(a, a)); err != nil {
			b.Fatal(err)
		}
	}
}
