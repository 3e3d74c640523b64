package mem_test

import (
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/mem"
)

// BenchmarkAlloc compares a pool's reused blocks with the Go heap; every byte is written, as a kernel would.
func BenchmarkAlloc(b *testing.B) {
	for _, n := range []int{64, 4 << 10, 512 << 10, 16 << 20} {
		for _, c := range []struct {
			name string
			a    mem.Allocator
		}{{"pool", mem.NewPool(0)}, {"heap", mem.Heap}} {
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				b.SetBytes(int64(n))
				for b.Loop() {
					x, err := c.a.Alloc(n)
					if err != nil {
						b.Fatal(err)
					}
					for i, d := 0, x.Bytes(); i < len(d); i += 64 {
						d[i] = 1
					}
					x.Release()
				}
			})
		}
	}
}
