package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// missing is the kernel that counts NaNs with AVX2. There is none for AVX-512: as written, it is as fast as
// the first-level cache.
func missing() {
	TEXT("missing256d", NOSPLIT, "func(p *byte, n int) int")
	Pragma("noescape")
	Doc("missing256d is how many of n float64s at p, a multiple of 16 above zero, are NaN.")
	p, n := Load(Param("p"), GP64()), Load(Param("n"), GP64())
	sums := ymm[:4]
	for _, s := range sums {
		VPXOR(s, s, s)
	}
	Label("loop")
	for i, s := range sums {
		v := ymm[4+i]
		VMOVUPD(Mem{Base: p, Disp: 32 * i}, v)
		VCMPPD(Imm(3), v, v, v) // all bits set where it is unordered
		VPSUBQ(v, s, s)
	}
	ADDQ(U32(128), p)
	SUBQ(Imm(16), n)
	JNZ(LabelRef("loop"))
	for _, s := range sums[1:] {
		VPADDQ(s, sums[0], sums[0])
	}
	high, total := ymm[4], GP64()
	VEXTRACTI128(Imm(1), sums[0], high.AsX())
	VPADDQ(high.AsX(), sums[0].AsX(), high.AsX())
	VPSHUFD(Imm(0xee), high.AsX(), sums[1].AsX())
	VPADDQ(sums[1].AsX(), high.AsX(), high.AsX())
	VMOVQ(high.AsX(), total)
	Store(total, ReturnIndex(0))
	VZEROUPPER()
	RET()
}
