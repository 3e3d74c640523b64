package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A turner multiplies complex numbers as a producer does floats, with AVX-512: the halves of both parts and
// an exponent for both.
type turner struct{ summer }

// turners is how many vectors of products are under way.
const turners = 2

// The registers of product i: both parts' first halves, second halves, the exponent; and of temporaries.
func (t turner) state(i int) []VecPhysical { return zmm[5*i : 5*i+5] }
func (t turner) temp(i int) []VecPhysical  { return zmm[10+9*i : 19+9*i] }

const (
	absMax = 11 // of VRANGEPD: the one that is larger without its sign
	unit   = 31 // 1 and 0 in turn
	nought = 30
)

// scale divides vectors by the power of two of the larger of a and b, which x counts; e is spoilt.
func (t turner) scale(a, b, x, e VecPhysical, of ...VecPhysical) {
	VRANGEPD(Imm(absMax), a, b, e)
	VGETEXPPD(e, e)
	VADDPD(e, x, x)
	VSUBPD(e, zmm[nought], e)
	for _, v := range of {
		VSCALEFPD(e, v, v)
	}
}

// part is one part of a product: to = ab-cd, or ab+cd, and more, which may be cl, what rounding takes from it
// and from al·b and cl·d, which are the second halves of a and c. It spoils v.
func (t turner) part(a, al, b, c, cl, d, to, more VecPhysical, minus bool, v []VecPhysical) {
	p, q, ep := v[0], v[1], v[2]
	VMULPD(b, a, p)
	VMOVAPD(a, ep)
	VFMSUB213PD(p, b, ep)
	VMULPD(d, c, q)
	VMOVAPD(c, to)
	VFMSUB213PD(q, d, to) // what q lacks
	if minus {
		VSUBPD(to, ep, ep)
		VSUBPD(q, p, to)
	} else {
		VADDPD(to, ep, ep)
		VADDPD(q, p, to)
	}
	VFMADD231PD(b, al, ep)
	if minus {
		VFNMADD231PD(d, cl, ep)
	} else {
		VFMADD231PD(d, cl, ep)
	}
	// what the sum lacks (Knuth)
	VSUBPD(p, to, more)
	VSUBPD(more, to, v[3])
	VSUBPD(v[3], p, p)
	if minus {
		VADDPD(q, more, q)
		VSUBPD(q, p, p)
	} else {
		VSUBPD(more, q, q)
		VADDPD(q, p, p)
	}
	VADDPD(p, ep, more)
}

// take multiplies product i by v[0] + v[1]i.
func (t turner) take(i int, v []VecPhysical) {
	s := t.state(i)
	re, im := v[0], v[1]
	t.scale(re, im, s[4], v[2], re, im)
	t.both(s, re, im, v)
}

func (t turner) both(s []VecPhysical, re, im VecPhysical, v []VecPhysical) {
	t.part(s[0], s[2], re, s[1], s[3], im, v[2], v[3], true, v[5:9])
	t.part(s[0], s[2], im, s[1], s[3], re, v[4], s[3], false, v[5:9])
	VMOVAPD(v[2], s[0])
	VMOVAPD(v[4], s[1])
	VMOVAPD(v[3], s[2])
}

// back makes the larger part of product i one from 1 to 2.
func (t turner) back(i int, v []VecPhysical) {
	s := t.state(i)
	for k := range 2 {
		VADDPD(s[k], s[2+k], v[k])
		VSUBPD(s[k], v[k], v[2])
		VSUBPD(v[2], s[2+k], s[2+k])
		VMOVAPD(v[k], s[k])
	}
	t.scale(s[0], s[1], s[4], v[0], s[:4]...)
}

// meet multiplies product 0 by product 1.
func (t turner) meet() {
	a, b, v := t.state(0), t.state(1), t.temp(0)
	w := t.temp(1)
	// what the second halves of b give
	VMULPD(b[2], a[0], w[0])
	VFNMADD231PD(b[3], a[1], w[0])
	VMULPD(b[3], a[0], w[1])
	VFMADD231PD(b[2], a[1], w[1])
	t.both(a, b[0], b[1], v)
	VADDPD(w[0], a[2], a[2])
	VADDPD(w[1], a[3], a[3])
	VADDPD(b[4], a[4], a[4])
	t.back(0, v)
}

// pair reads 8 complex numbers, their parts apart, the lanes of K1 and K2 where masked.
func (t turner) pair(base Register, disp int, v []VecPhysical, left Register) {
	for k := range 2 {
		m := Mem{Base: base, Disp: disp + 8*t.size*k}
		if left == nil {
			t.load(m, v[2+k])
			continue
		}
		t.first(left)
		VMOVAPD(zmm[unit], v[2+k])
		t.summer.part(m, v[2+k])
		SUBQ(Imm(8), left)
		t.floor(left)
	}
	VUNPCKLPD(v[3], v[2], v[0])
	VUNPCKHPD(v[3], v[2], v[1])
}

// floor makes what is less than 0 that.
func (t turner) floor(n Register) {
	z := GP64()
	XORQ(z, z)
	TESTQ(n, n)
	CMOVQLT(z, n)
}

func (t turner) runs() {
	name := t.label("turning", "")
	TEXT(name, NOSPLIT, "func(st *byte, x *byte, w int, l int)")
	Pragma("noescape")
	Doc(name + " multiplies each of w runs of l complex numbers. Of a product it writes the parts' first halves, the second ones, and the exponent, one after another; one of them is not finite where a product is zero or not finite.")
	out, x, w, l := Load(Param("st"), GP64()), Load(Param("x"), GP64()), Load(Param("w"), GP64()), Load(Param("l"), GP64())
	n, next, k := GP64(), GP64(), GP64()
	bytes := 16 * t.size
	VXORPD(zmm[nought], zmm[nought], zmm[nought])
	t.constant(0x3ff0000000000000, zmm[unit])
	VUNPCKLPD(zmm[nought], zmm[unit], zmm[unit])
	Label(name + "_run")
	for i := range turners {
		s := t.state(i)
		VUNPCKLPD(zmm[unit], zmm[unit], s[0])
		for _, v := range s[1:] {
			VMOVAPD(zmm[nought], v)
		}
	}
	MOVQ(l, n)
	SHLQ(Imm(1), n)
	LEAQ(Mem{Base: x, Index: n, Scale: uint8(t.size)}, next)
	Label(name + "_block")
	MOVQ(U32(16), k)
	SUBQ(Imm(16*turners), n)
	JLT(LabelRef(name + "_rest"))
	Label(name + "_loop")
	for i := range turners {
		t.pair(x, bytes*i, t.temp(i), nil)
		t.take(i, t.temp(i))
	}
	ADDQ(U32(uint32(turners*bytes)), x)
	DECQ(k)
	JE(LabelRef(name + "_back"))
	SUBQ(Imm(16*turners), n)
	JGE(LabelRef(name + "_loop"))
	Label(name + "_rest")
	ADDQ(Imm(16*turners), n)
	for i := range turners {
		t.pair(x, bytes*i, t.temp(i), n)
		t.take(i, t.temp(i))
	}
	MOVQ(next, x)
	for i := range turners {
		t.back(i, t.temp(i))
	}
	t.meet()
	for _, how := range []func(v, to VecPhysical){
		func(v, to VecPhysical) { VSHUFF64X2(U8(0x4e), v, v, to) },
		func(v, to VecPhysical) { VSHUFF64X2(U8(0xb1), v, v, to) },
		func(v, to VecPhysical) { VPERMILPD(U8(0x55), v, to) },
	} {
		for i, v := range t.state(0) {
			how(v, t.state(1)[i])
		}
		t.meet()
	}
	for i, v := range t.state(0) {
		VMOVSD(v.AsX(), Mem{Base: out, Disp: 8 * i})
	}
	ADDQ(Imm(40), out)
	DECQ(w)
	JNE(LabelRef(name + "_run"))
	VZEROUPPER()
	RET()
	Label(name + "_back")
	for i := range turners {
		t.back(i, t.temp(i))
	}
	JMP(LabelRef(name + "_block"))
}
