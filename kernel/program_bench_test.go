//go:build unix

package kernel_test

import (
	"syscall"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

const benchSize = 10_000_000

// cpuTime is the processor time of this process in nanoseconds: on a shared machine it says more than the
// clock.
func cpuTime() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return u.Utime.Nano() + u.Stime.Nano()
}

type lowering func(b *kernel.Builder, in []kernel.Reg) kernel.Reg

// bench runs an expression over n float64 numbers per input into memory that is there.
func bench(b *testing.B, inputs int, f lowering) {
	builder := &kernel.Builder{}
	var in []*nd.Array
	var regs []kernel.Reg
	for i := range inputs {
		in = append(in, uniform(b, uint64(i+1)))
		regs = append(regs, builder.In(i, dtype.Float64))
	}
	p := compile(b, builder, f(builder, regs))
	r := kernel.Run{Mem: mem.Heap}
	if !p.Folds() {
		var err error
		if r.Into, err = nd.Zeros(mem.Heap, p.Types()[0], benchSize); err != nil {
			b.Fatal(err)
		}
	}
	bytes := 8 * len(in)
	if r.Into != nil {
		bytes += r.Into.DType.Size()
	}
	b.SetBytes(int64(bytes) * benchSize)
	b.ResetTimer()
	start := cpuTime()
	for range b.N {
		if _, err := p.Run(r, in, []int{benchSize}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(cpuTime()-start)/float64(b.N)/benchSize, "cpu-ns/elem")
}

var benchInputs = map[uint64]*nd.Array{}

func uniform(t fataler, seed uint64) *nd.Array {
	if a, ok := benchInputs[seed]; ok {
		return a
	}
	a := fill(t, dtype.Float64, []int{benchSize}, seed)
	for i, x := range nd.Data[float64](a) {
		nd.Data[float64](a)[i] = 0.3 + x*x*0.01 + float64(i%1000)*1e-6
	}
	benchInputs[seed] = a
	return a
}

// BenchmarkFused is (a+b)*sqrt(c)-exp(d) in one pass; BenchmarkPasses is the same function by function.
func BenchmarkFused(b *testing.B) {
	bench(b, 4, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
		return b.Call("subtract", b.Call("multiply", b.Call("add", in[0], in[1]), b.Call("sqrt", in[2])), b.Call("exp", in[3]))
	})
}

func BenchmarkPasses(b *testing.B) {
	one := func(fn string, n int) *kernel.Program {
		k := &kernel.Builder{}
		in := []kernel.Reg{k.In(0, dtype.Float64), k.In(1, dtype.Float64)}
		return compile(b, k, k.Call(fn, in[:n]...))
	}
	add, mul, sub, sqrt, exp := one("add", 2), one("multiply", 2), one("subtract", 2), one("sqrt", 1), one("exp", 1)
	var t [4]*nd.Array
	for i := range t {
		var err error
		if t[i], err = nd.Zeros(mem.Heap, dtype.Float64, benchSize); err != nil {
			b.Fatal(err)
		}
	}
	x := []*nd.Array{uniform(b, 1), uniform(b, 2), uniform(b, 3), uniform(b, 4)}
	pass := func(p *kernel.Program, into *nd.Array, in ...*nd.Array) {
		run(b, p, kernel.Run{Into: into}, in, []int{benchSize})
	}
	b.ResetTimer()
	start := cpuTime()
	for range b.N {
		pass(add, t[0], x[0], x[1])
		pass(sqrt, t[1], x[2])
		pass(mul, t[0], t[0], t[1])
		pass(exp, t[1], x[3])
		pass(sub, t[0], t[0], t[1])
	}
	b.ReportMetric(float64(cpuTime()-start)/float64(b.N)/benchSize, "cpu-ns/elem")
}

func BenchmarkFunction(b *testing.B) {
	for _, fn := range []string{"add", "divide", "maximum", "less", "arctan2", "power", "remainder", "floor_divide", "hypot", "logaddexp"} {
		b.Run(fn, func(b *testing.B) {
			bench(b, 2, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg { return b.Call(fn, in[0], in[1]) })
		})
	}
	for _, fn := range []string{"sqrt", "negative", "square", "floor", "isnan", "exp", "exp2", "log", "log2", "log1p", "sin", "cos", "tan", "tanh", "arctan", "cbrt"} {
		b.Run(fn, func(b *testing.B) {
			bench(b, 1, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg { return b.Call(fn, in[0]) })
		})
	}
	b.Run("where", func(b *testing.B) {
		bench(b, 2, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
			return b.Call("where", b.Call("less", in[0], in[1]), in[0], in[1])
		})
	})
	b.Run("int32", func(b *testing.B) {
		bench(b, 1, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg { return b.Cast(in[0], dtype.Int32) })
	})
}

func BenchmarkFold(b *testing.B) {
	for _, fn := range []string{"sum", "prod", "max", "mean", "m2", "argmax", "count_nonzero"} {
		b.Run(fn, func(b *testing.B) {
			bench(b, 1, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg { return b.Fold(fn, dtype.DType{}, in[0]) })
		})
	}
}

// BenchmarkAxis folds a matrix along either axis.
func BenchmarkAxis(b *testing.B) {
	a := uniform(b, 1)
	for _, shape := range [][]int{{10_000, 1000}, {1_000_000, 10}, {10, 1_000_000}} {
		m, _ := a.Reshape(shape...)
		for axis := range 2 {
			for _, fn := range []string{"sum", "max", "m2"} {
				b.Run(fn+" "+nd.ShapeString(shape)+" along "+string(rune('0'+axis)), func(b *testing.B) {
					k := &kernel.Builder{}
					p := compile(b, k, k.Fold(fn, dtype.DType{}, k.In(0, dtype.Float64), axis))
					start := cpuTime()
					for range b.N {
						run(b, p, kernel.Run{}, []*nd.Array{m}, shape)
					}
					b.ReportMetric(float64(cpuTime()-start)/float64(b.N)/benchSize, "cpu-ns/elem")
				})
			}
		}
	}
}

// BenchmarkLayout adds a transposed matrix, and a row, to a matrix.
func BenchmarkLayout(b *testing.B) {
	m, _ := uniform(b, 1).Reshape(4000, 2500)
	o, _ := uniform(b, 2).Reshape(2500, 4000)
	row := nd.Of(make([]float64, 2500))
	into, err := nd.Zeros(mem.Heap, dtype.Float64, 4000, 2500)
	if err != nil {
		b.Fatal(err)
	}
	for name, other := range map[string]*nd.Array{"plain": m, "transposed": o.Transpose(), "row": row, "reversed": m.Slice(1, 2499, -1, -1)} {
		b.Run(name, func(b *testing.B) {
			k := &kernel.Builder{}
			p := compile(b, k, k.Call("add", k.In(0, dtype.Float64), k.In(1, dtype.Float64)))
			start := cpuTime()
			for range b.N {
				run(b, p, kernel.Run{Into: into}, []*nd.Array{m, other}, []int{4000, 2500})
			}
			b.ReportMetric(float64(cpuTime()-start)/float64(b.N)/benchSize, "cpu-ns/elem")
		})
	}
}

// BenchmarkTiny is the cost of a program on 100 elements, compiled each time as a subtask does.
func BenchmarkTiny(b *testing.B) {
	x := nd.Of(make([]float64, 100), 10, 10)
	for range b.N {
		k := &kernel.Builder{}
		in := k.In(0, dtype.Float64)
		p := compile(b, k, k.Call("add", k.Call("multiply", in, in), k.Const(1, dtype.Float64)))
		run(b, p, kernel.Run{}, []*nd.Array{x}, []int{10, 10})
	}
}
