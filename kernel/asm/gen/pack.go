package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// pack is what brings operands into panels.
func pack() {
	copyRows()
	transpose8d()
	transpose8s()
	transpose4d()
	fetch()
}

// fetch brings memory nearer before it is used.
func fetch() {
	const name = "fetch"
	TEXT(name, NOSPLIT, "func(p *byte, lines int, rows int, stride int)")
	Pragma("noescape")
	Doc("fetch asks for so many lines of 64 bytes of each of rows, stride bytes apart, for the second-level cache.")
	p, lines := Load(Param("p"), GP64()), Load(Param("lines"), GP64())
	rows, stride := Load(Param("rows"), GP64()), Load(Param("stride"), GP64())
	at, left := GP64(), GP64()
	Label(name + "_row")
	MOVQ(p, at)
	MOVQ(lines, left)
	Label(name + "_line")
	PREFETCHT1(Mem{Base: at})
	ADDQ(Imm(64), at)
	DECQ(left)
	JNZ(LabelRef(name + "_line"))
	ADDQ(stride, p)
	DECQ(rows)
	JNZ(LabelRef(name + "_row"))
	RET()
}

// copyRows512 and copyRows256 copy rows of 192 and of 96 bytes.
func copyRows() {
	for _, w := range []struct {
		name string
		regs []VecPhysical
		size int
	}{{"copyRows192", zmm[:3], 64}, {"copyRows96", ymm[:3], 32}} {
		TEXT(w.name, NOSPLIT, "func(dst *byte, src *byte, stride, n int)")
		Pragma("noescape")
		Doc(w.name + " copies n rows to dst, one after the other; those of src are stride bytes apart.")
		dst, src := Load(Param("dst"), GP64()), Load(Param("src"), GP64())
		stride, n := Load(Param("stride"), GP64()), Load(Param("n"), GP64())
		Label(w.name + "_loop")
		for i, r := range w.regs {
			VMOVUPD(Mem{Base: src, Disp: i * w.size}, r)
		}
		ADDQ(stride, src)
		for i, r := range w.regs {
			VMOVUPD(r, Mem{Base: dst, Disp: i * w.size})
		}
		ADDQ(U32(uint32(3*w.size)), dst)
		DECQ(n)
		JNZ(LabelRef(w.name + "_loop"))
		VZEROUPPER()
		RET()
	}
}

const transposeSig = "func(dst *byte, step int, src *byte, stride, n int)"

// begin loads the parameters of a transposition and gives the places of up to eight rows of src.
func begin(rows int) (dst, dst3, step, n Register, at []Mem, advance func(by ...int)) {
	d, st := Load(Param("dst"), GP64()), Load(Param("step"), GP64())
	s, stride := Load(Param("src"), GP64()), Load(Param("stride"), GP64())
	n = Load(Param("n"), GP64())
	d3 := GP64()
	LEAQ(Mem{Base: st, Index: st, Scale: 2}, d3)
	at, advance = rowsOf(s, stride, nil, rows)
	return d, d3, st, n, at, advance
}

// put writes vectors to dst, step bytes apart, and moves dst behind them.
func put(vs []VecPhysical, dst, step3, step Register) {
	for len(vs) > 0 {
		VMOVUPD(vs[0], Mem{Base: dst})
		VMOVUPD(vs[1], Mem{Base: dst, Index: step, Scale: 1})
		VMOVUPD(vs[2], Mem{Base: dst, Index: step, Scale: 2})
		VMOVUPD(vs[3], Mem{Base: dst, Index: step3, Scale: 1})
		LEAQ(Mem{Base: dst, Index: step, Scale: 4}, dst)
		vs = vs[4:]
	}
}

// transpose8d: blocks of 8 x 8 words of 8 bytes with AVX-512.
func transpose8d() {
	TEXT("transpose512d", NOSPLIT, transposeSig)
	Pragma("noescape")
	Doc("transpose512d writes column j of 8 rows of 8-byte words to dst + j*step, for n columns, a multiple of 8.")
	dst, dst3, step, n, at, advance := begin(8)
	Label("transpose512d_loop")
	w, a, b := zmm[0:8], zmm[8:16], zmm[16:24]
	for i := range w {
		VMOVUPD(at[i], w[i])
	}
	for i := 0; i < 8; i += 2 {
		VUNPCKLPD(w[i+1], w[i], a[i])
		VUNPCKHPD(w[i+1], w[i], a[i+1])
	}
	for h := 0; h < 8; h += 4 {
		for i := range 2 {
			x, y := a[h+i], a[h+i+2]
			VSHUFF64X2(Imm(0x88), y, x, b[h+i])
			VSHUFF64X2(Imm(0xdd), y, x, b[h+i+2])
		}
	}
	for i := range 4 {
		VSHUFF64X2(Imm(0x88), b[4+i], b[i], w[i])
		VSHUFF64X2(Imm(0xdd), b[4+i], b[i], w[4+i])
	}
	put(w, dst, dst3, step)
	advance(64)
	SUBQ(U32(8), n)
	JG(LabelRef("transpose512d_loop"))
	VZEROUPPER()
	RET()
}

// transpose8s: blocks of 8 x 8 words of 4 bytes with AVX2.
func transpose8s() {
	TEXT("transpose256s", NOSPLIT, transposeSig)
	Pragma("noescape")
	Doc("transpose256s writes column j of 8 rows of 4-byte words to dst + j*step, for n columns, a multiple of 8.")
	dst, dst3, step, n, at, advance := begin(8)
	Label("transpose256s_loop")
	w, t := ymm[0:8], ymm[8:16]
	for i := range w {
		VMOVUPS(at[i], w[i])
	}
	for i := 0; i < 8; i += 2 {
		VUNPCKLPS(w[i+1], w[i], t[i])
		VUNPCKHPS(w[i+1], w[i], t[i+1])
	}
	for h := 0; h < 8; h += 4 {
		for i := range 2 {
			x, y := t[h+i], t[h+i+2]
			VUNPCKLPD(y, x, w[h+2*i])
			VUNPCKHPD(y, x, w[h+2*i+1])
		}
	}
	for i := range 4 {
		VPERM2F128(Imm(0x20), w[4+i], w[i], t[i])
		VPERM2F128(Imm(0x31), w[4+i], w[i], t[4+i])
	}
	put(t, dst, dst3, step)
	advance(32)
	SUBQ(U32(8), n)
	JG(LabelRef("transpose256s_loop"))
	VZEROUPPER()
	RET()
}

// transpose4d: blocks of 4 x 4 words of 8 bytes with AVX2.
func transpose4d() {
	TEXT("transpose256d", NOSPLIT, transposeSig)
	Pragma("noescape")
	Doc("transpose256d writes column j of 4 rows of 8-byte words to dst + j*step, for n columns, a multiple of 4.")
	dst, dst3, step, n, at, advance := begin(4)
	Label("transpose256d_loop")
	w, t := ymm[0:4], ymm[4:8]
	for i := range w {
		VMOVUPD(at[i], w[i])
	}
	for i := 0; i < 4; i += 2 {
		VUNPCKLPD(w[i+1], w[i], t[i])
		VUNPCKHPD(w[i+1], w[i], t[i+1])
	}
	for i := range 2 {
		VPERM2F128(Imm(0x20), t[2+i], t[i], w[i])
		VPERM2F128(Imm(0x31), t[2+i], t[i], w[2+i])
	}
	put(w, dst, dst3, step)
	advance(32)
	SUBQ(U32(4), n)
	JG(LabelRef("transpose256d_loop"))
	VZEROUPPER()
	RET()
}
