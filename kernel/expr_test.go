package kernel_test

import (
	"math/rand/v2"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// An expr is a random expression: an input, or a function of others. Sharing makes it a graph.
type expr struct {
	in   int
	fn   string
	args []*expr
}

var functions = map[string]int{
	"add": 2, "subtract": 2, "multiply": 2, "divide": 2, "less": 2, "equal": 2, "maximum": 2, "where": 3, "sqrt": 1,
	"absolute": 1, "logical_not": 1, "exp": 1, "floor": 1, "isnan": 1, "arctan2": 2,
}

var functionNames = []string{"absolute", "add", "arctan2", "divide", "equal", "exp", "floor", "isnan", "less", "logical_not", "maximum", "multiply", "sqrt", "subtract", "where"}

// lower builds e; zero where dtypes do not fit.
func (e *expr) lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	if e.fn == "" {
		return in[e.in]
	}
	var args []kernel.Reg
	for _, a := range e.args {
		args = append(args, a.lower(b, in))
	}
	if e.fn == "where" {
		args[0] = b.Cast(args[0], dtype.Bool)
	}
	return b.Call(e.fn, args...)
}

// eager evaluates e function by function on contiguous arrays.
func (e *expr) eager(t fataler, in []*nd.Array, shape []int, done map[*expr]*nd.Array) *nd.Array {
	if a, ok := done[e]; ok {
		return a
	}
	var r *nd.Array
	if e.fn == "" {
		v, err := in[e.in].BroadcastTo(shape...)
		if err != nil {
			t.Fatal(err)
		}
		if r, err = v.Clone(mem.Heap); err != nil {
			t.Fatal(err)
		}
	} else {
		b := &kernel.Builder{}
		var args []*nd.Array
		var regs []kernel.Reg
		for i, a := range e.args {
			args = append(args, a.eager(t, in, shape, done))
			regs = append(regs, b.In(i, args[i].DType))
		}
		if e.fn == "where" {
			regs[0] = b.Cast(regs[0], dtype.Bool)
		}
		r = run(t, compile(t, b, b.Call(e.fn, regs...)), kernel.Run{}, args, shape)[0]
	}
	done[e] = r
	return r
}

// drawExpr draws functions of inputs and of one another. Where the dtypes have no loop for a function it is
// an addition, which has one for all of inputTypes.
func drawExpr(t *rapid.T, b *kernel.Builder, in []kernel.Reg) *expr {
	var pool []*expr
	for i := range in {
		pool = append(pool, &expr{in: i})
	}
	for range rapid.IntRange(1, 9).Draw(t, "functions") {
		fn := rapid.SampledFrom(functionNames).Draw(t, "fn")
		e := &expr{fn: fn}
		for range functions[fn] {
			e.args = append(e.args, pool[rapid.IntRange(0, len(pool)-1).Draw(t, "arg")])
		}
		if e.lower(b, in) == 0 {
			e = &expr{fn: "add", args: []*expr{e.args[0], e.args[len(e.args)-1]}}
		}
		pool = append(pool, e)
	}
	return pool[len(pool)-1]
}

var inputTypes = []dtype.DType{dtype.Float64, dtype.Float32, dtype.Int64, dtype.Int8, dtype.Uint16, dtype.Bool, dtype.Float16, dtype.Complex64}

// drawInput is an array that broadcasts to shape, in one of many layouts.
func drawInput(t *rapid.T, shape []int, seed uint64) *nd.Array {
	s := append([]int{}, shape...)
	for i := range s {
		if rapid.IntRange(0, 4).Draw(t, "stretch") == 0 {
			s[i] = 1
		}
	}
	s = s[min(len(s), rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, "drop")):]
	perm := rapid.Permutation(count(len(s))).Draw(t, "perm")
	stored, back := make([]int, len(s)), make([]int, len(s))
	for i, p := range perm {
		stored[i], back[p] = s[p], i
	}
	step := rapid.SampledFrom([]int{1, 1, 2}).Draw(t, "step")
	if len(stored) > 0 {
		stored[len(stored)-1] *= step
	}
	a := fill(t, rapid.SampledFrom(inputTypes).Draw(t, "dtype"), stored, seed)
	if k := len(stored) - 1; k >= 0 {
		a = a.Slice(k, 0, stored[k], step)
		if rapid.Bool().Draw(t, "reverse") && a.Shape[k] > 0 {
			a = a.Slice(k, a.Shape[k]-1, -1, -1)
		}
	}
	return a.Transpose(back...)
}

func count(n int) []int {
	o := make([]int, n)
	for i := range o {
		o[i] = i
	}
	return o
}

// fill is an array of small numbers of dtype d.
func fill(t fataler, d dtype.DType, shape []int, seed uint64) *nd.Array {
	r := rand.New(rand.NewPCG(seed, 5))
	v := make([]float64, nd.Size(shape))
	for i := range v {
		v[i] = float64(r.IntN(40)-8) / 2
	}
	b := &kernel.Builder{}
	return run(t, compile(t, b, b.Cast(b.In(0, dtype.Float64), d)), kernel.Run{}, []*nd.Array{nd.Of(v, shape...)}, shape)[0]
}

func drawShape(t *rapid.T) []int {
	shape := rapid.SliceOfN(rapid.SampledFrom([]int{1, 2, 3, 17, 130, 300}), 0, 4).Draw(t, "shape")
	for nd.Size(shape) > 90_000 {
		shape = shape[1:]
	}
	if rapid.IntRange(0, 3).Draw(t, "long") == 0 {
		shape = append(shape[:min(len(shape), 1)], 2000)
	}
	return shape
}

func drawAxes(t *rapid.T, rank int) []int {
	var axes []int
	for i := range rank {
		if rapid.Bool().Draw(t, "axis") {
			axes = append(axes, i)
		}
	}
	return axes
}
