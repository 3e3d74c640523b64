package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// unpacking is the kernels that spread packed numbers over lanes, with the bit deposit of BMI2.
func unpacking() {
	TEXT("spread8", NOSPLIT, "func(dst *byte, src *byte, n int, w, mask uint64)")
	Pragma("noescape")
	Doc("spread8 spreads n words, w bytes apart, over the bits of mask.")
	dst, src := Load(Param("dst"), GP64()), Load(Param("src"), GP64())
	n, w, mask := Load(Param("n"), GP64()), Load(Param("w"), GP64()), Load(Param("mask"), GP64())
	x := GP64()
	Label("loop8")
	DECQ(n)
	JL(LabelRef("end8"))
	MOVQ(Mem{Base: src}, x)
	PDEPQ(mask, x, x)
	MOVQ(x, Mem{Base: dst})
	ADDQ(w, src)
	ADDQ(Imm(8), dst)
	JMP(LabelRef("loop8"))
	Label("end8")
	RET()

	TEXT("spread16", NOSPLIT, "func(dst *uint16, src *byte, n int, w, mask uint64)")
	Pragma("noescape")
	Doc("spread16 spreads twice n words, 4 w bits apart, over the bits of mask.")
	dst, src = Load(Param("dst"), GP64()), Load(Param("src"), GP64())
	n, w, mask = Load(Param("n"), GP64()), Load(Param("w"), GP64()), Load(Param("mask"), GP64())
	half, odd, x, y := GP64(), GP64(), GP64(), GP64()
	MOVQ(w, half)
	SHRQ(Imm(1), half)
	MOVQ(w, odd)
	ANDQ(Imm(1), odd)
	SHLQ(Imm(2), odd)
	Label("loop16")
	DECQ(n)
	JL(LabelRef("end16"))
	SHRXQ(odd, Mem{Base: src, Index: half, Scale: 1}, y)
	MOVQ(Mem{Base: src}, x)
	PDEPQ(mask, x, x)
	PDEPQ(mask, y, y)
	MOVQ(x, Mem{Base: dst})
	MOVQ(y, Mem{Base: dst, Disp: 8})
	ADDQ(w, src)
	ADDQ(Imm(16), dst)
	JMP(LabelRef("loop16"))
	Label("end16")
	RET()
}
