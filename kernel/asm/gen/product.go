package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// producing is products of floats whose exponents are added up apart, so that none of them overflows. The
// product of the mantissas is two doubles, the second of which takes what rounding takes from the first
// (Graillat, Accurate floating point product and exponentiation, 2009); now and then they are brought back to
// a first one from 1 to 2.
func producing() {
	for _, wide := range []bool{true, false} {
		for _, e := range elems[:2] {
			producerOf(wide, e).runs()
			producerOf(wide, e).rows()
			if wide {
				turner{summer{strand: strand{wide, e}}}.runs()
			}
		}
		producerOf(wide, elems[0]).join()
	}
}

// A producer has three registers for each of vecs vectors of products: both halves, and the exponents as
// doubles.
type producer struct {
	summer
	vecs int
}

func producerOf(wide bool, e elem) producer {
	p := producer{summer{strand: strand{wide, e}}, 2}
	if wide {
		p.vecs = 4
	}
	return p
}

// steps is how many numbers a product takes in before it is brought back.
const steps = 64

func (p producer) high(i int) VecPhysical { return p.regs()[i] }
func (p producer) low(i int) VecPhysical  { return p.regs()[p.vecs+i] }
func (p producer) exp(i int) VecPhysical  { return p.regs()[2*p.vecs+i] }

func (p producer) temp(i int) []VecPhysical {
	if !p.wide {
		i = 0
	}
	return p.regs()[3*p.vecs+3*i : 3*p.vecs+3*i+3]
}

// The constants of AVX2: bits of exponents, 2^52 and that and 1023, the exponents that make 1 with those of a
// number, one step of an exponent, and the flag, whose signs tell of numbers that are zero, denormal or not
// finite. Both widths have 1.0.
func (p producer) unit() VecPhysical {
	if p.wide {
		return zmm[31]
	}
	return ymm[10]
}

func (p producer) begin() {
	p.constant(0x3ff0000000000000, p.unit())
	if !p.wide {
		p.constant(0x7ff0000000000000, ymm[9])
		p.constant(0x4330000000000000, ymm[11])
		p.constant(0x4330000000000000+1023, ymm[12])
		p.constant(0x7fe0000000000000, ymm[13])
		p.constant(1<<52, ymm[15])
	}
}

func (p producer) fresh() {
	if !p.wide {
		p.zero(ymm[14])
	}
}

// take multiplies product i by t[0].
func (p producer) take(i int, t []VecPhysical) {
	h, l, x := p.high(i), p.low(i), p.exp(i)
	if p.wide {
		VGETEXPPD(t[0], t[1])
		VADDPD(t[1], x, x)
		VGETMANTPD(Imm(0), t[0], t[0])
	} else {
		VPAND(ymm[9], t[0], t[1])
		VPADDQ(ymm[15], t[1], t[2])
		VPOR(t[2], ymm[14], ymm[14])
		VPSUBQ(ymm[15], t[1], t[2])
		VPOR(t[2], ymm[14], ymm[14])
		p.count(t[1], x)
		VPANDN(t[0], ymm[9], t[0])
		VPOR(p.unit(), t[0], t[0])
	}
	VMULPD(t[0], h, t[1])
	VFMSUB213PD(t[1], t[0], h)
	VFMADD213PD(h, t[0], l)
	VMOVAPD(t[1], h)
}

// count adds the exponents of numbers, of which e is the bits, to x, with AVX2.
func (p producer) count(e, x VecPhysical) {
	VPSRLQ(Imm(52), e, e)
	VPOR(ymm[11], e, e)
	VSUBPD(ymm[12], e, e)
	VADDPD(e, x, x)
}

// back makes the first half of product i one from 1 to 2, and the second no more than rounding it takes.
func (p producer) back(i int, t []VecPhysical) {
	h, l, x := p.high(i), p.low(i), p.exp(i)
	VADDPD(h, l, t[0])
	VSUBPD(h, t[0], t[1])
	VSUBPD(t[1], l, l)
	if p.wide {
		VGETEXPPD(t[0], t[1])
		VADDPD(t[1], x, x)
		VGETMANTPD(Imm(0), t[0], h)
		VXORPD(t[2], t[2], t[2])
		VSUBPD(t[1], t[2], t[2])
		VSCALEFPD(t[2], l, l)
		return
	}
	VPAND(ymm[9], t[0], t[1])
	VPSUBQ(t[1], ymm[13], t[2])
	VMULPD(t[2], t[0], h)
	VMULPD(t[2], l, l)
	p.count(t[1], x)
}

// meet multiplies product i by product k.
func (p producer) meet(i, k int, t []VecPhysical) {
	h, l, x := p.high(i), p.low(i), p.exp(i)
	VMULPD(p.high(k), h, t[1])
	VMOVAPD(h, t[2])
	VFMSUB213PD(t[1], p.high(k), t[2])
	VFMADD231PD(p.low(k), h, t[2])
	VFMADD231PD(p.high(k), l, t[2])
	VMOVAPD(t[1], h)
	VMOVAPD(t[2], l)
	VADDPD(p.exp(k), x, x)
}

// turn multiplies the lanes of product 0, turned by how, by those that are there.
func (p producer) turn(how func(v, to VecPhysical)) {
	how(p.high(0), p.high(1))
	how(p.low(0), p.low(1))
	how(p.exp(0), p.exp(1))
	p.meet(0, 1, p.temp(0))
}

// over jumps to label where the flag is up.
func (p producer) over(label string) {
	if p.wide {
		return
	}
	t := GP32()
	VMOVMSKPD(ymm[14], t)
	TESTL(t, t)
	JNE(LabelRef(label))
}

func (p producer) runs() {
	name := p.label("product", "")
	TEXT(name, NOSPLIT, "func(st *byte, plane int, x *byte, w int, l int)")
	Pragma("noescape")
	doc := name + " multiplies each of w runs of l floats. The halves of the product of their mantissas and the exponent, as doubles, are plane bytes apart."
	if !p.wide {
		doc += " The whole vectors of a run are done; the exponent is NaN where one of their floats is zero, denormal or not finite."
	}
	Doc(doc)
	out, plane, x := Load(Param("st"), GP64()), Load(Param("plane"), GP64()), Load(Param("x"), GP64())
	w, l := Load(Param("w"), GP64()), Load(Param("l"), GP64())
	n, next, k := GP64(), GP64(), GP64()
	lanes := p.at()
	step := p.size * lanes
	all := Imm(uint64(p.vecs * lanes))
	p.begin()
	Label(name + "_run")
	for i := range p.vecs {
		VMOVAPD(p.unit(), p.high(i))
		p.zero(p.low(i))
		p.zero(p.exp(i))
	}
	p.fresh()
	LEAQ(Mem{Base: x, Index: l, Scale: uint8(p.size)}, next)
	MOVQ(l, n)
	if !p.wide {
		ANDQ(I8(-4), n)
	}
	Label(name + "_block")
	MOVQ(U32(steps), k)
	SUBQ(all, n)
	JLT(LabelRef(name + "_rest"))
	Label(name + "_loop")
	for i := range p.vecs {
		t := p.temp(i)
		p.load(Mem{Base: x, Disp: step * i}, t[0])
		p.take(i, t)
	}
	ADDQ(U32(uint32(p.vecs*step)), x)
	DECQ(k)
	JE(LabelRef(name + "_back"))
	SUBQ(all, n)
	JGE(LabelRef(name + "_loop"))
	Label(name + "_rest")
	ADDQ(all, n)
	JE(LabelRef(name + "_fold"))
	for i := range p.vecs {
		t := p.temp(i)
		m := Mem{Base: x, Disp: step * i}
		if p.wide {
			p.first(n)
			VMOVAPD(p.unit(), t[0])
			p.part(m, t[0])
		} else {
			p.load(m, t[0])
		}
		p.take(i, t)
		if i < p.vecs-1 {
			SUBQ(Imm(uint64(lanes)), n)
			JLE(LabelRef(name + "_fold"))
		}
	}
	Label(name + "_fold")
	MOVQ(next, x)
	for i := range p.vecs {
		p.back(i, p.temp(i))
	}
	for h := p.vecs / 2; h > 0; h /= 2 {
		for i := range h {
			p.meet(i, i+h, p.temp(i))
		}
	}
	if p.wide {
		p.turn(func(v, to VecPhysical) { VSHUFF64X2(U8(0x4e), v, v, to) })
		p.turn(func(v, to VecPhysical) { VSHUFF64X2(U8(0xb1), v, v, to) })
	} else {
		p.turn(func(v, to VecPhysical) { VPERM2F128(U8(1), v, v, to) })
	}
	p.turn(func(v, to VecPhysical) { VPERMILPD(U8(0x55), v, to) })
	p.back(0, p.temp(0))
	p.over(name + "_bad")
	Label(name + "_store")
	MOVQ(out, n)
	for i, v := range []VecPhysical{p.high(0), p.low(0), p.exp(0)} {
		if i > 0 {
			ADDQ(plane, n)
		}
		VMOVSD(v.AsX(), Mem{Base: n})
	}
	ADDQ(Imm(8), out)
	DECQ(w)
	JNE(LabelRef(name + "_run"))
	VZEROUPPER()
	RET()
	Label(name + "_back")
	for i := range p.vecs {
		p.back(i, p.temp(i))
	}
	JMP(LabelRef(name + "_block"))
	if !p.wide {
		Label(name + "_bad")
		VPCMPEQD(p.exp(0).AsX(), p.exp(0).AsX(), p.exp(0).AsX())
		JMP(LabelRef(name + "_store"))
	}
}

// move opens or shuts the products of vectors at a column.
func (p producer) move(base, plane, done, at Register, width int, how func(m Mem, v VecPhysical)) {
	LEAQ(Mem{Base: base, Index: done, Scale: 8}, at)
	for i, half := range []func(int) VecPhysical{p.high, p.low, p.exp} {
		if i > 0 {
			ADDQ(plane, at)
		}
		for v := range width {
			how(Mem{Base: at, Disp: p.bytes() * v}, half(v))
		}
	}
}

// rows multiplies products by rows, a strip of columns at a time.
func (p producer) rows() {
	name := p.label("productRows", "")
	TEXT(name, NOSPLIT, "func(st *byte, plane int, x *byte, n int, rows int, stride int) int")
	Pragma("noescape")
	doc := name + " multiplies n products, which are as the function for runs has them, by rows of n floats, stride bytes apart, at most 64, and returns how many it did"
	if p.wide {
		doc += "."
	} else {
		doc += ": those before a strip that has a float that is zero, denormal or not finite, which is left as it was. n is a multiple of 4."
	}
	Doc(doc)
	out, plane, x := Load(Param("st"), GP64()), Load(Param("plane"), GP64()), Load(Param("x"), GP64())
	n, rows, stride := Load(Param("n"), GP64()), Load(Param("rows"), GP64()), Load(Param("stride"), GP64())
	done, at, ptr, k := GP64(), GP64(), GP64(), GP64()
	p.begin()
	XORQ(done, done)
	p.strips(name, p.vecs, n, done, p.fresh, func(label string, width int, masked bool) {
		p.move(out, plane, done, at, width, func(m Mem, v VecPhysical) { p.open(m, v, masked) })
		MOVQ(x, ptr)
		MOVQ(rows, k)
		Label(label)
		for v := range width {
			t := p.temp(v)
			m := Mem{Base: ptr, Disp: p.size * p.at() * v}
			if masked {
				VMOVAPD(p.unit(), t[0])
				p.part(m, t[0])
			} else {
				p.load(m, t[0])
			}
			p.take(v, t)
		}
		ADDQ(stride, ptr)
		DECQ(k)
		JNE(LabelRef(label))
		p.over(name + "_end")
		for v := range width {
			p.back(v, p.temp(v))
		}
		p.move(out, plane, done, at, width, func(m Mem, v VecPhysical) { p.shut(v, m, masked) })
		ADDQ(U32(uint32(width*p.size*p.at())), x)
	})
}

// join multiplies products by products.
func (p producer) join() {
	name := p.label("productJoin", "")
	TEXT(name, NOSPLIT, "func(a *byte, b *byte, plane int, n int) int")
	Pragma("noescape")
	doc := name + " multiplies n products by n others, and returns n."
	if !p.wide {
		doc += " n is a multiple of 4."
	}
	Doc(doc)
	a, b := Load(Param("a"), GP64()), Load(Param("b"), GP64())
	plane, n := Load(Param("plane"), GP64()), Load(Param("n"), GP64())
	done, at := GP64(), GP64()
	p.begin()
	XORQ(done, done)
	half := p.vecs / 2
	p.strips(name, half, n, done, p.fresh, func(_ string, width int, masked bool) {
		p.move(a, plane, done, at, width, func(m Mem, v VecPhysical) { p.open(m, v, masked) })
		LEAQ(Mem{Base: b, Index: done, Scale: 8}, at)
		for i, part := range []func(int) VecPhysical{p.high, p.low, p.exp} {
			if i > 0 {
				ADDQ(plane, at)
			}
			for v := range width {
				p.open(Mem{Base: at, Disp: p.bytes() * v}, part(half+v), masked)
			}
		}
		for v := range width {
			p.meet(v, half+v, p.temp(v))
			p.back(v, p.temp(v))
		}
		p.move(a, plane, done, at, width, func(m Mem, v VecPhysical) { p.shut(v, m, masked) })
	})
}
