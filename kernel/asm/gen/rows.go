package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// rows folds rows into one, column by column, in order. With AVX2 only whole vectors are done.
func (f folder) rows() {
	if f.picks() && !f.wins() && !f.wide {
		return
	}
	name := f.label("rows", f.op)
	TEXT(name, NOSPLIT, "func(acc *byte, x *byte, n int, rows int, stride int)")
	Pragma("noescape")
	doc := name + " folds rows of n elements, stride bytes apart, into acc, the first row first."
	if !f.wide {
		doc += " n is a multiple of the lanes of a vector."
	}
	Doc(doc)
	acc, x := Load(Param("acc"), GP64()), Load(Param("x"), GP64())
	n, rows, stride := Load(Param("n"), GP64()), Load(Param("rows"), GP64()), Load(Param("stride"), GP64())
	regs := zmm
	if !f.wide {
		regs = ymm
	}
	a := regs[:4]
	e := exact{f, regs[4], regs[5], regs[6], regs[7]}
	e.prepare()
	p, r := GP64(), GP64()
	strip := func(label string, k int, masked bool) {
		for i, v := range a[:k] {
			m := Mem{Base: acc, Disp: f.bytes() * i}
			if masked {
				f.loadMasked(m, K1, v)
			} else {
				f.get(m, v)
			}
		}
		MOVQ(x, p)
		MOVQ(rows, r)
		Label(label)
		for i, v := range a[:k] {
			m := Mem{Base: p, Disp: f.bytes() * i}
			if masked {
				f.loadMasked(m, K1, e.hold)
				e.step(e.hold, v)
			} else {
				e.step(m, v)
			}
		}
		ADDQ(stride, p)
		DECQ(r)
		JNE(LabelRef(label))
		for i, v := range a[:k] {
			m := Mem{Base: acc, Disp: f.bytes() * i}
			if masked {
				f.storeMasked(v, K1, m)
			} else {
				f.put(v, m)
			}
		}
		ADDQ(U32(uint32(k*f.bytes())), x)
		ADDQ(U32(uint32(k*f.bytes())), acc)
		SUBQ(U32(uint32(k*f.lanes())), n)
	}
	four := U32(uint32(4 * f.lanes()))
	CMPQ(n, four)
	JLT(LabelRef(name + "_rest"))
	Label(name + "_strip")
	strip(name+"_row", 4, false)
	CMPQ(n, four)
	JGE(LabelRef(name + "_strip"))
	Label(name + "_rest")
	TESTQ(n, n)
	JLE(LabelRef(name + "_end"))
	Label(name + "_one")
	if f.wide {
		f.first(n)
	}
	strip(name+"_part", 1, f.wide)
	JG(LabelRef(name + "_one"))
	Label(name + "_end")
	VZEROUPPER()
	RET()
}

// exact is a fold element by element: NaN and the signs of zeros are settled.
type exact struct {
	folder
	hold, t, u, c VecPhysical
}

// prepare fills the constant.
func (e exact) prepare() {
	switch {
	case e.wins() && e.wide:
		e.constant(e.repeat(e.nan()), e.c)
	case e.flips():
		e.constant(1<<63, e.c)
	}
}

func (e exact) step(x Op, a VecPhysical) {
	switch {
	case e.flips():
		VPXOR(x, e.c, e.hold)
		VPXOR(a, e.c, e.u)
		if e.down() {
			VPCMPGTQ(e.hold, e.u, e.t)
		} else {
			VPCMPGTQ(e.u, e.hold, e.t)
		}
		VBLENDVPD(e.t, x, a, a)
	case e.wins() && e.wide:
		e.load(x)
		if e.size == 8 {
			VCMPPD(Imm(3), e.hold, a, K2)
		} else {
			VCMPPS(Imm(3), e.hold, a, K2)
		}
		e.folder.step(e.hold, a, e.t)
		if e.size == 8 {
			VMOVAPD(e.c, K2, a)
		} else {
			VMOVAPS(e.c, K2, a)
		}
	case e.wins():
		// x and y are equal, or one is NaN, where it matters which operand is the second one: both orders,
		// joined, settle it
		e.load(x)
		if !e.down() {
			e.unordered(e.hold, a, e.u)
		}
		e.floatPick(e.hold, a, e.t)
		e.floatPick(a, e.hold, a)
		if e.down() {
			VORPD(e.t, a, a)
		} else {
			VANDPD(e.t, a, a)
			VORPD(e.u, a, a)
		}
	case e.size == 8 && !e.wide && !e.arithmetic():
		e.load(x)
		e.folder.step(e.hold, a, e.t)
	default:
		e.folder.step(x, a, e.t)
	}
}

// load brings x to a register.
func (e exact) load(x Op) {
	if m, ok := x.(Mem); ok {
		e.get(m, e.hold)
	}
}
