package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// ewfloat is the arithmetic of float64, float32 and float16, each operation rounded as IEEE 754 says. Float16
// is computed as float32 and rounded again, which is the same for one operation.
func ewfloat(t *ewTable) {
	for _, wide := range []bool{false, true} {
		for _, c := range "df" {
			floats{ewk{wide, t}, lanes[byte(c)], false}.all()
		}
		floats{ewk{wide, t}, lane{'e', 4, 'f'}, true}.all()
	}
}

// Of float16 the lane is that of the float32 that it is computed in.
type floats struct {
	ewk
	lane
	half bool
}

func (f floats) all() {
	f.binaries()
	f.unaries()
	f.clip()
}

// element is the bytes of an element in memory.
func (f floats) element() int {
	if f.half {
		return 2
	}
	return f.size
}

// get reads a vector.
func (f floats) get(from Mem) VecVirtual {
	v := f.vec()
	if f.half {
		VCVTPH2PS(from, v)
	} else {
		f.load(from, v, f.bytes())
	}
	return v
}

// operand is what an instruction reads: memory, but for float16.
func (f floats) operand(from Mem) Op {
	if f.half {
		return f.get(from)
	}
	return from
}

// put writes a vector.
func (f floats) put(v VecVirtual, to ewTo) {
	if f.half {
		VCVTPS2PH(Imm(0), v, part(v, f.bytes()/2))
		f.store(v, to, f.bytes()/2)
	} else {
		f.store(v, to, f.bytes())
	}
}

func (f floats) kernel(op string, nin int) ew {
	form := map[int]string{1: "x->x", 2: "xx->x", 3: "xxx->x"}[nin]
	e := ew{ewk: f.ewk, op: op, types: []string{typed(form, f.char)}, out: f.element(), step: f.bytes() / f.size, stream: !f.half}
	for range nin {
		e.in = append(e.in, f.element())
	}
	return e
}

// typed puts a character for every x of a form.
func typed(form string, c byte) string {
	b := []byte(form)
	for i := range b {
		if b[i] == 'x' {
			b[i] = c
		}
	}
	return string(b)
}

// A step2 is to = x op y, where y may be memory and to may be x.
type step2 = func(x, y, to Op)

func (f floats) add(x, y, to Op)      { f.pack(VADDPD, VADDPS)(y, x, to) }
func (f floats) subtract(x, y, to Op) { f.pack(VSUBPD, VSUBPS)(y, x, to) }
func (f floats) multiply(x, y, to Op) { f.pack(VMULPD, VMULPS)(y, x, to) }
func (f floats) divide(x, y, to Op)   { f.pack(VDIVPD, VDIVPS)(y, x, to) }

func (f floats) binaries() {
	for _, o := range []struct {
		name string
		step step2
	}{
		{"add", f.add},
		{"subtract", f.subtract},
		{"multiply", f.multiply},
		{"divide", f.divide},
		{"maximum", f.extremum(true, false)},
		{"minimum", f.extremum(false, false)},
		{"fmax", f.extremum(true, true)},
		{"fmin", f.extremum(false, true)},
	} {
		e := f.kernel(o.name, 2)
		e.make = func(in []Mem, to ewTo) {
			x := f.get(in[0])
			o.step(x, f.operand(in[1]), x)
			f.put(x, to)
		}
		e.emit()
	}
	e := f.kernel("copysign", 2)
	var sign VecVirtual
	e.init = func() { sign = f.constant(f.sign(), f.size) }
	e.make = func(in []Mem, to ewTo) {
		x, y := f.vec(), f.vec()
		f.and(sign, f.operand(in[1]), y)
		f.andNot(sign, f.operand(in[0]), x)
		f.or(x, y, x)
		f.put(x, to)
	}
	e.emit()
}

func (f floats) sign() uint64 { return 1 << (8*f.size - 1) }

func (f floats) bitsOf(v float64) uint64 {
	if f.size == 4 {
		return uint64(math.Float32bits(float32(v)))
	}
	return math.Float64bits(v)
}

func (f floats) compare(predicate uint8, x, y Op, to Op) {
	f.pack(VCMPPD, VCMPPS)(U8(predicate), y, x, to)
}

const (
	cmpEqual     = 0x00 // quiet
	cmpLess      = 0x11
	cmpLessEqual = 0x12
	cmpUnordered = 0x03
	cmpNotEqual  = 0x04
	cmpGreaterEq = 0x1d
	cmpGreater   = 0x1e
)

// extremum is the larger or smaller one; of two zeros +0 is the larger. NaN wins, or with number loses
// against a number.
func (f floats) extremum(larger, number bool) step2 {
	return func(x, from, to Op) {
		var y VecVirtual
		if m, ok := from.(Mem); ok {
			y = f.get(m)
		} else {
			y = from.(VecVirtual)
		}
		if f.wide {
			which := uint8(5) // the sign of what is compared; smaller is 4
			if !larger {
				which = 4
			}
			if number {
				r, nan := f.vec(), K()
				f.pack(VRANGEPD, VRANGEPS)(U8(which), y, x, r)
				f.compare(cmpUnordered, x, x, nan) // a signalling NaN would win
				f.pack(VMOVAPD, VMOVAPS)(y, nan, r)
				f.compare(cmpUnordered, y, y, nan)
				f.pack(VMOVAPD, VMOVAPS)(x, nan, r)
				f.pack(VMOVAPD, VMOVAPS)(r, to)
				return
			}
			nan, sum := K(), f.vec()
			f.compare(cmpUnordered, x, y, nan)
			f.add(x, y, sum)
			f.pack(VRANGEPD, VRANGEPS)(U8(which), y, x, to)
			f.pack(VMOVAPD, VMOVAPS)(sum, nan, to)
			return
		}
		pick, join := f.pack(VMAXPD, VMAXPS), f.and
		if !larger {
			pick, join = f.pack(VMINPD, VMINPS), f.or
		}
		a, b, nan := f.vec(), f.vec(), f.vec()
		pick(y, x, a)
		pick(x, y, b)
		join(a, b, a)
		blend := VBLENDVPD
		if f.size == 4 {
			blend = VBLENDVPS
		}
		if number {
			f.compare(cmpUnordered, x, x, nan)
			blend(nan, y, a, a)
			f.compare(cmpUnordered, y, y, nan)
			blend(nan, x, a, to)
			return
		}
		f.compare(cmpUnordered, x, y, nan)
		f.add(x, y, b)
		blend(nan, b, a, to)
	}
}

func (f floats) clip() {
	e := f.kernel("clip", 3)
	e.make = func(in []Mem, to ewTo) {
		x := f.get(in[0])
		f.extremum(true, false)(x, in[1], x)
		f.extremum(false, false)(x, in[2], x)
		f.put(x, to)
	}
	e.emit()
}
