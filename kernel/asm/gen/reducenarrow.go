package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func (f folder) narrowSums(name string) {
	out, x := Load(Param("out"), GP64()), Load(Param("x"), GP64())
	w, l := Load(Param("w"), GP64()), Load(Param("l"), GP64())
	k := f.partials()
	acc := ymm[:k]
	frame := AllocLocal(32 * k)
	id := f.data(name, f.identity())
	n, i, r := GP64(), GP64(), GP64()
	Label(name + "_run")
	for _, a := range acc {
		VBROADCASTSD(id, a)
	}
	MOVQ(l, n)
	SUBQ(Imm(64), n)
	JLT(LabelRef(name + "_rest"))
	Label(name + "_loop")
	for j, a := range acc {
		f.step(Mem{Base: x, Disp: 32 * j}, a, nil)
	}
	ADDQ(U32(uint32(32*k)), x)
	SUBQ(Imm(64), n)
	JGE(LabelRef(name + "_loop"))
	Label(name + "_rest")
	ADDQ(Imm(64), n)
	JE(LabelRef(name + "_fold"))
	for j, a := range acc {
		VMOVDQU(a, frame.Offset(32*j))
	}
	XORQ(i, i)
	Label(name + "_one")
	at := Mem{Base: frame.Base, Disp: frame.Disp, Index: i, Scale: uint8(f.size)}
	switch {
	case !f.float:
		MOVQ(Mem{Base: x}, r)
		ADDQ(r, at)
	case f.size == 8:
		VMOVSD(at, X0)
		if f.op == "Add" {
			VADDSD(Mem{Base: x}, X0, X0)
		} else {
			VMULSD(Mem{Base: x}, X0, X0)
		}
		VMOVSD(X0, at)
	default:
		VMOVSS(at, X0)
		if f.op == "Add" {
			VADDSS(Mem{Base: x}, X0, X0)
		} else {
			VMULSS(Mem{Base: x}, X0, X0)
		}
		VMOVSS(X0, at)
	}
	ADDQ(Imm(uint64(f.size)), x)
	INCQ(i)
	CMPQ(i, n)
	JLT(LabelRef(name + "_one"))
	for j, a := range acc {
		VMOVDQU(frame.Offset(32*j), a)
	}
	Label(name + "_fold")
	for h := k / 2; h > 0; h /= 2 {
		for j := range h {
			f.step(acc[j+h], acc[j], nil)
		}
	}
	f.foldLow(acc[0], acc[1], acc[2])
	f.storeOne(acc[0], out)
	ADDQ(Imm(uint64(f.size)), out)
	DECQ(w)
	JNE(LabelRef(name + "_run"))
	VZEROUPPER()
	RET()
}

func (f folder) narrowPicks(name string) {
	out, x := Load(Param("out"), GP64()), Load(Param("x"), GP64())
	w, l := Load(Param("w"), GP64()), Load(Param("l"), GP64())
	acc, tmp, t, nan, id, sign := ymm[:4], ymm[4:8], ymm[8], ymm[9], ymm[10], ymm[11]
	f.constant(f.identity(), id)
	if f.flips() {
		f.constant(1<<63, sign)
	}
	n, r := GP64(), GP64()
	get := func(m Mem, v VecPhysical) {
		VMOVDQU(m, v)
		if f.flips() {
			VPXOR(sign, v, v)
		}
	}
	see := func(x, y VecPhysical) {
		if f.wins() {
			f.unordered(x, y, t)
			VPOR(t, nan, nan)
		}
	}
	Label(name + "_run")
	for _, a := range acc {
		VMOVDQA(id, a)
	}
	if f.wins() {
		VPXOR(nan, nan, nan)
	}
	MOVQ(l, n)
	SUBQ(U32(uint32(4*f.lanes())), n)
	JLT(LabelRef(name + "_rest"))
	Label(name + "_loop")
	for i, a := range acc {
		get(Mem{Base: x, Disp: 32 * i}, tmp[i])
		f.step(tmp[i], a, t)
		if i%2 == 1 {
			see(tmp[i], tmp[i-1])
		}
	}
	ADDQ(U32(128), x)
	SUBQ(U32(uint32(4*f.lanes())), n)
	JGE(LabelRef(name + "_loop"))
	Label(name + "_rest")
	ADDQ(U32(uint32(4*f.lanes())), n)
	Label(name + "_vector")
	SUBQ(Imm(uint64(f.lanes())), n)
	JLT(LabelRef(name + "_last"))
	get(Mem{Base: x}, tmp[0])
	f.step(tmp[0], acc[0], t)
	see(tmp[0], tmp[0])
	ADDQ(Imm(32), x)
	JMP(LabelRef(name + "_vector"))
	Label(name + "_last") // the last vector once more, so far as it goes back: picking twice is picking once
	ADDQ(Imm(uint64(f.lanes())), n)
	LEAQ(Mem{Base: x, Index: n, Scale: uint8(f.size)}, x)
	get(Mem{Base: x, Disp: -32}, tmp[0])
	f.step(tmp[0], acc[1], t)
	see(tmp[0], tmp[0])
	f.step(acc[1], acc[0], t)
	f.step(acc[3], acc[2], t)
	f.step(acc[2], acc[0], t)
	f.foldLow(acc[0], acc[1], t)
	if f.wins() {
		VPTEST(nan, nan)
		JE(LabelRef(name + "_store"))
		MOVQ(U64(f.nan()), r)
		VMOVQ(r, X0)
		Label(name + "_store")
	}
	if f.flips() {
		VPXOR(sign.AsX(), X0, X0)
	}
	f.storeOne(acc[0], out)
	ADDQ(Imm(uint64(f.size)), out)
	DECQ(w)
	JNE(LabelRef(name + "_run"))
	VZEROUPPER()
	RET()
}
