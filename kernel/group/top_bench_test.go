package group_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/mem"
)

func BenchmarkTop(b *testing.B) {
	const rows = 1 << 19
	r := rand.New(rand.NewPCG(1, 2))
	v := make([]float64, rows)
	for i := range v {
		v[i] = r.Float64()
	}
	for _, groups := range []int{100, 12_500, 100_000} {
		keys := make([]int64, rows)
		for i := range keys {
			keys[i] = int64(r.IntN(groups))
		}
		gs := must(group.Of(mem.Heap, []*frame.Column{frame.Of(keys)}, group.Options{}))
		c := frame.Of(v)
		b.Run(fmt.Sprint(groups), func(b *testing.B) {
			for b.Loop() {
				if _, err := gs.Top(mem.Heap, 2, c, true, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
		})
	}
}
