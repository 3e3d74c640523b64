package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// delimit is the kernels that find the bytes which cut delimited text.
func delimit() {
	for _, wide := range []bool{true, false} {
		name := "delimit256"
		if wide {
			name = "delimit512"
		}
		TEXT(name, NOSPLIT, "func(out *uint64, text *byte, n int, sep, quote uint64) uint64")
		Pragma("noescape")
		Doc(name+" writes four words for each of n runs of 64 bytes: where separators and line feeds are, line feeds, quotes, carriage returns. The result is",
			"not zero if a byte is not ASCII.")
		out, text := Load(Param("out"), GP64()), Load(Param("text"), GP64())
		n := Load(Param("n"), GP64())
		regs := ymm
		if wide {
			regs = zmm
		}
		sep, quote, feed, back := regs[0], regs[1], regs[2], regs[3]
		spread := func(g Register, v VecPhysical) {
			MOVQ(g, v.AsX())
			VPBROADCASTB(v.AsX(), v)
		}
		spread(Load(Param("sep"), GP64()), sep)
		spread(Load(Param("quote"), GP64()), quote)
		c := GP64()
		MOVQ(U32('\n'), c)
		spread(c, feed)
		MOVQ(U32('\r'), c)
		spread(c, back)
		high := GP64()
		XORQ(high, high)
		TESTQ(n, n)
		JLE(LabelRef(name + "_end"))
		Label(name + "_loop")
		if wide {
			delimitWide(out, text, high)
		} else {
			delimitHalves(out, text, high)
		}
		ADDQ(Imm(64), text)
		ADDQ(Imm(32), out)
		DECQ(n)
		JNZ(LabelRef(name + "_loop"))
		Label(name + "_end")
		VZEROUPPER()
		Store(high, ReturnIndex(0))
		RET()
	}
	delimited()
}

// delimitWide is one run of 64 bytes in one register.
func delimitWide(out, text, high Register) {
	v, bits := zmm[4], GP64()
	VMOVDQU64(Mem{Base: text}, v)
	VPCMPEQB(zmm[0], v, K1)
	VPCMPEQB(zmm[2], v, K2)
	VPCMPEQB(zmm[1], v, K3)
	VPCMPEQB(zmm[3], v, K4)
	KORQ(K1, K2, K1)
	for i, k := range []Register{K1, K2, K3, K4} {
		KMOVQ(k, Mem{Base: out, Disp: 8 * i})
	}
	VPMOVB2M(v, K5)
	KMOVQ(K5, bits)
	ORQ(bits, high)
}

// delimitHalves is one run of 64 bytes in two registers.
func delimitHalves(out, text, high Register) {
	lo, hi, t, s := ymm[4], ymm[5], ymm[6], ymm[7]
	a, b := GP64(), GP64()
	VMOVDQU(Mem{Base: text}, lo)
	VMOVDQU(Mem{Base: text, Disp: 32}, hi)
	word := func() {
		VPMOVMSKB(t, a.As32())
		VPMOVMSKB(s, b.As32())
		SHLQ(Imm(32), b)
		ORQ(b, a)
	}
	for i, v := range []VecPhysical{ymm[0], ymm[2], ymm[1], ymm[3]} {
		VPCMPEQB(v, lo, t)
		VPCMPEQB(v, hi, s)
		if i == 0 {
			m := ymm[8]
			VPCMPEQB(ymm[2], lo, m)
			VPOR(m, t, t)
			VPCMPEQB(ymm[2], hi, m)
			VPOR(m, s, s)
		}
		word()
		MOVQ(a, Mem{Base: out, Disp: 8 * i})
	}
	VPOR(lo, hi, t)
	VPMOVMSKB(t, a.As32())
	ORQ(a, high)
}

// delimited is the kernel that writes places of marked bytes.
func delimited() {
	const name = "delimited512"
	TEXT(name, NOSPLIT, "func(out *uint32, marks *uint64, n int, at uint64) int")
	Pragma("noescape")
	Doc(name+" writes the places of the bits of the first of each four words to out, those of the first word counted from at, and says how many.",
		"It may write 64 bytes behind the last.")
	out, marks := Load(Param("out"), GP64()), Load(Param("marks"), GP64())
	n, at := Load(Param("n"), GP64()), Load(Param("at"), GP64())
	start, step := GP64(), GP64()
	MOVQ(out, start)
	places, next := zmm[0], zmm[1]
	t := GLOBL("upwards32", RODATA|NOPTR)
	for i := range 16 {
		DATA(4*i, U32(i))
	}
	VPBROADCASTD(at.(GPVirtual).As32(), places)
	VPADDD(t, places, places)
	MOVQ(U32(16), step)
	VPBROADCASTD(step.(GPVirtual).As32(), next)
	Label("loop")
	DECQ(n)
	JL(LabelRef("end"))
	word := GP64()
	MOVQ(Mem{Base: marks}, word)
	ADDQ(Imm(32), marks)
	for i := range 4 {
		c, v := GP64(), zmm[2+i]
		KMOVW(word.As32(), K1)
		MOVWQZX(word.As16(), c)
		POPCNTQ(c, c)
		VPCOMPRESSD_Z(places, K1, v)
		VPADDD(next, places, places)
		VMOVDQU64(v, Mem{Base: out})
		LEAQ(Mem{Base: out, Index: c, Scale: 4}, out)
		if i < 3 {
			SHRQ(Imm(16), word)
		}
	}
	JMP(LabelRef("loop"))
	Label("end")
	SUBQ(start, out)
	SHRQ(Imm(2), out)
	VZEROUPPER()
	Store(out, ReturnIndex(0))
	RET()
}
