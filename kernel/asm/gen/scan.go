package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// scan is running sums: inside blocks of 64 bytes pairs first, then fours and so on (Sklansky,
// Conditional-sum addition logic, 1960), and what comes before the block is added last, so that one block
// waits for the one before it for one addition alone.
func scan() {
	for _, wide := range []bool{true, false} {
		for _, e := range elems[:3] {
			folder{strand{wide, e}, "Add"}.scan()
		}
	}
}

// uppers is how many sums from before the leaf there are, all of them added to every element.
const uppers = 3

func (f folder) scan() {
	name := f.label("scan", f.op)
	TEXT(name, NOSPLIT, "func(out *byte, x *byte, n int, state *byte, stream int)")
	Pragma("noescape")
	Doc(
		name+" writes the running sums of n elements, whole blocks of 64 bytes and one at least. state is the sum of the leaf so far, which is brought up to date,",
		"and behind it three sums that are added to every element, the innermost first. With stream 1 out is written past the caches; it is aligned then. With 2 nothing is.",
	)
	out, x := Load(Param("out"), GP64()), Load(Param("x"), GP64())
	n, state := Load(Param("n"), GP64()), Load(Param("state"), GP64())
	stream := Load(Param("stream"), GP64())
	s := scanner{folder: f, name: name}
	s.begin(state)
	CMPQ(stream, Imm(2))
	JEQ(LabelRef(name + "_total"))
	TESTQ(stream, stream)
	JNE(LabelRef(name + "_past"))
	s.loop(out, x, n, state, "_loop")
	s.loop(out, x, n, state, "_past")
	s.loop(out, x, n, state, "_total")
}

type scanner struct {
	folder
	name string
	how  string // a loop: results to the caches, past them, or none but the state
}

// Registers of both widths.
var (
	scanSum    = 8
	scanUpper  = 9 // to 11
	scanThird  = 12
	scanLast   = 13
	scanMiddle = 14 // or zero
)

func (s scanner) reg(i int) VecPhysical {
	if s.wide {
		return zmm[i]
	}
	return ymm[i]
}

// begin loads what the loops share.
func (s scanner) begin(state Register) {
	if s.wide {
		g := GP32()
		for i, k := range []Register{K2, K3, K4, K5} { // lanes 1, 3, ... ; 2, 3, 6, 7, ...; and so on
			m := []uint32{0xaaaa, 0xcccc, 0xf0f0, 0xff00}[i]
			MOVL(U32(m), g)
			KMOVW(g, k)
		}
	} else {
		s.constant(s.identity(), s.reg(scanMiddle))
	}
	for i := range 1 + uppers {
		s.spread(Mem{Base: state, Disp: i * s.size}, s.reg(scanSum+i))
	}
	lanes := s.lanes()
	if s.wide || s.size == 4 {
		s.index(3, 8, s.reg(scanThird))
		s.index(lanes-1, lanes, s.reg(scanLast))
	}
	if s.wide && s.size == 4 {
		s.index(7, 16, s.reg(scanMiddle))
	}
}

// loop is all blocks, to the end of the kernel.
func (s scanner) loop(out, x, n, state Register, how string) {
	s.how = how
	Label(s.name + how)
	if s.wide {
		s.wideBlock(out, x)
	} else {
		s.narrowBlock(out, x)
	}
	ADDQ(Imm(64), x)
	if how != "_total" {
		ADDQ(Imm(64), out)
	}
	SUBQ(Imm(uint64(64/s.size)), n)
	JG(LabelRef(s.name + how))
	if s.size == 8 {
		VMOVQ(s.reg(scanSum).AsX(), Mem{Base: state})
	} else {
		VMOVD(s.reg(scanSum).AsX(), Mem{Base: state})
	}
	if how == "_past" {
		SFENCE()
	}
	VZEROUPPER()
	RET()
}

// raise adds all that comes before to v and stores it.
func (s scanner) raise(v VecPhysical, to Mem) {
	if s.how == "_total" {
		return
	}
	n := 1 + uppers
	if !s.float { // integers add up in any order
		n = 1
	}
	for i := range n {
		s.step(s.reg(scanSum+i), v, nil)
	}
	switch {
	case s.how == "_past":
		VMOVNTPD(v, to)
	case s.wide:
		VMOVDQU64(v, to)
	default:
		VMOVDQU(v, to)
	}
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
	case !s.float:
		VPADDQ(x, acc, k, acc)
	case s.size == 8:
		VADDPD(x, acc, k, acc)
	default:
		VADDPS(x, acc, k, acc)
	}
}

func (s scanner) wideBlock(out, x Register) {
	v, t := zmm[0], zmm[1]
	third, last, mid := s.reg(scanThird), s.reg(scanLast), s.reg(scanMiddle)
	VMOVDQU64(Mem{Base: x}, v)
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
	s.raise(v, Mem{Base: out})
	s.step(t, s.reg(scanSum), nil)
}

func (s scanner) narrowBlock(out, x Register) {
	lo, hi, t, u := ymm[0], ymm[1], ymm[2], ymm[3]
	id, third, last := s.reg(scanMiddle), s.reg(scanThird), s.reg(scanLast)
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
	s.raise(lo, Mem{Base: out})
	s.raise(hi, Mem{Base: out, Disp: 32})
	s.step(t, s.reg(scanSum), nil)
}
