package reduce

import (
	"math"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/kernel/basic"
)

// A turning is a product of complex numbers, (h+l)·2^x in two parts, the larger part of h from 1 to 2. Where
// x is infinity, h is the product as it came out.
type turning struct{ re, im, lre, lim, x float64 }

// oneTurning is the product of nothing.
var oneTurning = turning{re: 1}

// elementTurning is the product of one number.
func elementTurning(re, im float64) turning {
	return turning{re: re, im: im}.normal()
}

// normal brings a product back.
func (t turning) normal() turning {
	s, r := t.re+t.lre, t.im+t.lim
	t.lre -= s - t.re
	t.lim -= r - t.im
	t.re, t.im = s, r
	top := max(math.Abs(s), math.Abs(r))
	switch {
	case top == 0:
		t.x = math.Inf(-1)
		return t
	case !finite(top):
		t.x = math.Inf(1)
		return t
	}
	_, e := mantissa(top)
	t.x += e
	for n := -int(e); n != 0; { // what is denormal wants two steps
		k := max(-1000, min(n, 1000))
		f := powerOf2(k)
		t.re, t.im, t.lre, t.lim = float64(t.re*f), float64(t.im*f), float64(t.lre*f), float64(t.lim*f)
		n -= k
	}
	return t
}

// times is the product of two.
func (t turning) times(u turning) turning {
	switch { // so that nothing changes what is infinite
	case t == oneTurning:
		return u
	case u == oneTurning:
		return t
	}
	if math.IsInf(t.x, 1) || math.IsInf(u.x, 1) {
		p := complex(t.re, t.im) * complex(u.re, u.im)
		return turning{re: real(p), im: imag(p), x: math.Inf(1)}
	}
	var v turning
	v.re, v.lre = twoProducts(t.re, u.re, -t.im, u.im)
	v.im, v.lim = twoProducts(t.re, u.im, t.im, u.re)
	v.lre += math.FMA(t.lre, u.re, math.FMA(-t.lim, u.im, math.FMA(t.re, u.lre, float64(-t.im*u.lim))))
	v.lim += math.FMA(t.lre, u.im, math.FMA(t.lim, u.re, math.FMA(t.re, u.lim, float64(t.im*u.lre))))
	v.x = t.x + u.x
	return v.normal()
}

// twoProducts is ab+cd, and what rounding takes from it.
func twoProducts(a, b, c, d float64) (s, err float64) {
	p, q := float64(a*b), float64(c*d)
	s, err = twoSum(p, q)
	return s, err + (math.FMA(a, b, -p) + math.FMA(c, d, -q))
}

// A turningStep multiplies complex numbers, which are pairs of T. The states of w results are turnings.
type turningStep[T float] struct{}

func (turningStep[T]) name() string { return "turning" }

func (turningStep[T]) size() int { return 40 }

func (turningStep[T]) none(st unsafe.Pointer, w int) bool {
	for i := range slice[turning](st, w) {
		slice[turning](st, w)[i] = oneTurning
	}
	return true
}

func (turningStep[T]) runs(st unsafe.Pointer, v basic.Vec, w, l, _ int) {
	all := slice[T](v.P, 2*w*l)
	elem, _ := elemOf[T]()
	done := l > short && asm.Turnings(level, elem, st, v.P, w, l)
	for i, t := range slice[turning](st, w) {
		if !done || !finite(t.re) || !finite(t.im) || !finite(t.x) {
			slice[turning](st, w)[i] = turningOf(all[2*i*l : 2*(i+1)*l])
		}
	}
}

// turningOf multiplies pairs of numbers.
func turningOf[T float](v []T) turning {
	t := oneTurning
	for ; len(v) > 0; v = v[2:] {
		t = t.times(elementTurning(float64(v[0]), float64(v[1])))
	}
	return t
}

func (s turningStep[T]) leaves(st unsafe.Pointer, v basic.Vec, w, l, at int) {
	s.runs(st, v, 1, w*l, at)
}

func (turningStep[T]) collapse(unsafe.Pointer, int) {}

func (s turningStep[T]) rows(st unsafe.Pointer, v basic.Vec, w, r, _ int, first bool) {
	if first {
		s.none(st, w)
	}
	for all := slice[T](v.P, 2*w*r); len(all) > 0; all = all[2*w:] {
		for i, t := range slice[turning](st, w) {
			slice[turning](st, w)[i] = t.times(elementTurning(float64(all[2*i]), float64(all[2*i+1])))
		}
	}
}

func (turningStep[T]) merge(a, b unsafe.Pointer, w int) {
	for i, t := range slice[turning](a, w) {
		slice[turning](a, w)[i] = t.times(slice[turning](b, w)[i])
	}
}

// complexProduct is the fold that multiplies complex numbers of d.
func complexProduct(d dtype.DType) Fold {
	f := Fold{In: d, Out: d, free: true, step: stepper(turningStep[float64]{})}
	if d == dtype.Complex64 {
		f.step = turningStep[float32]{}
	}
	f.out = func(dst, st unsafe.Pointer, w int) {
		for i, t := range slice[turning](st, w) {
			p := slice[float64](unsafe.Pointer(&t), 5)
			for part := range 2 {
				v := roundPart(p[part], p[2+part], t.x, d)
				if d == dtype.Complex64 {
					slice[float32](dst, 2*w)[2*i+part] = float32(v)
				} else {
					slice[float64](dst, 2*w)[2*i+part] = v
				}
			}
		}
	}
	return f
}

// roundPart is a part of a product rounded once to what complex numbers of d are made of. A part that is zero
// is so without a sign.
func roundPart(h, l, x float64, d dtype.DType) float64 {
	if math.IsInf(x, 1) {
		return h
	}
	if h == 0 {
		return 0
	}
	m, e := mantissa(h)
	for n := -int(e); n != 0; {
		k := max(-1000, min(n, 1000))
		l = float64(l * powerOf2(k))
		n -= k
	}
	if d == dtype.Complex64 {
		return roundProduct(m, l, x+e, 24, -149)
	}
	return roundProduct(m, l, x+e, 53, -1074)
}
