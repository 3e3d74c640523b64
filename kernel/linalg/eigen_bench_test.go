package linalg

import (
	"fmt"
	"syscall"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/internal/parallel/paralleltest"
	"github.com/mars-project/mars-go/mem"
)

// BenchmarkEigen is decompositions on one core and on two; on a busy machine the time of the processor says
// more than that of the clock.
func BenchmarkEigen(b *testing.B) {
	for _, n := range []int{100, 500, 1000, 2000} {
		for _, d := range []dtype.DType{dtype.Float64, dtype.Float32, dtype.Complex128} {
			a := random(d, 1, n, n)
			for _, c := range []struct {
				name string
				f    func(al mem.Allocator, par parallel.Func) error
			}{
				{"eigh", func(al mem.Allocator, par parallel.Func) error {
					_, _, err := Eigh(al, par, a, false, true)
					return err
				}},
				{"eigvalsh", func(al mem.Allocator, par parallel.Func) error {
					_, _, err := Eigh(al, par, a, false, false)
					return err
				}},
				{"svd", func(al mem.Allocator, par parallel.Func) error {
					_, _, _, err := SVD(al, par, a, true, true)
					return err
				}},
				{"svdvals", func(al mem.Allocator, par parallel.Func) error {
					_, _, _, err := SVD(al, par, a, false, false)
					return err
				}},
			} {
				for cores, par := range []parallel.Func{nil, paralleltest.Helpers(2)} {
					b.Run(fmt.Sprintf("%s/%v/%d/cores=%d", c.name, d, n, cores+1), func(b *testing.B) {
						pool := mem.NewPool(2 << 30)
						var before, after syscall.Rusage
						if err := syscall.Getrusage(syscall.RUSAGE_SELF, &before); err != nil {
							b.Fatal(err)
						}
						for b.Loop() {
							al := mem.NewScope(pool)
							if err := c.f(al, par); err != nil {
								b.Fatal(err)
							}
							al.Close()
						}
						if err := syscall.Getrusage(syscall.RUSAGE_SELF, &after); err != nil {
							b.Fatal(err)
						}
						cpu := after.Utime.Nano() + after.Stime.Nano() - before.Utime.Nano() - before.Stime.Nano()
						b.ReportMetric(float64(cpu)/1e6/float64(b.N), "cpu-ms/op")
					})
				}
			}
		}
	}
}
