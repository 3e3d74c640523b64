package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// between keeps what belongs to keys of a range, in order: the passes of a selection.
func (s sorter) between() {
	name := "between512" + s.name
	TEXT(name, NOSPLIT, "func(out, from, keys *byte, n int, lo, hi uint64) int")
	Pragma("noescape")
	Doc(name+" writes those of n elements at from whose keys are lo to hi, both included, to out, in order, and returns how many. It may write 64 bytes",
		"behind the last.")
	out, from := Load(Param("out"), GP64()).(GPVirtual), Load(Param("from"), GP64()).(GPVirtual)
	keys, n := Load(Param("keys"), GP64()).(GPVirtual), Load(Param("n"), GP64()).(GPVirtual)
	lo, hi := ZMM(), ZMM()
	s.broadcast(Load(Param("lo"), GP64()).(GPVirtual), lo)
	s.broadcast(Load(Param("hi"), GP64()).(GPVirtual), hi)
	start := GP64()
	MOVQ(out, start)
	s.eachKeys(n, func(mask ...Op) {
		v, x, low, both, c := ZMM(), ZMM(), K(), K(), GP64()
		s.load(Mem{Base: keys}, v, mask...)
		s.load(Mem{Base: from}, x, mask...)
		s.compare(5, lo, v, low, mask...)
		s.compare(2, hi, v, both, low)
		s.compress(x, both, x)
		s.count(both, c)
		VMOVDQU64(x, Mem{Base: out})
		LEAQ(Mem{Base: out, Index: c, Scale: uint8(s.size)}, out)
		ADDQ(Imm(64), keys)
		ADDQ(Imm(64), from)
	})
	SUBQ(start, out)
	SHRQ(Imm(map[int]uint64{8: 3, 4: 2}[s.size]), out)
	Store(out, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// below counts keys.
func (s sorter) below() {
	name := "below512" + s.name
	TEXT(name, NOSPLIT, "func(keys *byte, n int, pivot uint64) int")
	Pragma("noescape")
	Doc(name + " returns how many of n keys are less than the pivot.")
	keys, n := Load(Param("keys"), GP64()).(GPVirtual), Load(Param("n"), GP64()).(GPVirtual)
	pivot, total := ZMM(), GP64()
	s.broadcast(Load(Param("pivot"), GP64()).(GPVirtual), pivot)
	XORQ(total, total)
	s.eachKeys(n, func(mask ...Op) {
		v, k, c := ZMM(), K(), GP64()
		s.load(Mem{Base: keys}, v, mask...)
		s.compare(1, pivot, v, k, mask...)
		s.count(k, c)
		ADDQ(c, total)
		ADDQ(Imm(64), keys)
	})
	Store(total, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// eachKeys is a loop over vectors of n keys, the last one with a mask if it is not full.
func (s sorter) eachKeys(n GPVirtual, one func(mask ...Op)) {
	l := s.lanes()
	SUBQ(U8(uint8(l)), n)
	JL(LabelRef("rest"))
	Label("loop")
	one()
	SUBQ(U8(uint8(l)), n)
	JGE(LabelRef("loop"))
	Label("rest")
	ADDQ(U8(uint8(l)), n)
	JZ(LabelRef("end"))
	m, k := GP64(), K()
	MOVQ(U64(uint64(1)<<l-1), m)
	BZHIQ(n, m, m)
	s.kmov(m, k)
	one(k)
	Label("end")
}

func (s sorter) compress(from, k, to Op) {
	if s.size == 8 {
		VPCOMPRESSQ_Z(from, k, to)
	} else {
		VPCOMPRESSD_Z(from, k, to)
	}
}

// count is the lanes of a mask.
func (s sorter) count(k Op, to GPVirtual) {
	if s.size == 8 {
		KMOVB(k, to.As32())
	} else {
		KMOVW(k, to.As32())
	}
	POPCNTQ(to, to)
}
