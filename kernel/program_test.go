package kernel_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/internal/parallel/paralleltest"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

type fataler interface {
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Helper()
}

func compile(t fataler, b *kernel.Builder, r kernel.Reg) *kernel.Program {
	t.Helper()
	p, err := b.Compile(r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func run(t fataler, p *kernel.Program, r kernel.Run, in []*nd.Array, shape []int) []*nd.Array {
	t.Helper()
	if r.Mem == nil {
		r.Mem = mem.Heap
	}
	out, err := p.Run(r, in, shape)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func same(t fataler, what string, a, b *nd.Array) {
	t.Helper()
	n := a.Bytes()
	if a.DType != b.DType || fmt.Sprint(a.Shape) != fmt.Sprint(b.Shape) {
		t.Fatalf("%s: %v %v, not %v %v", what, b.DType, b.Shape, a.DType, a.Shape)
	}
	x, y := a.Block.Bytes()[a.Offset*a.DType.Size():][:n], b.Block.Bytes()[b.Offset*b.DType.Size():][:n]
	for i := 0; i < n; i += a.DType.Size() {
		u, v := x[i:i+a.DType.Size()], y[i:i+a.DType.Size()]
		if !bytes.Equal(u, v) && !bothNaN(a.DType, u, v) {
			t.Fatalf("%s differs: element %d of %v %v is %x, not %x", what, i/a.DType.Size(), a.DType, a.Shape, v, u)
		}
	}
}

// bothNaN reports whether each part of u that differs from that of v is NaN in both: which of its operands'
// NaN an operation gives is the compiler's choice.
func bothNaN(d dtype.DType, u, v []byte) bool {
	size, nan := d.Size(), func(b []byte) bool { return false }
	switch d {
	case dtype.Float16:
		nan = func(b []byte) bool { return binary.LittleEndian.Uint16(b)&0x7fff > 0x7c00 }
	case dtype.Float32, dtype.Complex64:
		size, nan = 4, func(b []byte) bool { return binary.LittleEndian.Uint32(b)&^(1<<31) > 0x7f800000 }
	case dtype.Float64, dtype.Complex128:
		size, nan = 8, func(b []byte) bool { return binary.LittleEndian.Uint64(b)&^(1<<63) > 0x7ff0000000000000 }
	}
	for i := 0; i < len(u); i += size {
		if p, q := u[i:i+size], v[i:i+size]; !bytes.Equal(p, q) && !(nan(p) && nan(q)) {
			return false
		}
	}
	return true
}

// A fused expression over inputs of any layout, on many workers, written over an input or not, is bit for bit
// what its functions give one by one; and so are its folds. Only which NaN a NaN is may differ.
func TestFusionChangesNoBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := drawShape(t)
		var in []*nd.Array
		b := &kernel.Builder{}
		var regs []kernel.Reg
		for i := range rapid.IntRange(1, 3).Draw(t, "inputs") {
			in = append(in, drawInput(t, shape, uint64(i)))
			regs = append(regs, b.In(i, in[i].DType))
		}
		in = append(in, fill(t, dtype.Float64, shape, 9))
		regs = append(regs, b.In(len(in)-1, dtype.Float64))
		e := drawExpr(t, b, regs)
		r := e.lower(b, regs)
		want := e.eager(t, in, shape, map[*expr]*nd.Array{})
		same(t, "fused", want, run(t, compile(t, b, r), kernel.Run{}, in, shape)[0])
		same(t, "parallel", want, run(t, compile(t, b, r), kernel.Run{Parallel: paralleltest.Together}, in, shape)[0])
		if want.DType == dtype.Float64 {
			checkMisses(t, compile(t, b, r), in, shape, want)
		}
		axes := drawAxes(t, len(shape))
		inner := e.args[0].lower(b, regs)
		f := b.Fold("sum", dtype.DType{}, inner, axes...)
		checkFolds(t, b, b.Tuple(f, r, b.Fold("max", dtype.DType{}, r, axes...)), in, shape, want, e.args[0].eager(t, in, shape, map[*expr]*nd.Array{}), axes)
		over := in[len(in)-1]
		same(t, "over an input", want, run(t, compile(t, b, r), kernel.Run{Into: over}, in, shape)[0])
	})
}

// checkMisses wants NaNs of the result to be counted however it is cut, and the result to be the same.
func checkMisses(t fataler, p *kernel.Program, in []*nd.Array, shape []int, want *nd.Array) {
	t.Helper()
	missing := 0
	for _, v := range nd.Data[float64](want) {
		if v != v {
			missing++
		}
	}
	for _, par := range []parallel.Func{nil, paralleltest.Together} {
		got := -1
		same(t, "counted", want, run(t, p, kernel.Run{Parallel: par, Misses: &got}, in, shape)[0])
		if got != missing {
			t.Fatalf("%d elements of %v are missing, not %d", missing, want.Shape, got)
		}
	}
}

// NaNs of a long result are counted in all its parts, one by one and of a single value.
func TestMissesOfLongResults(t *testing.T) {
	const n = 300_001
	v := make([]float64, n)
	for i := range v {
		if v[i] = float64(i); i%7 == 3 {
			v[i] = math.NaN()
		}
	}
	b := &kernel.Builder{}
	x, y := b.In(0, dtype.Float64), b.In(1, dtype.Float64)
	sum := b.Call("add", x, y)
	for _, c := range []struct {
		r       kernel.Reg
		in, one *nd.Array
	}{
		{sum, nd.Of(v, n), nd.Of([]float64{1}, 1)},
		{sum, nd.Of(v, n), nd.Of([]float64{math.NaN()}, 1)},
		{b.Call("add", y, y), nd.Of(v, n), nd.Of([]float64{math.NaN()}, 1)},
		{x, nd.Of(v, n), nd.Of([]float64{1}, 1)},
	} {
		p, in := compile(t, b, c.r), []*nd.Array{c.in, c.one}
		checkMisses(t, p, in, []int{n}, run(t, p, kernel.Run{}, in, []int{n})[0])
	}
}

// The memory of a single value is free once its only reader runs, which writes its own first element there
// and still needs the value for the others.
func TestSingleValueUnderItsReader(t *testing.T) {
	b := &kernel.Builder{}
	x, y := b.In(0, dtype.Float64), b.In(1, dtype.Float64)
	r := b.Call("where", b.Cast(y, dtype.Bool), x, b.Call("add", x, x))
	got := run(t, compile(t, b, b.Call("absolute", r)), kernel.Run{}, []*nd.Array{nd.Of([]float64{-2}, 1), nd.Of([]float64{1, 0, 1, 0}, 4)}, []int{4})[0]
	if diff := cmp.Diff([]float64{2, 4, 2, 4}, nd.Data[float64](got)); diff != "" {
		t.Error(diff)
	}
}

func checkFolds(t fataler, b *kernel.Builder, r kernel.Reg, in []*nd.Array, shape []int, want, inner *nd.Array, axes []int) {
	if r == 0 || nd.Size(shape) == 0 {
		return
	}
	out := run(t, compile(t, b, r), kernel.Run{Parallel: paralleltest.Together}, in, shape)
	same(t, "the map beside folds", want, out[1])
	c := &kernel.Builder{}
	p := compile(t, c, c.Tuple(c.Fold("max", dtype.DType{}, c.In(0, want.DType), axes...), c.Fold("sum", dtype.DType{}, c.In(1, inner.DType), axes...)))
	alone := run(t, p, kernel.Run{}, []*nd.Array{want, inner}, shape)
	same(t, "fused sum", alone[1], out[0])
	same(t, "fused max", alone[0], out[2])
}

func TestEqualInstructionsAreOne(t *testing.T) {
	b := &kernel.Builder{}
	x, y := b.In(0, dtype.Float64), b.In(1, dtype.Int32)
	if b.In(0, dtype.Float64) != x || b.Call("add", x, y) != b.Call("add", x, y) || b.Const(1, dtype.Float64) != b.Const(1.0, dtype.Float64) {
		t.Error("equal instructions got different registers")
	}
	if b.Call("add", x, y) == b.Call("add", y, x) || b.Const(0.0, dtype.Float64) == b.Const(negZero(), dtype.Float64) {
		t.Error("different instructions got the same register")
	}
	if d := b.Type(b.Call("add", x, y)); d != dtype.Float64 {
		t.Errorf("float64 + int32 is %v", d)
	}
	one := b.Call("multiply", b.Const(2, dtype.Float64), b.Const(3, dtype.Float64))
	if one != b.Const(6, dtype.Float64) {
		t.Error("constants were not folded")
	}
}

func negZero() float64 { z := 0.0; return -z }

func TestConstants(t *testing.T) {
	for _, v := range []any{true, 1, int8(1), int16(1), int32(1), int64(1), uint(1), uint8(1), uint16(1), uint32(1), uint64(1), float32(1), 1.0, complex64(1), 1i * -1i, dtype.ToF16(1)} {
		b := &kernel.Builder{}
		p := compile(t, b, b.Const(v, dtype.Float32))
		if d := p.Types(); len(d) != 1 || d[0] != dtype.Float32 || p.Folds() {
			t.Errorf("%T: types %v", v, d)
		}
		if got := nd.Data[float32](run(t, p, kernel.Run{}, nil, []int{1})[0]); got[0] != 1 {
			t.Errorf("%T 1 became %v", v, got)
		}
	}
}

func TestZeroDeclines(t *testing.T) {
	b := &kernel.Builder{}
	x := b.In(0, dtype.Float64)
	for what, r := range map[string]kernel.Reg{
		"a string":      b.In(1, dtype.Str),
		"nullable":      b.In(1, dtype.Int64.Nullable()),
		"no such loop":  b.Call("bitwise_and", x, x),
		"no function":   b.Call("frobnicate", x),
		"zero argument": b.Call("add", x, 0),
		"zero cast":     b.Cast(0, dtype.Int8),
		"zero fold":     b.Fold("sum", dtype.DType{}, 0),
		"no fold":       b.Fold("median", dtype.DType{}, x),
		"zero in tuple": b.Tuple(x, 0),
		"odd constant":  b.Const("x", dtype.Float64),
	} {
		if r != 0 {
			t.Errorf("%s gave register %d", what, r)
		}
	}
	if _, err := b.Compile(0); errs.KindOf(err) != errs.Internal || err == nil {
		t.Errorf("register 0 compiled: %v", err)
	}
}

func TestSeveralOutputs(t *testing.T) {
	b := &kernel.Builder{}
	x := b.In(0, dtype.Int64)
	qr := b.Calls("divmod", x, b.Const(3, dtype.Int64))
	out := run(t, compile(t, b, b.Tuple(qr[1], qr[0], b.Call("add", qr[1], qr[1]))), kernel.Run{}, []*nd.Array{nd.Of([]int64{7, -7, 9})}, []int{3})
	if got := fmt.Sprint(nd.Data[int64](out[0]), nd.Data[int64](out[1]), nd.Data[int64](out[2])); got != "[1 2 0] [2 -3 3] [2 4 0]" {
		t.Error(got)
	}
	b = &kernel.Builder{}
	last := b.Calls("modf", b.In(0, dtype.Float64))[1]
	if got := nd.Data[float64](run(t, compile(t, b, last), kernel.Run{}, []*nd.Array{nd.Of([]float64{2.5})}, []int{1})[0]); got[0] != 2 {
		t.Error(got)
	}
}

func TestResultsThatNoStepWrites(t *testing.T) {
	b := &kernel.Builder{}
	x, c := b.In(0, dtype.Float64), b.Const(7, dtype.Int8)
	out := run(t, compile(t, b, b.Tuple(x, c, x)), kernel.Run{}, []*nd.Array{nd.Of([]float64{4})}, []int{2, 2})
	if got := fmt.Sprint(nd.Data[float64](out[0]), nd.Data[int8](out[1]), nd.Data[float64](out[2])); got != "[4 4 4 4] [7 7 7 7] [4 4 4 4]" {
		t.Error(got)
	}
}

// Writing over an input must not change what the program still reads.
func TestIntoSpoilsNothing(t *testing.T) {
	v := func() *nd.Array { return nd.Of([]float64{1, 2, 3, 4}, 2, 2) }
	for what, f := range map[string]func() ([]*nd.Array, bool){
		"itself": func() ([]*nd.Array, bool) { a := v(); return []*nd.Array{a, nd.Of([]float64{10})}, true },
		"a row of itself": func() ([]*nd.Array, bool) {
			a := v()
			return []*nd.Array{a, a.Slice(0, 0, 1, 1)}, false
		},
		"its transpose": func() ([]*nd.Array, bool) { a := v(); return []*nd.Array{a, a.Transpose()}, false },
	} {
		in, over := f()
		b := &kernel.Builder{}
		p := compile(t, b, b.Call("add", b.In(0, dtype.Float64), b.In(1, dtype.Float64)))
		want := run(t, p, kernel.Run{}, []*nd.Array{mustClone(t, in[0]), mustClone(t, in[1])}, []int{2, 2})[0]
		got := run(t, p, kernel.Run{Into: in[0]}, in, []int{2, 2})[0]
		same(t, what, want, got)
		if (got.Block == in[0].Block) != over {
			t.Errorf("%s: written over is %v", what, !over)
		}
	}
	// The result is written before the input is read again.
	b := &kernel.Builder{}
	x := b.In(0, dtype.Float64)
	sum := b.Call("add", x, x)
	a := v()
	out := run(t, compile(t, b, b.Tuple(sum, b.Call("exp", x))), kernel.Run{Into: a}, []*nd.Array{a}, []int{2, 2})
	if nd.At[float64](out[1], 0, 0) > 2.8 {
		t.Errorf("exp(1) = %v", nd.At[float64](out[1], 0, 0))
	}
}

func mustClone(t fataler, a *nd.Array) *nd.Array {
	t.Helper()
	c, err := a.Clone(mem.Heap)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestBadPrograms(t *testing.T) {
	b := &kernel.Builder{}
	x := b.In(0, dtype.Float64)
	s := b.Fold("sum", dtype.DType{}, x)
	for what, r := range map[string]kernel.Reg{
		"a function of a fold": b.Call("sqrt", s),
		"two axes":             b.Tuple(b.Fold("sum", dtype.DType{}, x, 0), b.Fold("sum", dtype.DType{}, x, 1)),
		"a tuple in a tuple":   b.Tuple(b.Tuple(x)),
	} {
		if _, err := b.Compile(r); err == nil || errs.KindOf(err) != errs.Internal {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestBadRuns(t *testing.T) {
	b := &kernel.Builder{}
	p := compile(t, b, b.Call("power", b.In(0, dtype.Int64), b.In(1, dtype.Int64)))
	two := nd.Of([]int64{2, 3})
	for _, c := range []struct {
		in   []*nd.Array
		kind errs.Kind
	}{
		{[]*nd.Array{two}, errs.Internal},
		{[]*nd.Array{two, nd.Of([]float64{1, 2})}, errs.Internal},
		{[]*nd.Array{two, nd.Of([]int64{1, 2, 3})}, errs.Invalid},
		{[]*nd.Array{two, nd.Of([]int64{1, -2})}, errs.Invalid},
	} {
		if _, err := p.Run(kernel.Run{Mem: mem.Heap}, c.in, []int{2}); err == nil || errs.KindOf(err) != c.kind {
			t.Errorf("%v: %v", c.in, err)
		}
	}
	empty := run(t, p, kernel.Run{}, []*nd.Array{nd.Of([]int64{}, 0), nd.Of([]int64{-1})}, []int{0})
	if empty[0].Size() != 0 {
		t.Error("something came of nothing")
	}
}

func TestFoldsOfNothing(t *testing.T) {
	b := &kernel.Builder{}
	x := b.In(0, dtype.Int32)
	in := []*nd.Array{nd.Of([]int32{}, 0, 2)}
	out := run(t, compile(t, b, b.Fold("sum", dtype.DType{}, x, 0)), kernel.Run{}, in, []int{0, 2})
	if got := fmt.Sprint(nd.Data[int64](out[0])); got != "[0 0]" {
		t.Error(got)
	}
	_, err := compile(t, b, b.Fold("max", dtype.DType{}, x)).Run(kernel.Run{Mem: mem.Heap}, in, []int{0, 2})
	if err == nil || err.Error() != "zero-size array to reduction operation maximum which has no identity" {
		t.Error(err)
	}
}
