package kernel_test

import (
	"math/rand"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

const benchN = 10_000_000

func randoms(n int, seed int64) *nd.Array {
	r := rand.New(rand.NewSource(seed))
	d := make([]float64, n)
	for i := range d {
		d[i] = r.Float64()
	}
	return nd.Of(d)
}

func build(f func(b *kernel.Builder, in []kernel.Reg) kernel.Reg, n int) *kernel.Program {
	b := &kernel.Builder{}
	var in []kernel.Reg
	for i := range n {
		in = append(in, b.In(i, dtype.Float64))
	}
	p, err := b.Compile(f(b, in))
	if err != nil {
		panic(err)
	}
	return p
}

func bench(b *testing.B, p *kernel.Program, in ...*nd.Array) {
	n := in[0].Size()
	out, err := nd.New(mem.Heap, dtype.Float64, n)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(8 * n * (len(in) + 1)))
	b.ResetTimer()
	for range b.N {
		r := kernel.Run{Mem: mem.Heap, Into: out}
		if _, err := p.Run(r, in, []int{n}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/elem")
}

func BenchmarkFused(b *testing.B) {
	x := []*nd.Array{randoms(benchN, 1), randoms(benchN, 2), randoms(benchN, 3), randoms(benchN, 4)}
	bench(b, build(func(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
		return b.Call("subtract", b.Call("multiply", b.Call("add", in[0], in[1]), b.Call("sqrt", in[2])), b.Call("exp", in[3]))
	}, 4), x...)
}

func BenchmarkOne(b *testing.B) {
	x := []*nd.Array{randoms(benchN, 1), randoms(benchN, 2)}
	for _, f := range []string{"add", "subtract", "multiply", "divide", "maximum", "arctan2", "power", "remainder", "floor_divide", "hypot"} {
		b.Run(f, func(b *testing.B) {
			bench(b, build(func(b *kernel.Builder, in []kernel.Reg) kernel.Reg { return b.Call(f, in[0], in[1]) }, 2), x...)
		})
	}
	for _, f := range []string{"sqrt", "negative", "absolute", "square", "exp", "log", "sin", "cos", "tanh", "floor", "rint", "log2", "exp2", "expm1", "arctan"} {
		b.Run(f, func(b *testing.B) {
			bench(b, build(func(b *kernel.Builder, in []kernel.Reg) kernel.Reg { return b.Call(f, in[0]) }, 1), x[:1]...)
		})
	}
	for _, f := range []string{"sum", "max", "mean", "m2", "argmax", "prod"} {
		b.Run(f, func(b *testing.B) {
			bench(b, build(func(b *kernel.Builder, in []kernel.Reg) kernel.Reg { return b.Fold(f, dtype.DType{}, in[0]) }, 1), x[:1]...)
		})
	}
}
