package basic_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/kernel/basic"
)

// BenchmarkLoops is loops over a block that stays in the first-level cache, at every level.
func BenchmarkLoops(b *testing.B) {
	for _, c := range []struct {
		name string
		in   []dtype.DType
	}{
		{"add", []dtype.DType{dtype.Float64, dtype.Float64}},
		{"add", []dtype.DType{dtype.Float32, dtype.Float32}},
		{"add", []dtype.DType{dtype.Float16, dtype.Float16}},
		{"add", []dtype.DType{dtype.Int8, dtype.Int8}},
		{"multiply", []dtype.DType{dtype.Int64, dtype.Int64}},
		{"multiply", []dtype.DType{dtype.Complex128, dtype.Complex128}},
		{"maximum", []dtype.DType{dtype.Float64, dtype.Float64}},
		{"less", []dtype.DType{dtype.Float64, dtype.Float64}},
		{"less", []dtype.DType{dtype.Int32, dtype.Int32}},
		{"isfinite", []dtype.DType{dtype.Float64}},
		{"sqrt", []dtype.DType{dtype.Float64}},
		{"floor", []dtype.DType{dtype.Float64}},
		{"left_shift", []dtype.DType{dtype.Int32, dtype.Int32}},
		{"floor_divide", []dtype.DType{dtype.Int8, dtype.Int8}},
		{"floor_divide", []dtype.DType{dtype.Int32, dtype.Int32}},
		{"remainder", []dtype.DType{dtype.Int64, dtype.Int64}},
		{"where", []dtype.DType{dtype.Bool, dtype.Float64, dtype.Float64}},
		{"clip", []dtype.DType{dtype.Float32, dtype.Float32, dtype.Float32}},
		{"cast", []dtype.DType{dtype.Float64, dtype.Int32}},
		{"cast", []dtype.DType{dtype.Float64, dtype.Float16}},
		{"cast", []dtype.DType{dtype.Int64, dtype.Float64}},
		{"cast", []dtype.DType{dtype.Uint8, dtype.Float32}},
		{"cast", []dtype.DType{dtype.Float32, dtype.Bool}},
	} {
		for _, level := range asm.Levels() {
			l, err := basic.Loop{}, error(nil)
			if c.name == "cast" {
				l, err = basic.CastAt(level, c.in[1], c.in[0])
			} else {
				l, err = basic.ResolveAt(level)(c.name, c.in...)
			}
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%s/%v/%v", c.name, c.in[len(c.in)-1], level), func(b *testing.B) { benchLoop(b, l) })
		}
	}
}

func benchLoop(b *testing.B, l basic.Loop) {
	const n = 1024
	r := rand.New(rand.NewPCG(1, 2))
	var in, out []basic.Vec
	bytes := 0
	for _, d := range l.In {
		v := make([]float64, n)
		for i := range v {
			v[i] = 1 + float64(r.IntN(100))
		}
		w := aligned(make([]byte, n*d.Size()))
		c, err := basic.Cast(d, dtype.Float64)
		if err != nil {
			b.Fatal(err)
		}
		if err := c.Run(n, []basic.Vec{basic.Of(v)}, []basic.Vec{basic.Bytes(w)}); err != nil {
			b.Fatal(err)
		}
		in, bytes = append(in, basic.Bytes(w)), bytes+len(w)
	}
	for _, d := range l.Out {
		w := aligned(make([]byte, n*d.Size()))
		out, bytes = append(out, basic.Bytes(w)), bytes+len(w)
	}
	b.SetBytes(int64(bytes))
	b.ResetTimer()
	for range b.N {
		if err := l.Run(n, in, out); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/elem")
}
