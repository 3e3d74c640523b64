package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// ewint is the arithmetic of integers, which wraps around, and that of bits. Where signed and unsigned ones
// are the same it is the same kernel.
func ewint(t *ewTable) {
	for _, wide := range []bool{false, true} {
		for _, c := range "bhil" {
			s := ints{ewk{wide, t}, lanes[byte(c)]}
			u := ints{ewk{wide, t}, lanes[byte(c)-'a'+'A']}
			s.wrapping()
			s.bitwise()
			s.extrema()
			u.extrema()
			s.shifts(u)
		}
	}
}

type ints struct {
	ewk
	lane
}

func (k ints) kernel(op, form string, types ...byte) ew {
	e := ew{ewk: k.ewk, op: op, out: k.size, step: k.bytes() / k.size, stream: true}
	for _, c := range types {
		e.types = append(e.types, typed(form, c))
	}
	for i := 0; form[i] != '-'; i++ {
		e.in = append(e.in, k.size)
	}
	return e
}

// both is the characters of a lane signed and unsigned.
func (k ints) both() []byte { return []byte{k.char, k.char - 'a' + 'A'} }

func (k ints) binary(op string, step step2, types ...byte) {
	e := k.kernel(op, "xx->x", types...)
	e.make = func(in []Mem, to ewTo) {
		x := k.vec()
		k.load(in[0], x, k.bytes())
		step(x, in[1], x)
		k.store(x, to, k.bytes())
	}
	e.emit()
}

func (k ints) unary(op string, init func(), step func(x, to Op), types ...byte) {
	e := k.kernel(op, "x->x", types...)
	e.init = init
	e.make = func(in []Mem, to ewTo) {
		x := k.vec()
		k.load(in[0], x, k.bytes())
		step(x, x)
		k.store(x, to, k.bytes())
	}
	e.emit()
}

func (k ints) add(x, y, to Op)      { bySize(k.size, VPADDB, VPADDW, VPADDD, VPADDQ)(y, x, to) }
func (k ints) subtract(x, y, to Op) { bySize(k.size, VPSUBB, VPSUBW, VPSUBD, VPSUBQ)(y, x, to) }

// greater is all ones where signed x is greater than y, without AVX-512.
func (k ints) greater(x, y, to Op) {
	bySize(k.size, VPCMPGTB, VPCMPGTW, VPCMPGTD, VPCMPGTQ)(y, x, to)
}

func (k ints) multiply(x, from, to Op) {
	y := k.vec()
	if m, ok := from.(Mem); ok {
		k.load(m, y, k.bytes())
	} else {
		y = from.(VecVirtual)
	}
	switch {
	case k.size == 1:
		k.multiplyBytes(x, y, to)
	case k.size == 2:
		VPMULLW(y, x, to)
	case k.size == 4:
		VPMULLD(y, x, to)
	case k.wide:
		VPMULLQ(y, x, to)
	default: // the lower halves, and crosswise what the upper ones add
		a, b := k.vec(), k.vec()
		VPSRLQ(Imm(32), x, a)
		VPMULUDQ(y, a, a)
		VPSRLQ(Imm(32), y, b)
		VPMULUDQ(b, x, b)
		VPADDQ(a, b, a)
		VPSLLQ(Imm(32), a, a)
		VPMULUDQ(y, x, b)
		VPADDQ(a, b, to)
	}
}

// multiplyBytes multiplies the bytes at even places and those at odd ones as words.
func (k ints) multiplyBytes(x, y, to Op) {
	a, b := k.vec(), k.vec()
	VPSRLW(Imm(8), x, a)
	VPSRLW(Imm(8), y, b)
	VPMULLW(b, a, a)
	VPSLLW(Imm(8), a, a)
	VPMULLW(y, x, b)
	VPSLLW(Imm(8), b, b)
	VPSRLW(Imm(8), b, b)
	k.or(a, b, to)
}

func (k ints) wrapping() {
	k.binary("add", k.add, k.both()...)
	k.binary("subtract", k.subtract, k.both()...)
	k.binary("multiply", k.multiply, k.both()...)
	k.unary("square", nil, func(x, to Op) { k.multiply(x, x, to) }, k.both()...)
	var z VecVirtual
	zero := func() { z = k.zero() }
	k.unary("negative", zero, func(x, to Op) { k.subtract(z, x, to) }, k.both()...)
	k.unary("absolute", zero, func(x, to Op) {
		if k.size < 8 || k.wide {
			bySize(k.size, VPABSB, VPABSW, VPABSD, VPABSQ)(x, to)
			return
		}
		m := k.vec()
		k.greater(z, x, m)
		k.xor(x, m, to)
		k.subtract(to, m, to)
	}, k.char)
}

func (k ints) bitwise() {
	types := k.both()
	if k.size == 1 {
		types = append(types, '?')
	}
	k.binary("bitwise_and", k.and, types...)
	k.binary("bitwise_or", k.or, types...)
	k.binary("bitwise_xor", k.xor, types...)
	var c VecVirtual
	k.unary("invert", func() { c = k.constant(^uint64(0), 8) }, func(x, to Op) { k.xor(c, x, to) }, k.both()...)
	if k.size > 1 {
		return
	}
	for _, a := range [][2]string{{"add", "or"}, {"multiply", "and"}, {"maximum", "or"}, {"minimum", "and"}, {"fmax", "or"}, {"fmin", "and"}, {"logical_and", "and"}, {"logical_or", "or"}, {"logical_xor", "xor"}} {
		k.table.rows = append(k.table.rows, alias(a[0], ew{ewk: k.ewk, op: "bitwise_" + a[1], types: []string{"bb->b"}}, "??->?"))
	}
	k.unary("logical_not", func() { c = k.constant(1, 1) }, func(x, to Op) { k.xor(c, x, to) }, '?')
	k.table.rows = append(k.table.rows, alias("invert", ew{ewk: k.ewk, op: "logical_not", types: []string{"?->?"}}))
}

// extremum is the larger or the smaller one.
func (k ints) extremum(larger bool) step2 {
	return func(x, from, to Op) {
		if k.size < 8 || k.wide {
			var f instr
			switch {
			case larger && k.kind == 'i':
				f = bySize(k.size, VPMAXSB, VPMAXSW, VPMAXSD, VPMAXSQ)
			case larger:
				f = bySize(k.size, VPMAXUB, VPMAXUW, VPMAXUD, VPMAXUQ)
			case k.kind == 'i':
				f = bySize(k.size, VPMINSB, VPMINSW, VPMINSD, VPMINSQ)
			default:
				f = bySize(k.size, VPMINUB, VPMINUW, VPMINUD, VPMINUQ)
			}
			f(from, x, to)
			return
		}
		y, a, b := k.vec(), x, Op(nil)
		if m, ok := from.(Mem); ok {
			k.load(m, y, k.bytes())
		} else {
			y = from.(VecVirtual)
		}
		b = y
		if k.kind == 'u' {
			top := k.constant(1<<63, 8)
			p, q := k.vec(), k.vec()
			k.xor(x, top, p)
			k.xor(y, top, q)
			a, b = p, q
		}
		m := k.vec()
		k.greater(a, b, m)
		if larger {
			VPBLENDVB(m, x, y, to)
		} else {
			VPBLENDVB(m, y, x, to)
		}
	}
}

func (k ints) extrema() {
	for _, o := range []struct {
		name   string
		larger bool
	}{{"maximum", true}, {"minimum", false}} {
		k.binary(o.name, k.extremum(o.larger), k.char)
		e := k.kernel(o.name, "xx->x", k.char)
		k.table.rows = append(k.table.rows, alias("f"+o.name[:3], e))
	}
	e := k.kernel("clip", "xxx->x", k.char)
	e.make = func(in []Mem, to ewTo) {
		x := k.vec()
		k.load(in[0], x, k.bytes())
		k.extremum(true)(x, in[1], x)
		k.extremum(false)(x, in[2], x)
		k.store(x, to, k.bytes())
	}
	e.emit()
}

// shifts by counts beyond the width, which negative ones are too, shift everything out.
func (k ints) shifts(u ints) {
	switch {
	case k.size == 1 || k.size == 2 && !k.wide:
		return
	case k.wide:
		k.binary("left_shift", func(x, y, to Op) { bySize(k.size, nil, VPSLLVW, VPSLLVD, VPSLLVQ)(y, x, to) }, k.both()...)
		k.binary("right_shift", func(x, y, to Op) { bySize(k.size, nil, VPSRAVW, VPSRAVD, VPSRAVQ)(y, x, to) }, k.char)
		u.binary("right_shift", func(x, y, to Op) { bySize(k.size, nil, VPSRLVW, VPSRLVD, VPSRLVQ)(y, x, to) }, u.char)
		return
	}
	k.binary("left_shift", func(x, y, to Op) { bySize(k.size, nil, nil, VPSLLVD, VPSLLVQ)(y, x, to) }, k.both()...)
	u.binary("right_shift", func(x, y, to Op) { bySize(k.size, nil, nil, VPSRLVD, VPSRLVQ)(y, x, to) }, u.char)
	k.binary("right_shift", func(x, y, to Op) {
		if k.size == 4 {
			VPSRAVD(y, x, to)
			return
		}
		m := k.vec() // shift what is not negative, and turn the others round before and after
		z := k.zero()
		k.greater(z, x, m)
		k.xor(x, m, to)
		VPSRLVQ(y, to, to)
		k.xor(to, m, to)
	}, k.char)
}
