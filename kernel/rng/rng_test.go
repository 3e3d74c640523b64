package rng

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// fills are all dense fills as float64, by name.
var fills = map[string]func(out []float64, k Key, b Box){
	"uniform":     Uniform,
	"normal":      Normal,
	"exponential": Exponential,
	"uniform32":   via(Uniform32),
	"normal32":    via(Normal32),
	"bools": func(out []float64, k Key, b Box) {
		v := make([]bool, len(out))
		Bools(v, k, b)
		for i := range v {
			if v[i] {
				out[i] = 1
			}
		}
	},
	"int8":   via(func(o []int8, k Key, b Box) { Integers(o, k, b, -100, 201) }),
	"uint32": via(func(o []uint32, k Key, b Box) { Integers(o, k, b, 7, 3<<30) }),
	"int64":  via(func(o []int64, k Key, b Box) { Integers(o, k, b, math.MinInt64, 3<<62) }),
	"full":   via(func(o []int64, k Key, b Box) { Integers(o, k, b, 5, 0) }),
	"gamma": func(out []float64, k Key, b Box) {
		Fill(out, k, b, func(d *Draws, _ int) float64 { return d.Gamma(0.7) })
	},
}

func via[T float32 | Int](f func([]T, Key, Box)) func([]float64, Key, Box) {
	return func(out []float64, k Key, b Box) {
		v := make([]T, len(out))
		f(v, k, b)
		for i := range v {
			out[i] = float64(v[i])
		}
	}
}

func TestAnyBoxIsThatPartOfTheWhole(t *testing.T) {
	for name, f := range fills {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			shape := rapid.SliceOfN(rapid.IntRange(1, 7), 0, 4).Draw(t, "shape")
			lo, size := make([]int, len(shape)), make([]int, len(shape))
			for i, n := range shape {
				lo[i] = rapid.IntRange(0, n).Draw(t, "lo")
				size[i] = rapid.IntRange(0, n-lo[i]).Draw(t, "size")
			}
			k := Key{rapid.Uint64().Draw(t, "seed"), rapid.Uint32().Draw(t, "stream")}
			whole := make([]float64, Whole(shape...).Len())
			f(whole, k, Whole(shape...))
			b := Box{shape, lo, size}
			got := make([]float64, b.Len())
			f(got, k, b)
			if want := cut(whole, b); !cmp.Equal(got, want) {
				t.Fatalf("box %v: %v, want %v", b, got, want)
			}
		}))
	}
}

// cut takes the box out of the whole element by element.
func cut(whole []float64, b Box) []float64 {
	out := []float64{}
	var walk func(axis, pos int)
	walk = func(axis, pos int) {
		if axis == len(b.Shape) {
			out = append(out, whole[pos])
			return
		}
		for i := range b.Size[axis] {
			walk(axis+1, pos*b.Shape[axis]+b.Lo[axis]+i)
		}
	}
	walk(0, 0)
	return out
}

// Values are part of what users see: they stay between versions. Those of logarithms may differ in the last
// bits between machines.
func TestFirstValuesStay(t *testing.T) {
	want := map[string][]float64{
		"uniform":     {0.4685865183391049, 0.34086154938517876, 0.32706338120338474, 0.4543156017348883},
		"normal":      {-0.6653748678073486, 1.036023808655465, -1.4338891806537386, 0.42327818124445277},
		"exponential": {0.7580345234053111, 1.0762788976776314, 1.1176013005567307, 0.7889631644448352},
		"uniform32":   {0.6129598617553711, 0.4685865044593811, 0.07323169708251953, 0.3408614993095398},
		"normal32":    {-0.9701898097991943, 0.19401895999908447, -1.2356207370758057, 1.9239267110824585},
		"int8":        {23, -6, -86, -32},
		"uint32":      {1.974481989e+09, 1.509422835e+09, 2.35895944e+08, 1.097991912e+09},
		"gamma":       {0.5161696970734789, 0.7754505731117602, 0.008163310124307882, 0.11151100758870541},
	}
	for name, w := range want {
		got := make([]float64, 4)
		fills[name](got, Key{Seed: 42}, Whole(4))
		for i := range w {
			if math.Abs(got[i]-w[i]) > 1e-7*math.Abs(w[i]) || name == "uniform" && got[i] != w[i] {
				t.Errorf("%s: element %d is %v, was %v", name, i, got[i], w[i])
			}
		}
	}
}

func TestSeedsAndStreamsDiffer(t *testing.T) {
	seen := map[float64]Key{}
	for _, k := range []Key{{0, 0}, {1, 0}, {1 << 32, 0}, {0, 1}, {1, 1}} {
		out := make([]float64, 1)
		Uniform(out, k, Whole(1))
		if o, ok := seen[out[0]]; ok {
			t.Errorf("%v and %v draw the same", k, o)
		}
		seen[out[0]] = k
	}
}

// TestRoughLog: try leaves to exact logarithms what is nearer than ten times the error.
func TestRoughLog(t *testing.T) {
	for x := 0x1p-160; x < 0x1p160; x *= 1.0009 {
		if d := roughLog(x) - math.Log(x); math.Abs(d) > 1e-7 {
			t.Fatalf("the logarithm of %v is off by %g", x, d)
		}
	}
}

// TestRoughLogDecidesNothing: what try keeps and rejects is what exact logarithms keep and reject.
func TestRoughLogDecidesNothing(t *testing.T) {
	d := Draws{}
	d.reset(Key{Seed: 3}, 0)
	for _, shape := range []float64{1, 1.5, 2.5, 30, 1e3, 1e6, 1e12, 1e200} {
		m := newMarsaglia(shape)
		for range 20_000 {
			x, u := d.Normal(), d.Open()
			v := 1 + float64(m.c*x)
			w := float64(v*v) * v
			kept := v > 0 && (u < 1-float64(0.0331*float64(float64(x*x)*float64(x*x))) ||
				math.Log(u) < float64(0.5*float64(x*x))+float64(m.t*(1-w+math.Log(w))))
			if g := m.try(x, u); (g == g) != kept {
				t.Fatalf("shape %v: %v, %v is kept: %v, not %v", shape, x, u, g == g, kept)
			}
		}
	}
}
