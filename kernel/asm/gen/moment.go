package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// squares is sums of numbers and of their squares without error. A square is two doubles, which are added up
// apart; the least square that two doubles can tell is a limit below which the flag goes up.
func squares() {
	for _, wide := range []bool{true, false} {
		q := squarer{summer{strand: strand{wide, elems[0]}}, 1}
		if wide {
			q.vecs = 2
		}
		q.sums = 3 * q.vecs
		q.taken = 2*q.sums + 3
		q.runs()
		q.rows()
	}
}

// A squarer has three sums for each of vecs vectors: of numbers, of the first halves of their squares, and of
// the second halves.
type squarer struct {
	summer
	vecs int
}

// lowSquare is 2^-969: what is at least as large is the first half of a square whose second half is a double.
const lowSquare = (1023 - 969) << 52

// deposit adds t[0] and its square to the sums of vector v.
func (q squarer) deposit(v int, t []VecPhysical, x, limit VecPhysical) {
	q.summer.deposit(3*v, t)
	VMOVAPD(t[0], x)
	VMULPD(x, x, t[0])
	if q.wide {
		VXORPD(t[1], t[1], t[1])
		VCMPPD(Imm(17), limit, t[0], K3)
		VCMPPD(Imm(4), t[1], x, K3, K3)
		KORW(K3, K4, K4)
	} else {
		VXORPD(t[1], t[1], t[1])
		VCMPPD(Imm(4), t[1], x, t[1])
		VCMPPD(Imm(17), limit, t[0], t[2])
		VANDPD(t[1], t[2], t[1])
		VORPD(t[1], q.flag(), q.flag())
	}
	VMOVAPD(x, t[4])
	VFMSUB213PD(t[0], x, t[4])
	q.summer.deposit(3*v+1, t)
	VMOVAPD(t[4], t[0])
	q.summer.deposit(3*v+2, t)
}

// registers for x of each vector, and for the limit; AVX2 has none for the limit but that of -0.
func (q squarer) x(v int) VecPhysical {
	if q.wide {
		return zmm[q.taken+5*q.vecs+v]
	}
	return ymm[14]
}

func (q squarer) limit() VecPhysical {
	if q.wide {
		return zmm[q.taken+6*q.vecs]
	}
	return ymm[15]
}

// begin sets what steps need.
func (q squarer) begin() {
	q.constants()
	q.constant(lowSquare, q.limit())
}

// fresh takes the flag down.
func (q squarer) fresh() {
	q.zero(q.flag())
	if q.wide {
		KXORW(K4, K4, K4)
	}
}

// over jumps to label where the flag is up.
func (q squarer) over(label string) {
	if q.wide {
		KORTESTW(K4, K4)
		JNE(LabelRef(label))
	}
	q.flagged(label)
}

func (q squarer) runs() {
	name := q.label("squares", "")
	TEXT(name, NOSPLIT, "func(st *byte, plane int, x *byte, w int, l int)")
	Pragma("noescape")
	doc := name + " adds w runs of l doubles and their squares. The six halves of a run's sums are plane bytes apart; the last is NaN where they are not exact."
	if !q.wide {
		doc += " Of a run the whole vectors are added, four doubles at least."
	}
	Doc(doc)
	out, plane, x := Load(Param("st"), GP64()), Load(Param("plane"), GP64()), Load(Param("x"), GP64())
	w, l := Load(Param("w"), GP64()), Load(Param("l"), GP64())
	n, next := GP64(), GP64()
	lanes := q.at()
	q.begin()
	Label(name + "_run")
	for i := range q.sums {
		VMOVAPD(q.negative(), q.sum(i))
		q.zero(q.rest(i))
	}
	q.fresh()
	LEAQ(Mem{Base: x, Index: l, Scale: 8}, next)
	MOVQ(l, n)
	if !q.wide {
		ANDQ(I8(-4), n)
	}
	SUBQ(Imm(uint64(q.vecs*lanes)), n)
	JLT(LabelRef(name + "_rest"))
	Label(name + "_loop")
	for v := range q.vecs {
		t := q.tmp(v)
		q.load(Mem{Base: x, Disp: q.bytes() * v}, t[0])
		q.deposit(v, t, q.x(v), q.limit())
	}
	ADDQ(U32(uint32(q.vecs*q.bytes())), x)
	SUBQ(Imm(uint64(q.vecs*lanes)), n)
	JGE(LabelRef(name + "_loop"))
	Label(name + "_rest")
	ADDQ(Imm(uint64(q.vecs*lanes)), n)
	JE(LabelRef(name + "_fold"))
	for v := range q.vecs {
		t := q.tmp(v)
		m := Mem{Base: x, Disp: q.bytes() * v}
		if q.wide {
			q.first(n)
			VMOVAPD(q.negative(), t[0])
			q.part(m, t[0])
		} else {
			q.load(m, t[0])
		}
		q.deposit(v, t, q.x(v), q.limit())
		if v < q.vecs-1 {
			SUBQ(Imm(uint64(lanes)), n)
			JLE(LabelRef(name + "_fold"))
		}
	}
	Label(name + "_fold")
	MOVQ(next, x)
	if q.vecs == 2 {
		CMPQ(l, Imm(uint64(lanes)))
		JLE(LabelRef(name + "_lanes"))
		for i := range 3 {
			q.take(i, 3+i)
		}
		Label(name + "_lanes")
	}
	for i := range 3 {
		if q.wide {
			q.fold(i, func(v, to VecPhysical) { VSHUFF64X2(U8(0x4e), v, v, to) })
			q.fold(i, func(v, to VecPhysical) { VSHUFF64X2(U8(0xb1), v, v, to) })
		} else {
			q.fold(i, func(v, to VecPhysical) { VPERM2F128(U8(1), v, v, to) })
		}
		q.fold(i, func(v, to VecPhysical) { VPERMILPD(U8(0x55), v, to) })
	}
	q.over(name + "_bad")
	Label(name + "_store")
	MOVQ(out, n)
	for i := range 3 {
		VMOVSD(q.sum(i).AsX(), Mem{Base: n})
		ADDQ(plane, n)
		VMOVSD(q.rest(i).AsX(), Mem{Base: n})
		ADDQ(plane, n)
	}
	ADDQ(Imm(8), out)
	DECQ(w)
	JNE(LabelRef(name + "_run"))
	VZEROUPPER()
	RET()
	Label(name + "_bad")
	VPCMPEQD(q.rest(2).AsX(), q.rest(2).AsX(), q.rest(2).AsX())
	JMP(LabelRef(name + "_store"))
}

// rows adds rows to sums, a strip of columns at a time.
func (q squarer) rows() {
	name := q.label("squareRows", "")
	TEXT(name, NOSPLIT, "func(st *byte, plane int, x *byte, n int, rows int, stride int) int")
	Pragma("noescape")
	doc := name + " adds rows of n doubles, stride bytes apart, and their squares to n times three sums, whose halves are plane bytes apart, and returns how many it did, as the function for sums does."
	if !q.wide {
		doc += " n is a multiple of 4."
	}
	Doc(doc)
	out, plane, x := Load(Param("st"), GP64()), Load(Param("plane"), GP64()), Load(Param("x"), GP64())
	n, rows, stride := Load(Param("n"), GP64()), Load(Param("rows"), GP64()), Load(Param("stride"), GP64())
	done, p, k, at := GP64(), GP64(), GP64(), GP64()
	q.begin()
	XORQ(done, done)
	halves := func(width int, move func(v VecPhysical, m Mem)) {
		LEAQ(Mem{Base: out, Index: done, Scale: 8}, at)
		for i := range 3 {
			for _, half := range []func(int) VecPhysical{q.sum, q.rest} {
				for v := range width {
					move(half(3*v+i), Mem{Base: at, Disp: q.bytes() * v})
				}
				ADDQ(plane, at)
			}
		}
	}
	q.summer.strips(name, q.vecs, n, done, q.fresh, func(label string, width int, masked bool) {
		halves(width, func(v VecPhysical, m Mem) { q.open(m, v, masked) })
		MOVQ(x, p)
		MOVQ(rows, k)
		Label(label)
		for v := range width {
			t := q.tmp(v)
			m := Mem{Base: p, Disp: q.bytes() * v}
			if masked {
				VMOVAPD(q.negative(), t[0])
				q.part(m, t[0])
			} else {
				q.load(m, t[0])
			}
			q.deposit(v, t, q.x(v), q.limit())
		}
		ADDQ(stride, p)
		DECQ(k)
		JNE(LabelRef(label))
		q.over(name + "_end")
		halves(width, func(v VecPhysical, m Mem) { q.shut(v, m, masked) })
		ADDQ(U32(uint32(width*q.bytes())), x)
	})
}
