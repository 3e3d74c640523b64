package sort

import (
	"fmt"
	"math"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/internal/parallel/paralleltest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// benchSize is the elements of a benchmark; NumPy's times beside ours are of as many.
const benchSize = 1e7

// drawn are random arrays by dtype.
func drawn(n int) map[string]*nd.Array {
	r := rand.New(rand.NewPCG(1, 2))
	f8, i8, f4, i4 := make([]float64, n), make([]int64, n), make([]float32, n), make([]int32, n)
	u1, u2, few := make([]uint8, n), make([]uint16, n), make([]int64, n)
	for i := range n {
		f8[i], i8[i] = r.NormFloat64(), r.Int64()-1<<62
		f4[i], i4[i] = float32(f8[i]), int32(i8[i])
		u1[i], u2[i], few[i] = uint8(i8[i]), uint16(i8[i]), r.Int64N(1000)
	}
	return map[string]*nd.Array{"f8": nd.Of(f8, n), "i8": nd.Of(i8, n), "f4": nd.Of(f4, n), "i4": nd.Of(i4, n), "u1": nd.Of(u1, n), "u2": nd.Of(u2, n), "few": nd.Of(few, n)}
}

// clock is the processor time of this process: what others do on the machine does not count.
func clock() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// least runs f and reports the least processor time of a run.
func least(b *testing.B, before, f func()) {
	best := time.Duration(math.MaxInt64)
	before()
	f()
	for b.Loop() {
		b.StopTimer()
		before()
		b.StartTimer()
		t := clock()
		f()
		best = min(best, clock()-t)
	}
	b.ReportMetric(best.Seconds()*1e3, "cpu-ms")
}

func BenchmarkSort(b *testing.B) {
	for name, a := range drawn(benchSize) {
		for _, par := range []parallel.Func{nil, paralleltest.Together} {
			b.Run(fmt.Sprintf("%s/parallel=%v", name, par != nil), func(b *testing.B) {
				w := must(a.Clone(mem.Heap))
				least(b, func() { must(0, nd.Copy(w, a)) }, func() { must(0, Sort(mem.Heap, w, 0, par)) })
			})
		}
	}
}

// each runs f with an allocator of its own, whose memory the next one gets.
func each(b *testing.B, f func(al mem.Allocator)) {
	p := mem.NewPool(8 << 30)
	least(b, func() {}, func() {
		s := mem.NewScope(p)
		f(s)
		s.Close()
	})
}

func BenchmarkArgsort(b *testing.B) {
	for name, a := range drawn(benchSize) {
		for _, par := range []parallel.Func{nil, paralleltest.Together} {
			b.Run(fmt.Sprintf("%s/parallel=%v", name, par != nil), func(b *testing.B) {
				each(b, func(al mem.Allocator) { must(Argsort(al, a, 0, par)) })
			})
		}
	}
}

func BenchmarkUnique(b *testing.B) {
	for name, a := range drawn(benchSize) {
		b.Run(name, func(b *testing.B) { each(b, func(al mem.Allocator) { must(Unique(al, a, UniqueOpts{})) }) })
		b.Run(name+"/all", func(b *testing.B) {
			each(b, func(al mem.Allocator) { must(Unique(al, a, UniqueOpts{Index: true, Inverse: true, Counts: true})) })
		})
	}
}

func BenchmarkTopK(b *testing.B) {
	a := drawn(benchSize)["f8"]
	b.Run("100", func(b *testing.B) { each(b, func(al mem.Allocator) { must(TopK(al, a, 100, true)) }) })
}

func BenchmarkPartition(b *testing.B) {
	for _, name := range []string{"f8", "i4"} {
		a, ok := drawn(benchSize)[name]
		if !ok {
			b.Fatal(name)
		}
		w := must(a.Clone(mem.Heap))
		for _, par := range []parallel.Func{nil, paralleltest.Together} {
			b.Run(fmt.Sprintf("%s/parallel=%v", name, par != nil), func(b *testing.B) {
				least(b, func() {}, func() { must(0, Partition(mem.Heap, w, a, 0, par, benchSize/2)) })
			})
		}
		b.Run(name+"/places", func(b *testing.B) {
			each(b, func(al mem.Allocator) { must(Argpartition(al, a, 0, nil, benchSize/2)) })
		})
	}
}

func BenchmarkSearch(b *testing.B) {
	all := drawn(benchSize)["f8"]
	edges := nd.Of(make([]float64, 100))
	for i, e := 0, nd.Data[float64](edges); i < len(e); i++ {
		e[i] = -3 + 0.06*float64(i)
	}
	a := must(all.Slice(0, 0, 1e6, 1).Clone(mem.Heap))
	if err := Sort(mem.Heap, a, 0, nil); err != nil {
		b.Fatal(err)
	}
	v := all.Slice(0, 0, 1e6, 1)
	b.Run("1e6 in 1e6", func(b *testing.B) { each(b, func(al mem.Allocator) { must(Search(al, a, v, false, nil)) }) })
	b.Run("1e7 in 100", func(b *testing.B) { each(b, func(al mem.Allocator) { must(Search(al, edges, all, false, nil)) }) })
}

func BenchmarkSelect(b *testing.B) {
	all := drawn(benchSize)
	a := all["f8"]
	mask, places := make([]bool, benchSize), rand.New(rand.NewPCG(1, 2)).Perm(benchSize)
	idx := make([]int64, benchSize)
	for i, v := range nd.Data[float64](a) {
		mask[i], idx[i] = v > 0, int64(places[i])
	}
	m, at := nd.Of(mask), nd.Of(idx)
	b.Run("nonzero", func(b *testing.B) { each(b, func(al mem.Allocator) { must(Nonzero(al, m, 0, nil)) }) })
	b.Run("mask", func(b *testing.B) { each(b, func(al mem.Allocator) { must(Mask(al, a, m)) }) })
	b.Run("take", func(b *testing.B) { each(b, func(al mem.Allocator) { must(Take(al, a, at, 0, Raise)) }) })
	for _, boxes := range []int{1, 5} {
		var in []*nd.Array
		for i := range boxes {
			lo, hi := benchSize*i/boxes, benchSize*(i+1)/boxes
			in = append(in, a.Slice(0, lo, hi, 1))
		}
		b.Run(fmt.Sprintf("take from %d", boxes), func(b *testing.B) {
			each(b, func(al mem.Allocator) { must(TakeBoxes(al, in, at, 0, 0, Raise, nil)) })
		})
	}
	bins, _ := UniformBins(-4, 4, 100)
	b.Run("histogram", func(b *testing.B) {
		c := make([]int64, 100)
		least(b, func() {}, func() { bins.Histogram(c, nd.Data[float64](a)) })
	})
	b.Run("bincount", func(b *testing.B) {
		least(b, func() {}, func() { must(Bincount(mem.Heap, nd.Data[int64](all["few"]), 1000, nil)) })
	})
}
