package kernel_test

import (
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Results that go past the caches are the same bits, at any place, and never lie over what is still to be
// read.
func TestStreams(t *testing.T) {
	const n = 20_001
	in := []*nd.Array{fill(t, dtype.Float64, []int{n}, 1), fill(t, dtype.Float64, []int{n}, 2), fill(t, dtype.Float64, []int{n}, 3)}
	for what, f := range map[string]func(b *kernel.Builder, x, y, z kernel.Reg) kernel.Reg{
		"one step": func(b *kernel.Builder, x, y, _ kernel.Reg) kernel.Reg { return b.Call("add", x, y) },
		"a pair": func(b *kernel.Builder, x, y, z kernel.Reg) kernel.Reg {
			return b.Call("subtract", z, b.Call("multiply", x, y))
		},
		"a compare": func(b *kernel.Builder, x, y, _ kernel.Reg) kernel.Reg { return b.Call("less", x, y) },
		"two results": func(b *kernel.Builder, x, y, z kernel.Reg) kernel.Reg {
			s := b.Call("add", x, y)
			return b.Tuple(s, b.Call("multiply", s, z))
		},
	} {
		b := &kernel.Builder{}
		p := compile(t, b, f(b, b.In(0, dtype.Float64), b.In(1, dtype.Float64), b.In(2, dtype.Float64)))
		want := run(t, p, kernel.Run{Stream: -1}, in, []int{n})
		for skip := range 9 {
			room, err := nd.Zeros(mem.Heap, p.Types()[0], n+9)
			if err != nil {
				t.Fatal(err)
			}
			got := run(t, p, kernel.Run{Stream: 1, Into: room.Slice(0, skip, n, 1)}, in, []int{n})
			for i := range want {
				same(t, fmt.Sprint(what, " from ", skip), want[i], got[i])
			}
		}
		over := mustClone(t, in[0])
		same(t, what+" over an input", want[0], run(t, p, kernel.Run{Stream: 1, Into: over}, []*nd.Array{over, in[1], in[2]}, []int{n})[0])
	}
}

// Expressions whose operations go in pairs through registers are what they are one by one.
func TestPairs(t *testing.T) {
	const n = 5000
	shape := []int{n}
	in := []*nd.Array{fill(t, dtype.Float64, shape, 1), fill(t, dtype.Float64, shape, 2), fill(t, dtype.Float64, shape, 3), nd.Of([]float64{2.5})}
	one := func(fn string, a ...*nd.Array) *nd.Array {
		b := &kernel.Builder{}
		var regs []kernel.Reg
		for i := range a {
			regs = append(regs, b.In(i, dtype.Float64))
		}
		return run(t, compile(t, b, b.Call(fn, regs...)), kernel.Run{}, a, shape)[0]
	}
	b := &kernel.Builder{}
	var x [4]kernel.Reg
	for i := range x {
		x[i] = b.In(i, dtype.Float64)
	}
	product := b.Call("multiply", x[0], x[1])
	r := b.Tuple(
		b.Call("add", b.Call("multiply", x[0], x[3]), x[2]),
		b.Call("square", b.Call("subtract", x[0], x[1])),
		b.Call("divide", x[2], b.Call("add", x[3], x[1])),
		b.Call("subtract", product, b.Call("multiply", x[1], x[2])),
		product,
		b.Call("add", b.Call("multiply", x[2], x[2]), b.Call("multiply", x[0], x[0])),
	)
	got := run(t, compile(t, b, r), kernel.Run{}, in, shape)
	for i, want := range []*nd.Array{
		one("add", one("multiply", in[0], in[3]), in[2]),
		one("square", one("subtract", in[0], in[1])),
		one("divide", in[2], one("add", in[3], in[1])),
		one("subtract", one("multiply", in[0], in[1]), one("multiply", in[1], in[2])),
		one("multiply", in[0], in[1]),
		one("add", one("multiply", in[2], in[2]), one("multiply", in[0], in[0])),
	} {
		same(t, fmt.Sprint("expression ", i), want, got[i])
	}
}
