package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// summing is sums of floats without error: a sum is kept as two doubles, the second of which adds up what
// rounding takes from the first (Knuth's TwoSum; Ogita, Rump, Oishi, Accurate sum and dot product, 2005), and
// a flag tells when the second one would round, too.
func summing() {
	for _, wide := range []bool{true, false} {
		for _, e := range elems[:2] {
			for _, pairs := range []bool{false, true} {
				summerOf(wide, e, pairs).runs()
			}
			summerOf(wide, e, false).rows()
			if wide {
				summerOf(wide, e, false).short()
			}
		}
		summerOf(wide, elems[0], false).join()
	}
	summerOf(true, elems[1], false).plain()
	squares()
}

// A summer adds elements of one kind at one width; pairs are complex numbers.
type summer struct {
	strand
	pairs bool
	sums  int // sums that are in registers
	taken int // registers that are not for steps
}

func summerOf(wide bool, e elem, pairs bool) summer {
	return summer{strand{wide, e}, pairs, vectors, 2*vectors + 3}
}

// vectors is how many sums are under way at once.
const vectors = 4

func (s summer) at() int { return s.bytes() / 8 } // lanes of doubles

func (s summer) regs() []VecPhysical {
	if s.wide {
		return zmm
	}
	return ymm
}

// The registers: sums, what they lack, the flag, 1.0 and -0.0, and of AVX2 what every step needs.
func (s summer) sum(i int) VecPhysical  { return s.regs()[i] }
func (s summer) rest(i int) VecPhysical { return s.regs()[s.sums+i] }
func (s summer) flag() VecPhysical      { return s.regs()[2*s.sums] }
func (s summer) one() VecPhysical       { return s.regs()[2*s.sums+1] }

func (s summer) tmp(i int) []VecPhysical {
	if s.wide {
		return zmm[s.taken+5*i : s.taken+5+5*i]
	}
	return ymm[s.taken : s.taken+5]
}

func (s summer) negative() VecPhysical { return s.regs()[2*s.sums+2] }

func (s summer) constants() {
	s.constant(0x3ff0000000000000, s.one())
	s.constant(1<<63, s.negative())
}

func (s summer) zero(v VecPhysical) {
	if s.wide {
		VPXORQ(v, v, v)
	} else {
		VPXOR(v, v, v)
	}
}

// differ raises the flag where a and b differ; a is spoilt.
func (s summer) differ(a, b VecPhysical) {
	if s.wide {
		VPTERNLOGQ(U8(0xf6), b, a, s.flag())
		return
	}
	VPXOR(a, b, a)
	VPOR(a, s.flag(), s.flag())
}

// load reads doubles from m.
func (s summer) load(m Mem, to VecPhysical) {
	if s.size == 4 {
		VCVTPS2PD(m, to)
	} else {
		VMOVUPD(m, to)
	}
}

// part reads the lanes of K1 over what to holds.
func (s summer) part(m Mem, to VecPhysical) {
	if s.size == 4 {
		VCVTPS2PD(m, K1, to)
	} else {
		VMOVUPD(m, K1, to)
	}
}

// deposit adds t[0] to a sum. Half of the additions are fused multiplications by one, for processors that
// have units for either.
func (s summer) deposit(i int, t []VecPhysical) {
	x, a, b, c, sum := t[0], t[1], t[2], t[3], s.sum(i)
	VADDPD(x, sum, a)
	VSUBPD(sum, a, b)
	VSUBPD(b, a, c)
	VFNMADD213PD(sum, s.one(), c)
	VFNMADD213PD(x, s.one(), b)
	VFMADD213PD(b, s.one(), c)
	VMOVAPD(a, sum)
	s.lack(i, c, a, b)
}

// lack adds err to what a sum lacks, and raises the flag where that rounds: where one of the two cannot be
// had back from the sum.
func (s summer) lack(i int, err, a, b VecPhysical) {
	e := s.rest(i)
	VADDPD(err, e, a)
	VSUBPD(e, a, b)
	s.differ(b, err)
	VFNMADD213PD(a, s.one(), err)
	s.differ(err, e)
	VMOVAPD(a, e)
}

// take adds sum k to sum i.
func (s summer) take(i, k int) {
	t := s.tmp(i)
	VMOVAPD(s.sum(k), t[0])
	s.deposit(i, t)
	s.lack(i, s.rest(k), t[1], t[2])
}

// fold adds the lanes of sum i, turned by how, to those that are there.
func (s summer) fold(i int, how func(v, to VecPhysical)) {
	t := s.tmp(0)
	how(s.sum(i), t[0])
	how(s.rest(i), t[4])
	s.deposit(i, t)
	s.lack(i, t[4], t[1], t[2])
}

// flagged jumps to label where the flag is up.
func (s summer) flagged(label string) {
	if s.wide {
		VPTESTMQ(s.flag(), s.flag(), K2)
		KORTESTW(K2, K2)
	} else {
		VPTEST(s.flag(), s.flag())
	}
	JNE(LabelRef(label))
}

func (s summer) runs() {
	name := s.label("sum", "")
	if s.pairs {
		name = s.label("sum", "Pairs")
	}
	TEXT(name, NOSPLIT, "func(s *byte, e *byte, x *byte, w int, l int)")
	Pragma("noescape")
	doc := name + " adds w runs of l floats; the second half of a sum is NaN where it is not exact."
	if s.pairs {
		doc += " A run has two sums, of the floats at even places and of those at odd ones."
	}
	if !s.wide {
		doc += " Of a run the whole vectors are added, four floats at least."
	}
	Doc(doc)
	out, rest, x := Load(Param("s"), GP64()), Load(Param("e"), GP64()), Load(Param("x"), GP64())
	w, l := Load(Param("w"), GP64()), Load(Param("l"), GP64())
	n, next := GP64(), GP64()
	lanes := s.at()
	step := s.size * lanes
	s.constants()
	Label(name + "_run")
	for i := range vectors {
		VMOVAPD(s.negative(), s.sum(i))
		s.zero(s.rest(i))
	}
	s.zero(s.flag())
	LEAQ(Mem{Base: x, Index: l, Scale: uint8(s.size)}, next)
	MOVQ(l, n)
	if !s.wide {
		ANDQ(I8(-4), n)
	}
	// the first vectors are the sums
	for i := range vectors {
		m := Mem{Base: x, Disp: step * i}
		if s.wide {
			s.first(n)
			s.part(m, s.sum(i))
		} else {
			s.load(m, s.sum(i))
		}
		SUBQ(Imm(uint64(lanes)), n)
		JLE(LabelRef(name + "_fold"))
	}
	ADDQ(U32(uint32(vectors*step)), x)
	SUBQ(Imm(uint64(vectors*lanes)), n)
	JLT(LabelRef(name + "_rest"))
	Label(name + "_loop")
	for i := range vectors {
		t := s.tmp(i)
		s.load(Mem{Base: x, Disp: step * i}, t[0])
		s.deposit(i, t)
	}
	ADDQ(U32(uint32(vectors*step)), x)
	SUBQ(Imm(uint64(vectors*lanes)), n)
	JGE(LabelRef(name + "_loop"))
	Label(name + "_rest")
	ADDQ(Imm(uint64(vectors*lanes)), n)
	JE(LabelRef(name + "_fold"))
	for i := range vectors {
		t := s.tmp(i)
		m := Mem{Base: x, Disp: step * i}
		if s.wide {
			s.first(n)
			VMOVAPD(s.negative(), t[0])
			s.part(m, t[0])
		} else {
			s.load(m, t[0])
		}
		s.deposit(i, t)
		if i < vectors-1 {
			SUBQ(Imm(uint64(lanes)), n)
			JLE(LabelRef(name + "_fold"))
		}
	}
	Label(name + "_fold")
	MOVQ(next, x)
	CMPQ(l, Imm(uint64(lanes)))
	JLE(LabelRef(name + "_lanes"))
	CMPQ(l, Imm(uint64(2*lanes)))
	JLE(LabelRef(name + "_two"))
	s.take(0, 2)
	s.take(1, 3)
	Label(name + "_two")
	s.take(0, 1)
	Label(name + "_lanes")
	if s.wide {
		s.fold(0, func(v, to VecPhysical) { VSHUFF64X2(U8(0x4e), v, v, to) })
		s.fold(0, func(v, to VecPhysical) { VSHUFF64X2(U8(0xb1), v, v, to) })
	} else {
		s.fold(0, func(v, to VecPhysical) { VPERM2F128(U8(1), v, v, to) })
	}
	if !s.pairs {
		s.fold(0, func(v, to VecPhysical) { VPERMILPD(U8(0x55), v, to) })
	}
	s.flagged(name + "_bad")
	Label(name + "_store")
	if s.pairs {
		VMOVUPD(s.sum(0).AsX(), Mem{Base: out})
		VMOVUPD(s.rest(0).AsX(), Mem{Base: rest})
		ADDQ(Imm(16), out)
		ADDQ(Imm(16), rest)
	} else {
		VMOVSD(s.sum(0).AsX(), Mem{Base: out})
		VMOVSD(s.rest(0).AsX(), Mem{Base: rest})
		ADDQ(Imm(8), out)
		ADDQ(Imm(8), rest)
	}
	DECQ(w)
	JNE(LabelRef(name + "_run"))
	VZEROUPPER()
	RET()
	Label(name + "_bad")
	VPCMPEQD(s.rest(0).AsX(), s.rest(0).AsX(), s.rest(0).AsX())
	JMP(LabelRef(name + "_store"))
}

// short adds short runs, one in each lane.
func (s summer) short() {
	name := s.label("sumShort", "")
	TEXT(name, NOSPLIT, "func(s *byte, e *byte, x *byte, n int, l int) int")
	Pragma("noescape")
	Doc(name + " adds n runs of l floats, and returns how many it did: those before eight that have one whose sum is not exact.")
	out, rest, x := Load(Param("s"), GP64()), Load(Param("e"), GP64()), Load(Param("x"), GP64())
	n, l := Load(Param("n"), GP64()), Load(Param("l"), GP64())
	done, p, k, mask := GP64(), GP64(), GP64(), GP64()
	at, t := zmm[31], s.tmp(0)
	s.constants()
	lanes := GLOBL(name+"_lanes", RODATA|NOPTR)
	for i := range 8 {
		DATA(8*i, U64(i*s.size))
	}
	VPBROADCASTQ(l, at)
	VPMULLQ(lanes, at, at)
	XORQ(done, done)
	Label(name + "_eight")
	TESTQ(n, n)
	JLE(LabelRef(name + "_end"))
	s.first(n)
	KMOVW(K1, mask.As32())
	VMOVAPD(s.negative(), s.sum(0))
	s.zero(s.rest(0))
	s.zero(s.flag())
	MOVQ(x, p)
	MOVQ(l, k)
	Label(name + "_next")
	KMOVW(mask.As32(), K1)
	if s.size == 8 {
		VMOVAPD(s.negative(), t[0])
		VGATHERQPD(Mem{Base: p, Index: at, Scale: 1}, K1, t[0])
	} else {
		VPXORQ(t[4], t[4], t[4])
		VGATHERQPS(Mem{Base: p, Index: at, Scale: 1}, K1, t[4].AsY())
		VCVTPS2PD(t[4].AsY(), t[0])
	}
	s.deposit(0, t)
	ADDQ(Imm(uint64(s.size)), p)
	DECQ(k)
	JNE(LabelRef(name + "_next"))
	s.flagged(name + "_end")
	KMOVW(mask.As32(), K1)
	s.shut(s.sum(0), Mem{Base: out, Index: done, Scale: 8}, true)
	s.shut(s.rest(0), Mem{Base: rest, Index: done, Scale: 8}, true)
	MOVQ(l, p)
	SHLQ(Imm(uint64(map[int]int{8: 6, 4: 5}[s.size])), p)
	ADDQ(p, x)
	ADDQ(Imm(8), done)
	SUBQ(Imm(8), n)
	JMP(LabelRef(name + "_eight"))
	Label(name + "_end")
	VZEROUPPER()
	Store(done, ReturnIndex(0))
	RET()
}
