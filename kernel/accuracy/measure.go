package accuracy

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/kernel/basic"
)

// A Promise is a function with the bound of its error for one size of floats.
type Promise struct {
	Name  string
	Args  int
	Size  int     // bytes of a float
	Bound float64 // in units of the last place
	run   func(l asm.Level) basic.Func
}

// Promises are those of all functions.
func Promises() []Promise {
	var o []Promise
	for _, b := range basic.Bounds() {
		for size, bound := range map[int]float64{2: b.Half, 4: b.Single, 8: b.Double} {
			o = append(o, Promise{b.Name, b.Args, size, bound, func(l asm.Level) basic.Func { return basic.At(l, b.Name, size) }})
		}
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
	size := b.Size
	if b.Args == 2 {
		points = max(points, len(special)*len(special))
	} else {
		points = max(points, len(special))
	}
	rnd := rand.New(rand.NewPCG(seed, uint64(size)))
	const block = 4096
	x, y := make([]float64, block), make([]float64, block)
	for done := 0; done < points; done += block {
		n := min(block, points-done)
		for i := range n {
			if at := done + i; at < len(special)*len(special) {
				x[i], y[i] = special[at%len(special)], special[at/len(special)]
			} else {
				x[i], y[i] = f.draw(rnd)
			}
			x[i], y[i] = round(x[i], size), round(y[i], size)
			if b.Args == 1 {
				y[i] = 0
			}
		}
		got := evaluate(b, x[:n], y[:n], &r)
		for i := range n {
			r.take(f.check(x[i], y[i], got[i], size), x[i], y[i], got[i], b.Args)
		}
	}
	return r
}

func (r *Result) take(e, x, y, got float64, args int) {
	if e > r.Worst {
		r.Worst, r.At = e, []float64{x, y}[:args]
	}
	if !(e <= r.Bound) {
		r.fail(fmt.Sprintf("%s of %v is %v: %.4g ulp", r.Name, []float64{x, y}[:args], got, e))
	}
}

func (r *Result) fail(note string) {
	r.Over++
	if r.Note == "" {
		r.Note = note
	}
}

// evaluate is the results at the best level, after comparing the others with it.
func evaluate(b Promise, x, y []float64, r *Result) []float64 {
	var first []float64
	for _, l := range asm.Levels() {
		got := run(b, l, x, y)
		for i := range first {
			if math.Float64bits(first[i]) != math.Float64bits(got[i]) && (first[i] == first[i] || got[i] == got[i]) {
				r.fail(fmt.Sprintf("%s of %v, %v is %v portable, %v with %v", b.Name, x[i], y[i], first[i], got[i], l))
			}
		}
		if first == nil {
			first = got
		}
	}
	return first
}

func run(b Promise, l asm.Level, x, y []float64) []float64 {
	f := b.run(l)
	switch b.Size {
	case 8:
		return call(f, b.Args, x, y, func(v float64) float64 { return v }, func(v float64) float64 { return v })
	case 4:
		return call(f, b.Args, x, y, func(v float64) float32 { return float32(v) }, func(v float32) float64 { return float64(v) })
	}
	return call(f, b.Args, x, y, dtype.ToF16From64, dtype.F16.Float64)
}

func call[T dtype.Elem](f basic.Func, args int, x, y []float64, to func(float64) T, from func(T) float64) []float64 {
	a, c, o := make([]T, len(x)), make([]T, len(x)), make([]T, len(x))
	for i := range x {
		a[i], c[i] = to(x[i]), to(y[i])
	}
	f(len(x), []basic.Vec{basic.Of(a), basic.Of(c)}[:args], []basic.Vec{basic.Of(o)})
	got := make([]float64, len(x))
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
func (f function) check(x, y, got float64, size int) float64 {
	std := f.std(x, y)
	if std != std || x != x || math.IsInf(x, 0) || y != y || math.IsInf(y, 0) || f.exact(x, y, std) {
		if s := round(std, size); s == got && math.Signbit(s) == math.Signbit(got) || s != s && got != got {
			return 0
		}
		return math.Inf(1)
	}
	return Distance(got, f.value(x, y), size)
}

// Distance is |got - want| in units of the last place of floats of so many bytes at want.
func Distance(got float64, want *big.Float, size int) float64 {
	digits, least, most := 53, -1074, 1024
	switch size {
	case 2:
		digits, least, most = 11, -24, 16
	case 4:
		digits, least, most = 24, -149, 128
	}
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
