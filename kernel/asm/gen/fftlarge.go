package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// near is root c of a row times those of its elements, which are told less 1: c + c*n.
func (f fftPass) near(cr, ci, nr, ni VecVirtual) (re, im VecVirtual) {
	re, im = ZMM(), ZMM()
	f.move(cr, re)
	f.fma(cr, nr, re)
	f.less(ci, ni, re)
	f.move(ci, im)
	f.fma(cr, ni, im)
	f.fma(ci, nr, im)
	return re, im
}

// turnAcross is between the two passes of a transform that is taken as a grid: rows are turned and written
// across.
func turnAcross() {
	f := fftPass{machine: machine{name: "512d", wide: true, size: 8}}
	TEXT("fftTurn512d", NOSPLIT, "func(xr, xi, yr, yi, far, near *byte, rows, stride int)")
	Pragma("noescape")
	Doc("fftTurn512d turns rows, a multiple of 8, of eight elements each, by a root of far for the row times those of near, less 1. The elements of a row are written a stride apart.")
	arg := func(s string) GPVirtual { return Load(Param(s), GP64()).(GPVirtual) }
	xr, xi, yr, yi := arg("xr"), arg("xi"), arg("yr"), arg("yi")
	far, near, rows, s := arg("far"), arg("near"), arg("rows"), arg("stride")
	s3, t := GP64(), GP64()
	LEAQ(Mem{Base: s, Index: s, Scale: 2}, s3)
	Label("loop")
	re, im := make([]VecVirtual, 8), make([]VecVirtual, 8)
	for i := range 8 {
		a := complexVec{ZMM(), ZMM()}
		f.move(Mem{Base: xr, Disp: 64 * i}, a.re)
		f.move(Mem{Base: xi, Disp: 64 * i}, a.im)
		cr, ci, nr, ni := ZMM(), ZMM(), ZMM(), ZMM()
		f.broadcast(Mem{Base: far, Disp: 16 * i}, cr)
		f.broadcast(Mem{Base: far, Disp: 16*i + 8}, ci)
		f.move(Mem{Base: near, Disp: 128 * i}, nr)
		f.move(Mem{Base: near, Disp: 128*i + 64}, ni)
		wr, wi := f.near(cr, ci, nr, ni)
		b := f.turned(a, wr, wi)
		re[i], im[i] = b.re, b.im
	}
	put := func(p GPVirtual, v []VecVirtual) {
		LEAQ(Mem{Base: p, Index: s, Scale: 4}, t)
		for h, base := range []GPVirtual{p, t} {
			for k, m := range []Mem{{Base: base}, {Base: base, Index: s, Scale: 1}, {Base: base, Index: s, Scale: 2}, {Base: base, Index: s3, Scale: 1}} {
				f.move(v[4*h+k], m)
			}
		}
	}
	put(yr, transposed(re))
	put(yi, transposed(im))
	ADDQ(U32(512), xr)
	ADDQ(U32(512), xi)
	ADDQ(U32(128), far)
	ADDQ(U32(1024), near)
	ADDQ(Imm(64), yr)
	ADDQ(Imm(64), yi)
	SUBQ(Imm(8), rows)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// halves makes the transform of real elements of that of their pairs: elements k of it meet elements h-k.
func halves(first, last, rfirst, rlast, reverse Mem) {
	f := fftPass{machine: machine{name: "512d", wide: true, size: 8}}
	TEXT("fftHalves512d", NOSPLIT, "func(zr, zi, mr, mi, y, my, far, near *byte, rows int, half float64)")
	Pragma("noescape")
	Doc("fftHalves512d takes rows of eight elements at z and those that they meet at m, backwards. Results are complex numbers at y and, backwards, at my.")
	arg := func(s string) GPVirtual { return Load(Param(s), GP64()).(GPVirtual) }
	load := func(m Mem) VecVirtual {
		v := ZMM()
		VMOVUPD(m, v)
		return v
	}
	zr, zi, mr, mi := arg("zr"), arg("zi"), arg("mr"), arg("mi")
	y, my, far, near, rows := arg("y"), arg("my"), arg("far"), arg("near"), arg("rows")
	half := ZMM()
	VBROADCASTSD(NewParamAddr("half", 72), half)
	nr, ni := load(Mem{Base: near}), load(Mem{Base: near, Disp: 64})
	rev, p, q, rp, rq := load(reverse), load(first), load(last), load(rfirst), load(rlast)
	put := func(to GPVirtual, re, im, p, q VecVirtual) {
		t := ZMM()
		VMOVAPD(re, t)
		VPERMT2PD(im, p, t)
		VPERMT2PD(im, q, re)
		VMOVUPD(t, Mem{Base: to})
		VMOVUPD(re, Mem{Base: to, Disp: 64})
	}
	Label("loop")
	a, b := complexVec{load(Mem{Base: zr}), load(Mem{Base: zi})}, complexVec{ZMM(), ZMM()}
	VPERMPD(Mem{Base: mr}, rev, b.re)
	VPERMPD(Mem{Base: mi}, rev, b.im)
	er, ei := f.times(f.plus(a.re, b.re), half), f.times(f.minus(a.im, b.im), half)
	dr, di := f.times(f.minus(a.re, b.re), half), f.times(f.plus(a.im, b.im), half)
	cr, ci := ZMM(), ZMM()
	f.broadcast(Mem{Base: far}, cr)
	f.broadcast(Mem{Base: far, Disp: 8}, ci)
	wr, wi := f.near(cr, ci, nr, ni)
	u := f.turned(complexVec{dr, di}, wr, wi)
	put(y, f.plus(er, u.im), f.minus(ei, u.re), p, q)
	// -(ei + ur) is -ur - ei.
	zero := ZMM()
	VPXORQ(zero, zero, zero)
	put(my, f.minus(er, u.im), f.minus(f.minus(zero, u.re), ei), rp, rq)
	ADDQ(Imm(64), zr)
	ADDQ(Imm(64), zi)
	SUBQ(Imm(64), mr)
	SUBQ(Imm(64), mi)
	ADDQ(U32(128), y)
	SUBQ(U32(128), my)
	ADDQ(Imm(16), far)
	DECQ(rows)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}
