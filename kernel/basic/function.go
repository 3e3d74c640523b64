package basic

import (
	"math"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
)

// The functions of mathematics come from one source, the programs of kernel/asm/gen: NAMED for float64 and
// NAMES for float32 here in Go, and kernels that give the same bits. A kernel stops before a vector with an
// element that only the Go function answers, which then does that vector.

// span is the elements that one call of a kernel takes: some tens of microseconds.
const span = 4096

// A unaryFunction is a function of one argument with the bounds of its errors, in units of the last place of
// the result.
type unaryFunction struct {
	name                 string
	single               func(float32) float32
	double               func(float64) float64
	ulpSingle, ulpDouble float64
}

// A binaryFunction is one of two arguments.
type binaryFunction struct {
	name                 string
	single               func(x, y float32) float32
	double               func(x, y float64) float64
	ulpSingle, ulpDouble float64
}

// fn is the loops of a function of unaries or binaries for float16, float32 and float64.
func fn(name string) []sig {
	s := fnAt(asm.Active(), name)
	if s == nil {
		panic("basic: no function " + name)
	}
	return s
}

func fnAt(l asm.Level, name string) []sig {
	for _, f := range unaries {
		if f.name == name {
			single := unaryLoop(asm.UnaryOf(l, name, 4), asm.Lanes(l, name, 4), f.single)
			return []sig{{"e->e", half(single)}, {"f->f", single}, {"d->d", unaryLoop(asm.UnaryOf(l, name, 8), asm.Lanes(l, name, 8), f.double)}}
		}
	}
	for _, f := range binaries {
		if f.name == name {
			single := binaryLoop(asm.BinaryOf(l, name, 4), asm.Lanes(l, name, 4), f.single)
			return []sig{{"ee->e", half(single)}, {"ff->f", single}, {"dd->d", binaryLoop(asm.BinaryOf(l, name, 8), asm.Lanes(l, name, 8), f.double)}}
		}
	}
	return nil
}

// mostLanes is how many elements a vector holds at most.
const mostLanes = 16

func unaryLoop[T float](k asm.Function1, lanes int, f func(T) T) Func {
	if k == nil {
		return map1(f)
	}
	vector := func(o, a []T) { // a vector that the kernel does not answer
		for i, x := range a {
			o[i] = f(x)
		}
	}
	return func(n int, in, out []Vec) {
		o := view[T](out[0], n)
		a := view[T](in[0], n)[:len(o)]
		past := streams(out[0])
		for len(o) >= lanes {
			m := min(len(o), span) / lanes * lanes
			done := k(bytesOf(o), bytesOf(a), m, past)
			if done < m {
				vector(o[done:done+lanes], a[done:done+lanes])
				done += lanes
			}
			o, a = o[done:], a[done:]
		}
		if len(o) > 0 { // less than a vector: with its first element for those that lack
			var x [mostLanes]T
			for i := copy(x[:], a); i < lanes; i++ {
				x[i] = a[0]
			}
			if k(bytesOf(x[:]), bytesOf(x[:]), lanes, false) < lanes {
				vector(o, a)
			} else {
				copy(o, x[:])
			}
		}
	}
}

func bytesOf[T float](x []T) *byte { return (*byte)(unsafe.Pointer(unsafe.SliceData(x))) }

// streams says whether a result is to be written past the caches, and can be.
func streams(v Vec) bool { return v.Stream && uintptr(v.P)%64 == 0 }

func binaryLoop[T float](k asm.Function2, lanes int, f func(x, y T) T) Func {
	if k == nil {
		return map2(f)
	}
	return func(n int, in, out []Vec) {
		o := view[T](out[0], n)
		x, y := spread[T](in[0], lanes), spread[T](in[1], lanes)
		past := streams(out[0])
		for i := 0; i < n; {
			m := min(n-i, span) / lanes * lanes
			done := 0
			if m > 0 {
				done = k(bytesOf(o[i:]), x.at(i), x.step, y.at(i), y.step, m, past)
				i += done
			}
			if done < m || m == 0 {
				to := min(n, i+lanes)
				if m > 0 || !rest(k, lanes, o[i:to], x, y, i) {
					for j := i; j < to; j++ {
						o[j] = f(*(*T)(unsafe.Pointer(x.at(j))), *(*T)(unsafe.Pointer(y.at(j))))
					}
				}
				i = to
			}
		}
	}
}

// rest has the kernel do less than a vector, from i on; false where it leaves that to Go.
func rest[T float](k asm.Function2, lanes int, o []T, x, y *stream[T], i int) bool {
	var a, b [mostLanes]T
	for j := range lanes {
		at := i
		if j < len(o) {
			at += j
		}
		a[j], b[j] = *(*T)(unsafe.Pointer(x.at(at))), *(*T)(unsafe.Pointer(y.at(at)))
	}
	if k(bytesOf(a[:]), bytesOf(a[:]), 0, bytesOf(b[:]), 0, lanes, false) < lanes {
		return false
	}
	copy(o, a[:])
	return true
}

// A stream is an operand by vectors: a constant one is a vector of its own that does not advance.
type stream[T float] struct {
	p    unsafe.Pointer
	one  [mostLanes]T
	step int
}

func spread[T float](v Vec, lanes int) *stream[T] {
	s := &stream[T]{p: v.P, step: lanes * int(unsafe.Sizeof(T(0)))}
	if v.Const {
		for i := range s.one {
			s.one[i] = one[T](v)
		}
		s.p, s.step = unsafe.Pointer(&s.one), 0
	}
	return s
}

func (s *stream[T]) at(i int) *byte {
	if s.step == 0 {
		i = 0
	}
	return (*byte)(unsafe.Add(s.p, i*int(unsafe.Sizeof(T(0)))))
}

// half is a loop of float32 for float16, by pieces: computed in float32, rounded once.
func half(f Func) Func {
	return func(n int, in, out []Vec) {
		var x [2][256]float32
		var o [256]float32
		to := view[dtype.F16](out[0], n)
		var args [2]Vec
		for i, v := range in {
			args[i] = Of(x[i][:])
			if v.Const {
				x[i][0] = one[dtype.F16](v).Float32()
				args[i].Const = true
			}
		}
		for i := 0; i < n; i += len(o) {
			m := min(len(o), n-i)
			for j, v := range in {
				if !v.Const {
					for k, h := range view[dtype.F16](v, n)[i : i+m] {
						x[j][k] = h.Float32()
					}
				}
			}
			f(m, args[:len(in)], []Vec{Of(o[:])})
			for k, v := range o[:m] {
				to[i+k] = dtype.ToF16(v)
			}
		}
	}
}

// shifter rounds a float64 to an integer by addition: the sum has no bits for a fraction, and its low bits
// are the integer.
const shifter = 0x1.8p52

// scale is v * 2^floor(q) rounded once, for |q| < 2100.
func scale(v, q float64) float64 {
	w := math.Floor(q)
	h := float64(w*0.5) + shifter
	r := w - (h - shifter) + shifter
	v *= math.Float64frombits((math.Float64bits(h) + 1023) << 52)
	return v * math.Float64frombits((math.Float64bits(r)+1023)<<52)
}

// fma32 is x*y + z rounded once: the sum of the product, which is exact in float64, rounded to odd there, as
// Boldo and Melquiond show (Emulation of a FMA and correctly-rounded sums: proved algorithms using rounding
// to odd, IEEE Transactions on Computers 57(4), 2008).
func fma32(x, y, z float32) float32 {
	p, c := float64(x)*float64(y), float64(z)
	s := p + c
	b := math.Float64bits(s)
	if b&(1<<29-1) != 1<<28 && math.Abs(s) >= 0x1p-120 || s-s != 0 { // not near the middle of two float32
		return float32(s)
	}
	t := s - p
	e := (p - (s - t)) + (c - t) // what s lost
	if e != 0 && b&1 == 0 {
		if (e > 0) == (s > 0) {
			b++
		} else {
			b--
		}
		s = math.Float64frombits(b)
	}
	return float32(s)
}

// scale32 is scale for float32, |q| < 500.
func scale32(v, q float32) float32 {
	const shifter = 0x1.8p23
	w := float32(math.Floor(float64(q)))
	h := float32(w*0.5) + shifter
	r := w - (h - shifter) + shifter
	v *= math.Float32frombits((math.Float32bits(h) + 127) << 23)
	return v * math.Float32frombits((math.Float32bits(r)+127)<<23)
}
