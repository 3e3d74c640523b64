package basic

import (
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
)

// A Loop is a function settled for its dtypes.
type Loop struct {
	Name  string
	In    []dtype.DType // what the arguments must be cast to
	Out   []dtype.DType
	run   Func
	check func(n int, in []Vec) error
}

// Run computes n elements. Outcomes: 1. nil, all outputs are written. 2. errs.Invalid for values the function
// refuses (a negative integer power), nothing is written. It never allocates and keeps no operand.
func (l *Loop) Run(n int, in, out []Vec) error {
	if n <= 0 {
		return nil
	}
	if l.check != nil {
		if err := l.check(n, in); err != nil {
			return err
		}
	}
	if !allConst(in) {
		l.runLong(n, in, out)
		return nil
	}
	var buf [4]Vec
	one := buf[:0]
	for _, v := range in {
		one = append(one, Vec{P: v.P})
	}
	l.run(1, one, out)
	for i, d := range l.Out {
		fill(out[i], d.Size(), n)
	}
	return nil
}

// segment is the most elements of one call of a loop: kernels in assembly cannot be interrupted, so a call
// must be short.
const segment = 1 << 13

// runLong runs n elements in segments.
func (l *Loop) runLong(n int, in, out []Vec) {
	if n <= segment || len(in) > 4 || len(out) > 4 {
		l.run(n, in, out)
		return
	}
	var from, to [4]Vec
	for lo := 0; lo < n; lo += segment {
		for i, v := range in {
			if !v.Const {
				v.P = unsafe.Add(v.P, lo*l.In[i].Size())
			}
			from[i] = v
		}
		for i, v := range out {
			v.P = unsafe.Add(v.P, lo*l.Out[i].Size())
			to[i] = v
		}
		l.run(min(segment, n-lo), from[:len(in)], to[:len(out)])
	}
}

func allConst(in []Vec) bool {
	for _, v := range in {
		if !v.Const {
			return false
		}
	}
	return true
}

// A sig is one loop of a function: NumPy's type characters, "dd->d", and the code.
type sig struct {
	types string
	run   Func
}

// chars are NumPy's type characters of the fixed-width dtypes; m and M stand for any unit.
const chars = "?bhilBHILefdFDMm"

var byChar = [...]dtype.DType{
	dtype.Bool, dtype.Int8, dtype.Int16, dtype.Int32, dtype.Int64, dtype.Uint8, dtype.Uint16, dtype.Uint32,
	dtype.Uint64, dtype.Float16, dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128,
}

// ints names the loops of a function of nin equal arguments for the eight integers, in NumPy's order b B h H
// i I l L.
func ints(form string, f ...Func) []sig { return each(form, "bBhHiIlL", f) }

// floats names loops for e f d, numbers for e f d F D.
func floats(form string, f ...Func) []sig { return each(form, "efd", f) }

func numbers(form string, f ...Func) []sig { return each(form, "efdFD", f) }

// each puts every character of types for x in form: "xx->x", "x->?".
func each(form, types string, f []Func) []sig {
	if len(f) != len(types) {
		panic("basic: " + form + " for " + types + " has the wrong number of loops")
	}
	var o []sig
	for i, g := range f {
		b := []byte(form)
		for j := range b {
			if b[j] == 'x' {
				b[j] = types[i]
			}
		}
		o = append(o, sig{string(b), g})
	}
	return o
}

func join(s ...[]sig) []sig {
	var o []sig
	for _, x := range s {
		o = append(o, x...)
	}
	return o
}
