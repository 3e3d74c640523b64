package accuracy

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/kernel/special"
)

// A Promise is a function with the bound of its error for one size of floats.
type Promise struct {
	Name  string
	Args  int
	Size  int     // bytes of a float
	Bound float64 // in units of the last place
	Least float64 // the last place is that of values of at least this size
	run   func(l asm.Level) basic.Func
}

// Promises are those of all functions.
func Promises() []Promise {
	var o []Promise
	for _, b := range basic.Bounds() {
		for size, bound := range map[int]float64{2: b.Half, 4: b.Single, 8: b.Double} {
			o = append(o, Promise{b.Name, b.Args, size, bound, 0, func(l asm.Level) basic.Func { return basic.At(l, b.Name, size) }})
		}
	}
	for _, f := range special.All() {
		loop := func(n int, in, out []basic.Vec) { // portable: the same at every level
			var args [][]float64
			for _, v := range in {
				args = append(args, unsafe.Slice((*float64)(v.P), n))
			}
			f.Loop(unsafe.Slice((*float64)(out[0].P), n), args...)
		}
		o = append(o, Promise{f.Name, f.Args, 8, f.Bound, f.Least, func(asm.Level) basic.Func { return loop }})
	}
	slices.SortFunc(o, func(a, b Promise) int { return cmp.Or(cmp.Compare(a.Name, b.Name), b.Size-a.Size) })
	return o
}

// A Result is what was found about a promise.
type Result struct {
	Name, DType string
	Bound       float64 // what was promised
	Worst       float64 // what was found
	At          []float64
	Over        int    // points beyond the bound, or where levels differ, or with a wrong special value
	Note        string // the first such point
}

// Measure evaluates a function at so many points, and all special ones, on every level of this CPU.
func Measure(b Promise, points int, seed uint64) Result {
	r := Result{Name: b.Name, DType: map[int]string{2: "float16", 4: "float32", 8: "float64"}[b.Size], Bound: b.Bound}
	f, ok := functions[b.Name]
	if !ok {
		r.Over, r.Note = 1, b.Name+" has no reference"
		return r
	}
	points = max(points, f.corners(b.Args))
	rnd := rand.New(rand.NewPCG(seed, uint64(b.Size)))
	const block = 4096
	at := make([][]float64, b.Args) // by argument
	for i := range at {
		at[i] = make([]float64, block)
	}
	a := make([]float64, b.Args)
	for done := 0; done < points; done += block {
		n := min(block, points-done)
		for i := range n {
			if done+i < f.corners(b.Args) {
				for k, j := 0, done+i; k < len(a); k++ {
					a[k], j = edges[j%len(edges)], j/len(edges)
				}
			} else {
				f.draw(rnd, a)
			}
			for k := range a {
				at[k][i] = round(a[k], b.Size)
			}
		}
		got := evaluate(b, at, n, &r)
		for i := range n {
			for k := range a {
				a[k] = at[k][i]
			}
			if !r.settled(f, a, got[i], b) {
				r.take(f.check(a, got[i], b), a, got[i])
			}
		}
	}
	return r
}

func (r *Result) take(e float64, a []float64, got float64) {
	if e > r.Worst {
		r.Worst, r.At = e, slices.Clone(a)
	}
	if !(e <= r.Bound) {
		r.fail(fmt.Sprintf("%s of %v is %v: %.4g ulp", r.Name, a, got, e))
	}
}

func (r *Result) fail(note string) {
	r.Over++
	if r.Note == "" {
		r.Note = note
	}
}

// evaluate is the results of the portable version, after comparing the others with it.
func evaluate(b Promise, at [][]float64, n int, r *Result) []float64 {
	var first []float64
	for _, l := range asm.Levels() {
		got := run(b, l, at, n)
		for i := range first {
			if math.Float64bits(first[i]) != math.Float64bits(got[i]) && (first[i] == first[i] || got[i] == got[i]) {
				r.fail(fmt.Sprintf("%s of %v is %v portable, %v with %v", b.Name, at[0][i], first[i], got[i], l))
			}
		}
		if first == nil {
			first = got
		}
	}
	return first
}

func run(b Promise, l asm.Level, at [][]float64, n int) []float64 {
	f := b.run(l)
	switch b.Size {
	case 8:
		return call(f, at, n, func(v float64) float64 { return v }, func(v float64) float64 { return v })
	case 4:
		return call(f, at, n, func(v float64) float32 { return float32(v) }, func(v float32) float64 { return float64(v) })
	}
	return call(f, at, n, dtype.ToF16From64, dtype.F16.Float64)
}

func call[T dtype.Elem](f basic.Func, at [][]float64, n int, to func(float64) T, from func(T) float64) []float64 {
	var in []basic.Vec
	for _, a := range at {
		v := make([]T, n)
		for i := range v {
			v[i] = to(a[i])
		}
		in = append(in, basic.Of(v))
	}
	o, got := make([]T, n), make([]float64, n)
	f(n, in, []basic.Vec{basic.Of(o)})
	for i := range o {
		got[i] = from(o[i])
	}
	return got
}

// round is x as a float of so many bytes.
func round(x float64, size int) float64 {
	switch size {
	case 2:
		return dtype.ToF16From64(x).Float64()
	case 4:
		return float64(float32(x))
	}
	return x
}

// check is the error at a point; infinite for a wrong special value.
func (f function) check(a []float64, got float64, b Promise) float64 {
	if f.std == nil {
		for _, x := range a {
			if x != x || math.IsInf(x, 0) {
				return 0
			}
		}
		want := f.value(a)
		if least := new(big.Float).SetFloat64(b.Least); b.Least > 0 && new(big.Float).Abs(want).Cmp(least) < 0 {
			d := new(big.Float).SetPrec(300).Sub(want, new(big.Float).SetFloat64(got))
			e, _ := d.Float64()
			return math.Abs(e) / (b.Least * 0x1p-52)
		}
		return Distance(got, want, b.Size)
	}
	std := f.std(a)
	edge := std != std || f.exact(a, std)
	for _, x := range a {
		edge = edge || x != x || math.IsInf(x, 0)
	}
	if edge {
		if s := round(std, b.Size); s == got && math.Signbit(s) == math.Signbit(got) || s != s && got != got {
			return 0
		}
		return math.Inf(1)
	}
	return Distance(got, f.value(a), b.Size)
}

// Distance is |got - want| in units of the last place of floats of so many bytes at want.
func Distance(got float64, want *big.Float, size int) float64 {
	digits, least, most := floats(size)
	if got != got {
		return math.Inf(1)
	}
	top := new(big.Float).SetMantExp(big.NewFloat(1), most)
	limit := func(v *big.Float) *big.Float { // infinity is the number after the largest
		if v.IsInf() || v.MantExp(nil) > most {
			if v.Sign() < 0 {
				return new(big.Float).Neg(top)
			}
			return top
		}
		return v
	}
	want = limit(want)
	d := new(big.Float).SetPrec(300).Sub(limit(new(big.Float).SetFloat64(got)), want)
	e := min(most, want.MantExp(nil))
	if want.Sign() == 0 {
		e = least
	}
	u := max(e-digits, least)
	v, _ := d.SetMantExp(d, -u).Float64()
	return math.Abs(v)
}

// floats are the digits, the exponent of the least number and that past the greatest of floats of so many
// bytes.
func floats(size int) (digits, least, most int) {
	switch size {
	case 2:
		return 11, -24, 16
	case 4:
		return 24, -149, 128
	}
	return 53, -1074, 1024
}
