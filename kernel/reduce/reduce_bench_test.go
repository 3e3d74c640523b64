package reduce_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/internal/parallel/paralleltest"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// benchSizes are an array of the second-level cache and one of main memory.
var benchSizes = []int{100_000, 10_000_000}

func benchArray(b *testing.B, n int, d dtype.DType) *nd.Array {
	v := randoms(n, 3)
	if d == dtype.Bool {
		for i := range v {
			v[i] = max(v[i], 0)
		}
	}
	a, err := castTo(b, nd.Of(v), d).Clone(arena) // memory of large pages, as a worker's is
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(a.Block.Release)
	return a
}

var arena = mem.NewPool(4 << 30)

// best times single calls and reports the shortest one: on a machine that others use, what the call itself
// takes.
func best(b *testing.B, n int, call func() error) {
	least := time.Duration(math.MaxInt64)
	for b.Loop() {
		start := time.Now()
		if err := call(); err != nil {
			b.Fatal(err)
		}
		least = min(least, time.Since(start))
	}
	b.ReportMetric(float64(least.Nanoseconds())/float64(n), "ns/elem")
}

func BenchmarkReduce(b *testing.B) {
	for _, n := range benchSizes {
		for _, d := range []dtype.DType{dtype.Float64, dtype.Float32, dtype.Float16, dtype.Int64, dtype.Int32, dtype.Uint8, dtype.Bool} {
			for _, name := range []string{"sum", "prod", "max", "argmax", "m2", "mean", "all", "count_nonzero", "nansum", "nanmax", "nanmean", "nanm2", "nanargmax"} {
				b.Run(fmt.Sprintf("%s/%v/%d", name, d, n), func(b *testing.B) {
					a := benchArray(b, n, d)
					b.SetBytes(int64(n * d.Size()))
					best(b, n, func() error {
						_, err := reduce.Array(mem.Heap, name, a, reduce.Options{})
						return err
					})
				})
			}
		}
	}
}

func BenchmarkAxes(b *testing.B) {
	const n = 10_000_000
	for _, shape := range [][]int{{n / 1000, 1000}, {1000, n / 1000}, {n / 4, 4}, {4, n / 4}, {100, n / 10_000, 100}} {
		a, ok := benchArray(b, n, dtype.Float64).Reshape(shape...)
		if !ok {
			b.Fatal(shape)
		}
		for _, turned := range []bool{false, true} {
			for axis := range shape {
				for _, name := range []string{"sum", "max", "m2", "argmax"} {
					v, text := a, ""
					if turned {
						v, text = a.Transpose(), "transposed"
					}
					b.Run(fmt.Sprintf("%s/%v%s/%d", name, v.Shape, text, axis), func(b *testing.B) {
						b.SetBytes(8 * n)
						best(b, n, func() error {
							_, err := reduce.Array(mem.Heap, name, v, reduce.Options{Axes: []int{axis}})
							return err
						})
					})
				}
			}
		}
	}
}

// pool lends the same memory again and again, as a worker's does.
type pool struct{ free []*mem.Block }

func (p *pool) Alloc(n int) (*mem.Block, error) {
	for i, b := range p.free {
		if len(b.Bytes()) == n {
			p.free = append(p.free[:i], p.free[i+1:]...)
			return b, nil
		}
	}
	return arena.Alloc(n)
}

func BenchmarkScan(b *testing.B) {
	for _, n := range benchSizes {
		for _, d := range []dtype.DType{dtype.Float64, dtype.Float32, dtype.Int64, dtype.Int32} {
			for _, name := range []string{"cumsum", "cumprod", "cummax", "nancumsum"} {
				b.Run(fmt.Sprintf("%s/%v/%d", name, d, n), func(b *testing.B) {
					a, p := benchArray(b, n, d), &pool{}
					b.SetBytes(int64(n * d.Size()))
					best(b, n, func() error {
						r, _, err := reduce.Scan(p, name, a, 0, reduce.ScanOptions{})
						if err == nil {
							p.free = append(p.free, r.Block)
						}
						return err
					})
				})
			}
		}
	}
	b.Run("cumsum/[10000 1000]/0", func(b *testing.B) {
		a, p := nd.Of(randoms(10_000_000, 3), 10_000, 1000), &pool{}
		b.SetBytes(8e7)
		for b.Loop() {
			r, _, err := reduce.Scan(p, "cumsum", a, 0, reduce.ScanOptions{})
			if err != nil || math.IsNaN(nd.Data[float64](r)[0]) {
				b.Fatal(err)
			}
			p.free = append(p.free, r.Block)
		}
	})
}

// BenchmarkScanShared is a row of one chunk, alone and with a helper.
func BenchmarkScanShared(b *testing.B) {
	a := benchArray(b, 2_000_000, dtype.Float64)
	for name, par := range map[string]parallel.Func{"alone": nil, "two": paralleltest.Helpers(2)} {
		b.Run(name, func(b *testing.B) {
			p := &pool{}
			best(b, a.Size(), func() error {
				r, _, err := reduce.Scan(p, "cumsum", a, 0, reduce.ScanOptions{Parallel: par})
				if err == nil {
					p.free = append(p.free, r.Block)
				}
				return err
			})
		})
	}
}
