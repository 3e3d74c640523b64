package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// find looks for the first element that is equal to a value or, of floats, NaN.
func (l strand) find() {
	name := l.label("find", "")
	TEXT(name, NOSPLIT, "func(x *byte, n int, value uint64) int")
	Pragma("noescape")
	doc := name + " is the place of the first of n elements with these bits, -1 where there is none."
	if l.float {
		doc = name + " is the place of the first of n elements that is equal to value or NaN, -1 where there is none."
	}
	if !l.wide {
		doc += " n is a multiple of the lanes of a vector."
	}
	Doc(doc)
	x, n := Load(Param("x"), GP64()), Load(Param("n"), GP64())
	value := Load(Param("value"), GP64())
	regs := zmm
	if !l.wide {
		regs = ymm
	}
	v, t := regs[0], regs[1]
	if l.wide {
		VMOVQ(value, v.AsX())
	} else {
		VMOVQ(value, v.AsX())
	}
	switch l.size {
	case 8:
		VPBROADCASTQ(v.AsX(), v)
	case 4:
		VPBROADCASTD(v.AsX(), v)
	case 2:
		VPBROADCASTW(v.AsX(), v)
	default:
		VPBROADCASTB(v.AsX(), v)
	}
	at, bits := GP64(), GP64()
	XORQ(at, at)
	CMPQ(n, Imm(uint64(l.lanes())))
	JLT(LabelRef(name + "_rest"))
	Label(name + "_loop")
	if l.wide {
		l.equal(Mem{Base: x}, v, K1)
		KMOVQ(K1, bits)
	} else {
		l.equal(Mem{Base: x}, v, t)
		if l.size == 8 {
			VMOVMSKPD(t, bits.As32())
		} else if l.size == 4 {
			VMOVMSKPS(t, bits.As32())
		} else {
			VPMOVMSKB(t, bits.As32())
		}
	}
	TESTQ(bits, bits)
	JNE(LabelRef(name + "_found"))
	ADDQ(Imm(uint64(l.bytes())), x)
	ADDQ(Imm(uint64(l.lanes())), at)
	SUBQ(Imm(uint64(l.lanes())), n)
	CMPQ(n, Imm(uint64(l.lanes())))
	JGE(LabelRef(name + "_loop"))
	Label(name + "_rest")
	if l.wide {
		TESTQ(n, n)
		JLE(LabelRef(name + "_none"))
		l.first(n)
		VPXORQ(t, t, t)
		l.loadMasked(Mem{Base: x}, K1, t)
		l.equal(t, v, K2)
		KANDQ(K1, K2, K2)
		KMOVQ(K2, bits)
		TESTQ(bits, bits)
		JNE(LabelRef(name + "_found"))
	}
	Label(name + "_none")
	VZEROUPPER()
	MOVQ(I32(-1), at)
	Store(at, ReturnIndex(0))
	RET()
	Label(name + "_found")
	TZCNTQ(bits, bits)
	if !l.wide && l.size == 2 {
		SHRQ(Imm(1), bits)
	}
	ADDQ(bits, at)
	VZEROUPPER()
	Store(at, ReturnIndex(0))
	RET()
}

// equal compares: floats as equal or unordered.
func (l strand) equal(x, y Op, to Register) {
	switch {
	case l.float && l.size == 8:
		VCMPPD(Imm(8), x, y, to)
	case l.float:
		VCMPPS(Imm(8), x, y, to)
	case l.size == 8:
		VPCMPEQQ(x, y, to)
	case l.size == 4:
		VPCMPEQD(x, y, to)
	case l.size == 2:
		VPCMPEQW(x, y, to)
	default:
		VPCMPEQB(x, y, to)
	}
}

// denan copies floats with another number in place of NaN, and counts the NaN.
func (l strand) denan() {
	name := l.label("denan", "")
	TEXT(name, NOSPLIT, "func(out *byte, x *byte, n int, by uint64) int")
	Pragma("noescape")
	doc := name + " copies n elements, by in place of NaN, and counts these."
	if !l.wide {
		doc += " n is a multiple of the lanes of a vector."
	}
	Doc(doc)
	out, x := Load(Param("out"), GP64()), Load(Param("x"), GP64())
	n, by := Load(Param("n"), GP64()), Load(Param("by"), GP64())
	regs := zmm
	if !l.wide {
		regs = ymm
	}
	b, v, t := regs[0], regs[1], regs[2]
	VMOVQ(by, b.AsX())
	if l.size == 8 {
		VPBROADCASTQ(b.AsX(), b)
	} else {
		VPBROADCASTD(b.AsX(), b)
	}
	count, bits := GP64(), GP64()
	XORQ(count, count)
	TESTQ(n, n)
	JLE(LabelRef(name + "_end"))
	Label(name + "_loop")
	if l.wide {
		l.first(n)
		if l.size == 8 {
			VMOVDQU64_Z(Mem{Base: x}, K1, v)
			VCMPPD(Imm(3), v, v, K2)
			VMOVDQU64(b, K2, v)
			KMOVB(K2, bits.As32())
		} else {
			VMOVDQU32_Z(Mem{Base: x}, K1, v)
			VCMPPS(Imm(3), v, v, K2)
			VMOVDQU32(b, K2, v)
			KMOVW(K2, bits.As32())
		}
		l.storeMasked(v, K1, Mem{Base: out})
	} else {
		VMOVDQU(Mem{Base: x}, v)
		l.unordered(v, v, t)
		if l.size == 8 {
			VBLENDVPD(t, b, v, v)
		} else {
			VBLENDVPS(t, b, v, v)
		}
		VMOVDQU(v, Mem{Base: out})
		if l.size == 8 {
			VMOVMSKPD(t, bits.As32())
		} else {
			VMOVMSKPS(t, bits.As32())
		}
	}
	POPCNTQ(bits, bits)
	ADDQ(bits, count)
	ADDQ(Imm(uint64(l.bytes())), x)
	ADDQ(Imm(uint64(l.bytes())), out)
	SUBQ(Imm(uint64(l.lanes())), n)
	JG(LabelRef(name + "_loop"))
	Label(name + "_end")
	VZEROUPPER()
	Store(count, ReturnIndex(0))
	RET()
}
