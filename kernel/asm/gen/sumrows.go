package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// rows adds rows to sums, a strip of columns at a time.
func (s summer) rows() {
	name := s.label("sumRows", "")
	TEXT(name, NOSPLIT, "func(s *byte, e *byte, x *byte, n int, rows int, stride int) int")
	Pragma("noescape")
	doc := name + " adds rows of n floats, stride bytes apart, to n sums, and returns how many sums it did: those before a strip that has one that is not exact, which is left as it was."
	if !s.wide {
		doc += " n is a multiple of 4."
	}
	Doc(doc)
	out, rest, x := Load(Param("s"), GP64()), Load(Param("e"), GP64()), Load(Param("x"), GP64())
	n, rows, stride := Load(Param("n"), GP64()), Load(Param("rows"), GP64()), Load(Param("stride"), GP64())
	done, p, k := GP64(), GP64(), GP64()
	s.constants()
	XORQ(done, done)
	s.strips(name, vectors, n, done, func() { s.zero(s.flag()) }, func(label string, width int, masked bool) {
		for i := range width {
			s.open(Mem{Base: out, Index: done, Scale: 8, Disp: s.bytes() * i}, s.sum(i), masked)
			s.open(Mem{Base: rest, Index: done, Scale: 8, Disp: s.bytes() * i}, s.rest(i), masked)
		}
		MOVQ(x, p)
		MOVQ(rows, k)
		Label(label)
		for i := range width {
			t := s.tmp(i)
			m := Mem{Base: p, Disp: s.size * s.at() * i}
			if masked {
				VMOVAPD(s.negative(), t[0])
				s.part(m, t[0])
			} else {
				s.load(m, t[0])
			}
			s.deposit(i, t)
		}
		ADDQ(stride, p)
		DECQ(k)
		JNE(LabelRef(label))
		s.flagged(name + "_end")
		for i := range width {
			s.shut(s.sum(i), Mem{Base: out, Index: done, Scale: 8, Disp: s.bytes() * i}, masked)
			s.shut(s.rest(i), Mem{Base: rest, Index: done, Scale: 8, Disp: s.bytes() * i}, masked)
		}
		ADDQ(U32(uint32(width*s.size*s.at())), x)
	})
}

// join adds sums to sums.
func (s summer) join() {
	name := s.label("sumJoin", "")
	TEXT(name, NOSPLIT, "func(s *byte, e *byte, s1 *byte, e1 *byte, n int) int")
	Pragma("noescape")
	Doc(name + " adds n sums to n others, and returns how many it did, as the function of rows does.")
	out, rest := Load(Param("s"), GP64()), Load(Param("e"), GP64())
	out1, rest1, n := Load(Param("s1"), GP64()), Load(Param("e1"), GP64()), Load(Param("n"), GP64())
	done := GP64()
	s.constants()
	XORQ(done, done)
	s.strips(name, vectors, n, done, func() { s.zero(s.flag()) }, func(_ string, width int, masked bool) {
		for i := range width {
			at := func(base Register) Mem { return Mem{Base: base, Index: done, Scale: 8, Disp: s.bytes() * i} }
			t := s.tmp(i)
			s.open(at(out), s.sum(i), masked)
			s.open(at(rest), s.rest(i), masked)
			s.open(at(out1), t[0], masked)
			s.deposit(i, t)
			s.open(at(rest1), t[0], masked)
			s.lack(i, t[0], t[1], t[2])
		}
		s.flagged(name + "_end")
		for i := range width {
			s.shut(s.sum(i), Mem{Base: out, Index: done, Scale: 8, Disp: s.bytes() * i}, masked)
			s.shut(s.rest(i), Mem{Base: rest, Index: done, Scale: 8, Disp: s.bytes() * i}, masked)
		}
	})
}

// open and shut move vectors of doubles, the lanes of K1 where masked.
func (s summer) open(m Mem, to VecPhysical, masked bool) {
	if masked {
		VMOVUPD_Z(m, K1, to)
	} else {
		VMOVUPD(m, to)
	}
}

func (s summer) shut(from VecPhysical, m Mem, masked bool) {
	if masked {
		VMOVUPD(from, K1, m)
	} else {
		VMOVUPD(from, m)
	}
}

// strips goes through n columns, several vectors at once and then single ones, and returns done.
func (s summer) strips(name string, most int, n, done Register, fresh func(), body func(label string, width int, masked bool)) {
	all := U32(uint32(most * s.at()))
	Label(name + "_strip")
	fresh()
	CMPQ(n, all)
	JLT(LabelRef(name + "_one"))
	body(name+"_row", most, false)
	ADDQ(all, done)
	SUBQ(all, n)
	JMP(LabelRef(name + "_strip"))
	Label(name + "_one")
	TESTQ(n, n)
	JLE(LabelRef(name + "_end"))
	if s.wide {
		s.first(n)
	}
	body(name+"_single", 1, s.wide)
	ADDQ(Imm(uint64(s.at())), done)
	SUBQ(Imm(uint64(s.at())), n)
	JMP(LabelRef(name + "_one"))
	Label(name + "_end")
	VZEROUPPER()
	Store(done, ReturnIndex(0))
	RET()
}
