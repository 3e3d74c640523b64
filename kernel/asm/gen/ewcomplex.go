package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// ewcomplex is the arithmetic of complex numbers, pairs of floats: each operation of the definition is
// rounded by itself.
func ewcomplex(t *ewTable) {
	for _, wide := range []bool{false, true} {
		for _, c := range []string{"Dd", "Ff"} {
			f := floats{ewk{wide, t}, lanes[c[1]], false}
			z := complexes{f, lanes[c[0]]}
			z.binary("add", f.add)
			z.binary("subtract", f.subtract)
			z.binary("multiply", z.multiply)
			z.unary("square", nil, func(x VecVirtual) { z.multiply(x, x, x) })
			var sign VecVirtual
			z.unary("negative", func() { sign = f.constant(f.sign(), f.size) }, func(x VecVirtual) { f.xor(sign, x, x) })
			z.unary("conjugate", func() { sign = z.upper(f.sign()) }, func(x VecVirtual) { f.xor(sign, x, x) })
		}
	}
}

type complexes struct {
	floats
	whole lane
}

// upper is a register with v in every imaginary part and zero in every real part.
func (z complexes) upper(v uint64) VecVirtual {
	if z.size == 4 {
		return z.constant(v<<32, 8)
	}
	a := z.constant(v, 8)
	none := z.zero()
	VUNPCKLPD(a, none, a)
	return a
}

func (z complexes) kernelOf(op, form string) ew {
	e := ew{ewk: z.ewk, op: op, types: []string{typed(form, z.whole.char)}, out: z.whole.size, step: z.bytes() / z.whole.size, stream: true}
	for i := 0; form[i] != '-'; i++ {
		e.in = append(e.in, z.whole.size)
	}
	return e
}

func (z complexes) binary(op string, step step2) {
	e := z.kernelOf(op, "xx->x")
	e.make = func(in []Mem, to ewTo) {
		x, y := z.vec(), z.vec()
		z.load(in[0], x, z.bytes())
		z.load(in[1], y, z.bytes())
		step(x, y, x)
		z.store(x, to, z.bytes())
	}
	e.emit()
}

func (z complexes) unary(op string, init func(), step func(x VecVirtual)) {
	e := z.kernelOf(op, "x->x")
	e.init = init
	e.make = func(in []Mem, to ewTo) {
		x := z.vec()
		z.load(in[0], x, z.bytes())
		step(x)
		z.store(x, to, z.bytes())
	}
	e.emit()
}

// multiply is ac-bd and ad+bc: x times the real parts of y, and x turned round times the imaginary ones.
func (z complexes) multiply(x, y, to Op) {
	re, im, turned := z.vec(), z.vec(), z.vec()
	if z.size == 8 {
		VMOVDDUP(y, re)
		if z.wide {
			VPERMILPD(U8(0xff), y, im)
			VPERMILPD(U8(0x55), x, turned)
		} else {
			VPERMILPD(U8(0x0f), y, im)
			VPERMILPD(U8(0x05), x, turned)
		}
	} else {
		VMOVSLDUP(y, re)
		VMOVSHDUP(y, im)
		VPERMILPS(U8(0xb1), x, turned)
	}
	z.floats.multiply(x, re, re)
	z.floats.multiply(turned, im, im)
	if !z.wide {
		if z.size == 8 {
			VADDSUBPD(im, re, to)
		} else {
			VADDSUBPS(im, re, to)
		}
		return
	}
	even, m := K(), GP32()
	MOVL(U32(0x5555), m)
	KMOVW(m, even)
	sum := z.vec()
	z.add(re, im, sum)
	z.pack(VSUBPD, VSUBPS)(im, re, even, sum)
	VMOVDQU64(sum, to)
}
