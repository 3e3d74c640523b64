package reduce

import (
	"math"
	"slices"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/kernel/basic"
)

// An exactStep adds floats, or complex numbers part by part, without error. The states of w results are the
// first halves of their sums, then the second halves.
type exactStep[T float] struct {
	parts int // 2 for complex numbers
	far   *far
}

// A binder is a stepper that keeps something beside its states; bound is one for a job.
type binder interface{ bound() stepper }

func (x exactStep[T]) bound() stepper { return exactStep[T]{x.parts, new(far)} }

func (x exactStep[T]) name() string { return "exact" }

func (x exactStep[T]) size() int { return 16 * x.parts }

// in is the halves of w results.
func (x exactStep[T]) in(st unsafe.Pointer, w int) (s, e []float64) {
	n := w * x.parts
	v := slice[float64](st, 2*n)
	return v[:n:n], v[n:]
}

// plainRun is the shortest run of float32 that is tried with one double for each sum.
const plainRun = 512

// short is the longest run that a kernel is not worth while for.
const short = 8

func (x exactStep[T]) runs(st unsafe.Pointer, v basic.Vec, w, l, _ int) {
	s, e := x.in(st, w)
	n := l * x.parts
	all := slice[T](v.P, w*n)
	if x.parts == 2 {
		x.pairs(s, e, all, w, l)
		return
	}
	elem, _ := elemOf[T]()
	if l <= short {
		for i := 0; i < w; {
			i += asm.SumShort(level, elem, s[i:], e[i:], unsafe.Pointer(&all[i*l]), l)
			for stop := min(i+8, w); i < stop; i++ {
				s[i], e[i] = x.one(all[i*l : (i+1)*l])
			}
		}
		return
	}
	done := 0
	if elem == asm.F32 && l >= plainRun {
		done = asm.SumPlain(level, s, e, v.P, w, l)
	}
	plain := done > 0
	if !plain {
		done = asm.Sums(level, elem, false, s, e, v.P, w, l)
	}
	for i := range s {
		r := all[i*l : (i+1)*l]
		if plain && e[i] != e[i] {
			asm.Sums(level, elem, false, s[i:i+1], e[i:i+1], unsafe.Pointer(&r[0]), 1, done)
		}
		switch {
		case done == 0:
			s[i], e[i] = x.one(r)
		case e[i] != e[i] && l > piece: // most pieces of it may do
			s[i], e[i] = math.Copysign(0, -1), 0
			for y := range slices.Chunk(r, piece) {
				var st [2]float64
				x.runs(unsafe.Pointer(&st), basic.Vec{P: unsafe.Pointer(unsafe.SliceData(y))}, 1, len(y), 0)
				x.far.join(&s[i], &e[i], st[0], st[1])
			}
		case e[i] != e[i]:
			s[i], e[i] = sumFar(x.far, r)
		default:
			for _, y := range r[done:] {
				x.far.add(&s[i], &e[i], float64(y))
			}
		}
	}
}

// one is the sum of one run.
func (x exactStep[T]) one(r []T) (s, e float64) {
	if s, e, ok := pairOf(r); ok && finite(s) {
		return s, e
	}
	return sumFar(x.far, r)
}

// pairs is runs of complex numbers.
func (x exactStep[T]) pairs(s, e []float64, all []T, w, l int) {
	elem, _ := elemOf[T]()
	done := 0
	if l > short {
		done = asm.Sums(level, elem, true, s, e, unsafe.Pointer(unsafe.SliceData(all)), w, 2*l)
	}
	var buf [leafSize]T
	for i := range s {
		r := all[i/2*2*l : (i/2+1)*2*l]
		if done > 0 && e[i] == e[i] {
			for k := done + i%2; k < 2*l; k += 2 {
				x.far.add(&s[i], &e[i], float64(r[k]))
			}
			continue
		}
		s[i], e[i] = math.Copysign(0, -1), 0
		for lo := 0; lo < l; lo += len(buf) {
			b := buf[:min(len(buf), l-lo)]
			for k := range b {
				b[k] = r[2*(lo+k)+i%2]
			}
			p, q := x.one(b)
			x.far.join(&s[i], &e[i], p, q)
		}
	}
}

// leaves makes the first state the sum of all runs, which follow each other, and the others nothing.
func (x exactStep[T]) leaves(st unsafe.Pointer, v basic.Vec, w, l, at int) {
	clear(slice[float64](st, 2*x.parts*w)) // what collapse leaves alone
	x.runs(st, v, 1, w*l, at)
}

// collapse has nothing to join.
func (x exactStep[T]) collapse(unsafe.Pointer, int) {}

func (x exactStep[T]) rows(st unsafe.Pointer, v basic.Vec, w, r, _ int, first bool) {
	s, e := x.in(st, w)
	n := len(s)
	all := slice[T](v.P, n*r)
	if first {
		if row, ok := any(all[:n]).([]float64); ok {
			copy(s, row)
		} else {
			for i, y := range all[:n] {
				s[i] = float64(y)
			}
		}
		clear(e)
		all, r = all[n:], r-1
	}
	if r == 0 {
		return
	}
	elem, _ := elemOf[T]()
	var z T
	for c := 0; c < n; {
		p := unsafe.Pointer(&all[c])
		if c += asm.SumRows(level, elem, s[c:], e[c:], p, r, n*int(unsafe.Sizeof(z))); c == n {
			return
		}
		// what the kernel stopped before, or what it does not do
		stop := min(c+strip, n)
		if level == asm.Portable {
			stop = n
		}
		for k := range r {
			x.row(s[c:stop], e[c:stop], all[k*n+c:k*n+stop])
		}
		c = stop
	}
}

// strip is as many columns as a kernel does together, or more.
const strip = 32

// row adds a row.
func (x exactStep[T]) row(s, e []float64, v []T) {
	e, v = e[:len(s)], v[:len(s)]
	for i := range s {
		y := float64(v[i])
		a, err := twoSum(s[i], y)
		if b, ok := noError(e[i], err); ok && finite(a) {
			s[i], e[i] = a, b
			continue
		}
		x.far.add(&s[i], &e[i], y)
	}
}

func (x exactStep[T]) merge(a, b unsafe.Pointer, w int) {
	s, e := x.in(a, w)
	s1, e1 := x.in(b, w)
	joinPlanes(x.far, s, e, s1, e1)
}

// joinPlanes adds sums to sums; those that are added are used up.
func joinPlanes(f *far, s, e, s1, e1 []float64) {
	for c := 0; c < len(s); {
		if len(s) >= short {
			if c += asm.SumJoin(level, s[c:], e[c:], s1[c:], e1[c:]); c == len(s) {
				return
			}
		}
		for stop := min(c+strip, len(s)); c < stop; c++ {
			p, err := twoSum(s[c], s1[c])
			q, ok := noError(e[c], err)
			q, ok1 := noError(q, e1[c])
			if ok && ok1 && finite(p) {
				s[c], e[c] = p, q
				continue
			}
			f.join(&s[c], &e[c], s1[c], e1[c])
		}
	}
}

// none is sums of nothing, -0 and -0: they change no sum, and their results are 0.
func (x exactStep[T]) none(st unsafe.Pointer, w int) bool {
	for i := range slice[float64](st, 2*x.parts*w) {
		slice[float64](st, 2*x.parts*w)[i] = math.Copysign(0, -1)
	}
	return true
}

// exactSum is the fold that adds elements of from, which may be narrower than results of dtype to.
func exactSum(in, to dtype.DType) Fold {
	f := Fold{In: in, Out: to, free: true, step: exactStepOf(in)}
	f.end = func(s stepper, dst, st unsafe.Pointer, w int) {
		x := s.(farer)
		p, e := x.halves(st, w, 0)
		endSum(x.table(), to, dst, p, e)
	}
	return f
}

func exactStepOf(in dtype.DType) stepper {
	switch in.Kind {
	case dtype.Float32Kind:
		return exactStep[float32]{1, nil}
	case dtype.Complex64Kind:
		return exactStep[float32]{2, nil}
	case dtype.Complex128Kind:
		return exactStep[float64]{2, nil}
	}
	return exactStep[float64]{1, nil}
}

// A farer is a stepper whose states are sums without error, in planes.
type farer interface {
	// halves is the first and the second halves of w results' sums of a plane.
	halves(st unsafe.Pointer, w, plane int) (s, e []float64)
	table() *far
	// width is the sums of a result in a plane.
	width() int
}

func (x exactStep[T]) halves(st unsafe.Pointer, w, _ int) (s, e []float64) { return x.in(st, w) }
func (x exactStep[T]) table() *far                                         { return x.far }
func (x exactStep[T]) width() int                                          { return x.parts }

// endSum writes sums, rounded once.
func endSum(f *far, to dtype.DType, dst unsafe.Pointer, s, e []float64) {
	n := len(s)
	switch to.Kind {
	case dtype.Float16Kind:
		for i := range s {
			slice[dtype.F16](dst, n)[i] = dtype.ToF16(oddSingle(odd(f.rounded(s[i], e[i]))))
		}
	case dtype.Float32Kind, dtype.Complex64Kind:
		for i := range s {
			slice[float32](dst, n)[i] = float32(odd(f.rounded(s[i], e[i])))
		}
	default:
		d := slice[float64](dst, n)
		for i, lack := range e[:n] {
			t := s[i]
			if lack != 0 { // 0 would take the sign of -0
				t += lack
			}
			if d[i] = t; lack != lack || t == 0 {
				d[i], _ = f.rounded(s[i], lack)
			}
		}
	}
}
