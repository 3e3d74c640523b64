package order_test

import (
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
)

func BenchmarkRows(b *testing.B) {
	for _, n := range []int{1000, 1 << 20} {
		f, g := make([]float64, n), make([]int64, n)
		for i := range f {
			f[i], g[i] = float64(uint32(i*2654435761)), int64(i%1000)
		}
		x, y := frame.Of(f), frame.Of(g)
		for name, keys := range map[string][]order.Key{"float": {{Col: x}}, "two": {{Col: y, Desc: true}, {Col: x}}} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					order.Rows(keys, n)
				}
			})
		}
	}
}
