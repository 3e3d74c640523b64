package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// scan is running sums and products: inside blocks of 64 bytes pairs first, then fours and so on (Sklansky, Conditional-sum addition logic, 1960), and the
// fold of all blocks before is added last, so that one block waits for the one before it for one addition alone.
func scan() {
	for _, wide := range []bool{true, false} {
		for _, f := range []folder{{strand{wide, elems[0]}, "Add"}, {strand{wide, elems[1]}, "Add"}, {strand{wide, elems[2]}, "Add"}, {strand{wide, elems[0]}, "Mul"}, {strand{wide, elems[1]}, "Mul"}} {
			f.scan()
		}
	}
}

func (f folder) scan() {
	name := f.label("scan", f.op)
	TEXT(name, NOSPLIT, "func(out *byte, x *byte, n int, carry *byte)")
	Pragma("noescape")
	doc := name + " writes the running folds of n elements that carry comes before."
	if !f.wide {
		doc += " n is a multiple of those in 64 bytes."
	}
	Doc(doc)
	out, x := Load(Param("out"), GP64()), Load(Param("x"), GP64())
	n, carry := Load(Param("n"), GP64()), Load(Param("carry"), GP64())
	s := scanner{folder: f, name: name}
	if f.wide {
		s.wideLoop(out, x, n, carry)
	} else {
		s.narrowLoop(out, x, n, carry)
	}
	VZEROUPPER()
	RET()
}

type scanner struct {
	folder
	name string
}

// spread fills a vector with the element at m.
func (s scanner) spread(m Mem, to VecPhysical) {
	if s.size == 8 {
		VPBROADCASTQ(m, to)
	} else {
		VPBROADCASTD(m, to)
	}
}

// index fills a vector with the places of lanes: with each, of every so many lanes the given one.
func (s scanner) index(lane, each int, to VecPhysical) {
	m := GLOBL(s.name+"_lanes"+string(rune('a'+lane)), RODATA|NOPTR)
	for i := range s.lanes() {
		v := i/each*each + lane
		if s.size == 8 {
			DATA(8*i, U64(uint64(v)))
		} else {
			DATA(4*i, U32(uint32(v)))
		}
	}
	s.get(m, to)
}

// pick brings lanes to others.
func (s scanner) pick(from, index, to VecPhysical) {
	if s.size == 8 {
		VPERMQ(from, index, to)
	} else {
		VPERMD(from, index, to)
	}
}

// merge folds x into the lanes of k.
func (s scanner) merge(x Op, acc VecPhysical, k Register) {
	switch {
	case s.op == "Mul" && s.size == 8:
		VMULPD(x, acc, k, acc)
	case s.op == "Mul":
		VMULPS(x, acc, k, acc)
	case !s.float:
		VPADDQ(x, acc, k, acc)
	case s.size == 8:
		VADDPD(x, acc, k, acc)
	default:
		VADDPS(x, acc, k, acc)
	}
}

func (s scanner) wideLoop(out, x, n, carry Register) {
	v, t, sum, third, last, id, mid := zmm[0], zmm[1], zmm[2], zmm[3], zmm[4], zmm[5], zmm[6]
	g := GP32()
	for i, k := range []Register{K2, K3, K4, K5} { // lanes 1, 3, ... ; 2, 3, 6, 7, ...; and so on
		m := []uint32{0xaaaa, 0xcccc, 0xf0f0, 0xff00}[i]
		MOVL(U32(m), g)
		KMOVW(g, k)
	}
	s.constant(s.identity(), id)
	s.spread(Mem{Base: carry}, sum)
	if s.size == 8 {
		s.index(3, 8, third)
		s.index(7, 8, last)
	} else {
		s.index(3, 8, third)
		s.index(7, 16, mid)
		s.index(15, 16, last)
	}
	body := func() {
		if s.size == 8 {
			VPSHUFD(Imm(0x44), v, t)
			s.merge(t, v, K2)
			VPERMQ(Imm(0x55), v, t)
			s.merge(t, v, K3)
			s.pick(v, third, t)
			s.merge(t, v, K4)
		} else {
			VPSHUFD(Imm(0xa0), v, t)
			s.merge(t, v, K2)
			VPSHUFD(Imm(0x55), v, t)
			s.merge(t, v, K3)
			s.pick(v, third, t)
			s.merge(t, v, K4)
			s.pick(v, mid, t)
			s.merge(t, v, K5)
		}
		s.pick(v, last, t)
		s.step(sum, v, nil)
		s.step(t, sum, nil)
	}
	SUBQ(Imm(uint64(s.lanes())), n)
	JLT(LabelRef(s.name + "_rest"))
	Label(s.name + "_loop")
	VMOVDQU64(Mem{Base: x}, v)
	body()
	VMOVDQU64(v, Mem{Base: out})
	ADDQ(Imm(64), x)
	ADDQ(Imm(64), out)
	SUBQ(Imm(uint64(s.lanes())), n)
	JGE(LabelRef(s.name + "_loop"))
	Label(s.name + "_rest")
	ADDQ(Imm(uint64(s.lanes())), n)
	JE(LabelRef(s.name + "_end"))
	s.first(n)
	VMOVDQA64(id, v)
	s.loadMasked(Mem{Base: x}, K1, v)
	body()
	s.storeMasked(v, K1, Mem{Base: out})
	Label(s.name + "_end")
}

func (s scanner) narrowLoop(out, x, n, carry Register) {
	lo, hi, t, u, sum, id, third, last := ymm[0], ymm[1], ymm[2], ymm[3], ymm[4], ymm[5], ymm[6], ymm[7]
	s.constant(s.identity(), id)
	s.spread(Mem{Base: carry}, sum)
	if s.size == 4 {
		s.index(3, 8, third)
		s.index(7, 8, last)
	}
	Label(s.name + "_loop")
	VMOVDQU(Mem{Base: x}, lo)
	VMOVDQU(Mem{Base: x, Disp: 32}, hi)
	both := func(move func(from, to VecPhysical), lanes uint64) {
		for _, p := range [][2]VecPhysical{{lo, t}, {hi, u}} {
			move(p[0], p[1])
			VPBLENDD(Imm(lanes), p[1], id, p[1])
			s.step(p[1], p[0], nil)
		}
	}
	if s.size == 8 {
		both(func(a, b VecPhysical) { VPSHUFD(Imm(0x44), a, b) }, 0xcc)
		both(func(a, b VecPhysical) { VPERMQ(Imm(0x55), a, b) }, 0xf0)
		VPERMQ(Imm(0xff), lo, t)
		s.step(t, hi, nil)
		VPERMQ(Imm(0xff), hi, t)
	} else {
		both(func(a, b VecPhysical) { VPSHUFD(Imm(0xa0), a, b) }, 0xaa)
		both(func(a, b VecPhysical) { VPSHUFD(Imm(0x55), a, b) }, 0xcc)
		both(func(a, b VecPhysical) { s.pick(a, third, b) }, 0xf0)
		s.pick(lo, last, t)
		s.step(t, hi, nil)
		s.pick(hi, last, t)
	}
	s.step(sum, lo, nil)
	s.step(sum, hi, nil)
	s.step(t, sum, nil)
	VMOVDQU(lo, Mem{Base: out})
	VMOVDQU(hi, Mem{Base: out, Disp: 32})
	ADDQ(Imm(64), x)
	ADDQ(Imm(64), out)
	SUBQ(Imm(uint64(2*s.lanes())), n)
	JG(LabelRef(s.name + "_loop"))
}
