package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// plain adds float32 to sums that are just one double, which is without error as long as all of them are near
// each other: two subtractions tell.
func (s summer) plain() {
	name := s.label("sumPlain", "")
	TEXT(name, NOSPLIT, "func(s *byte, e *byte, x *byte, w int, l int)")
	Pragma("noescape")
	Doc(name + " adds w runs of l floats, a multiple of 32 and not 0; the second half of a sum is 0, and NaN where the first is not exact.")
	out, rest, x := Load(Param("s"), GP64()), Load(Param("e"), GP64()), Load(Param("x"), GP64())
	w, l, n := Load(Param("w"), GP64()), Load(Param("l"), GP64()), GP64()
	sum, flag := zmm[:vectors], zmm[vectors:2*vectors]
	temp := func(i int) []VecPhysical { return zmm[2*vectors+3*i : 2*vectors+3*i+3] }
	take := func(i int, t []VecPhysical) {
		VADDPD(t[0], sum[i], t[1])
		VSUBPD(sum[i], t[1], t[2])
		VPTERNLOGQ(U8(0xf6), t[0], t[2], flag[i])
		VSUBPD(t[2], t[1], t[2])
		VPTERNLOGQ(U8(0xf6), sum[i], t[2], flag[i])
		VMOVAPD(t[1], sum[i])
	}
	step := 8 * s.size
	Label(name + "_run")
	for i := range vectors {
		s.load(Mem{Base: x, Disp: step * i}, sum[i])
		s.zero(flag[i])
	}
	MOVQ(l, n)
	JMP(LabelRef(name + "_next"))
	Label(name + "_loop")
	for i := range vectors {
		s.load(Mem{Base: x, Disp: step * i}, temp(i)[0])
		take(i, temp(i))
	}
	Label(name + "_next")
	ADDQ(U32(uint32(vectors*step)), x)
	SUBQ(Imm(8*vectors), n)
	JNE(LabelRef(name + "_loop"))
	for i := range vectors / 2 {
		VMOVAPD(sum[i+2], temp(i)[0])
		take(i, temp(i))
	}
	VMOVAPD(sum[1], temp(0)[0])
	take(0, temp(0))
	for _, how := range []func(v, to VecPhysical){
		func(v, to VecPhysical) { VSHUFF64X2(U8(0x4e), v, v, to) },
		func(v, to VecPhysical) { VSHUFF64X2(U8(0xb1), v, v, to) },
		func(v, to VecPhysical) { VPERMILPD(U8(0x55), v, to) },
	} {
		how(sum[0], temp(0)[0])
		take(0, temp(0))
	}
	for _, f := range flag[1:] {
		VPORQ(f, flag[0], flag[0])
	}
	VMOVSD(sum[0].AsX(), Mem{Base: out})
	VXORPD(temp(0)[0].AsX(), temp(0)[0].AsX(), temp(0)[0].AsX())
	VPTESTMQ(flag[0], flag[0], K2)
	KORTESTW(K2, K2)
	JE(LabelRef(name + "_store"))
	VPCMPEQD(temp(0)[0].AsX(), temp(0)[0].AsX(), temp(0)[0].AsX())
	Label(name + "_store")
	VMOVSD(temp(0)[0].AsX(), Mem{Base: rest})
	ADDQ(Imm(8), out)
	ADDQ(Imm(8), rest)
	DECQ(w)
	JNE(LabelRef(name + "_run"))
	VZEROUPPER()
	RET()
}
