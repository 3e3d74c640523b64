package basic

import (
	"math"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
)

// The functions of mathematics come from one source, the programs of kernel/asm/gen: NAMED for float64 and NAMES for float32 here in Go, and kernels that give the same
// bits. A kernel stops before a vector with an element that only the Go function answers, which then does that vector.

// span is the elements that one call of a kernel takes: some tens of microseconds.
const span = 4096

// A unaryFunction is a function of one argument with the bounds of its errors, in units of the last place of the result.
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
			single := unaryLoop(asm.UnaryOf(l, name, 4), asm.Lanes(l), f.single)
			return []sig{{"e->e", half(single)}, {"f->f", single}, {"d->d", unaryLoop(asm.UnaryOf(l, name, 8), asm.Lanes(l), f.double)}}
		}
	}
	for _, f := range binaries {
		if f.name == name {
			single := binaryLoop(asm.BinaryOf(l, name, 4), asm.Lanes(l), f.single)
			return []sig{{"ee->e", half(single)}, {"ff->f", single}, {"dd->d", binaryLoop(asm.BinaryOf(l, name, 8), asm.Lanes(l), f.double)}}
		}
	}
	return nil
}

func unaryLoop[T float](k asm.Function1, lanes int, f func(T) T) Func {
	if k == nil {
		return map1(f)
	}
	return func(n int, in, out []Vec) {
		o := view[T](out[0], n)
		a := view[T](in[0], n)[:len(o)]
		for len(o) >= lanes {
			m := min(len(o), span) / lanes * lanes
			done := k((*byte)(unsafe.Pointer(unsafe.SliceData(o))), (*byte)(unsafe.Pointer(unsafe.SliceData(a))), m)
			if done < m {
				for i := done; i < done+lanes; i++ {
					o[i] = f(a[i])
				}
				done += lanes
			}
			o, a = o[done:], a[done:]
		}
		for i, x := range a {
			o[i] = f(x)
		}
	}
}

func binaryLoop[T float](k asm.Function2, lanes int, f func(x, y T) T) Func {
	if k == nil {
		return map2(f)
	}
	return func(n int, in, out []Vec) {
		o := view[T](out[0], n)
		x, y := spread[T](in[0], lanes), spread[T](in[1], lanes)
		for i := 0; i < n; {
			m := min(n-i, span) / lanes * lanes
			done := 0
			if m > 0 {
				done = k((*byte)(unsafe.Pointer(&o[i])), x.at(i), x.step, y.at(i), y.step, m)
				i += done
			}
			if done < m || m == 0 {
				for to := min(n, i+lanes); i < to; i++ {
					o[i] = f(*(*T)(unsafe.Pointer(x.at(i))), *(*T)(unsafe.Pointer(y.at(i))))
				}
			}
		}
	}
}

// A stream is an operand by vectors: a constant one is a vector of its own that does not advance.
type stream[T float] struct {
	p    unsafe.Pointer
	one  [8]T
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

// shifter rounds a float64 to an integer by addition: the sum has no bits for a fraction, and its low bits are the integer.
const shifter = 0x1.8p52

// scale is v * 2^floor(q) rounded once, for |q| < 2100.
func scale(v, q float64) float64 {
	w := math.Floor(q)
	h := float64(w*0.5) + shifter
	r := w - (h - shifter) + shifter
	v *= math.Float64frombits((math.Float64bits(h) + 1023) << 52)
	return v * math.Float64frombits((math.Float64bits(r)+1023)<<52)
}
