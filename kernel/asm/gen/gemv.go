package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// gemv is products of matrices with vectors: rows with a vector, and sums of rows.
func gemv() {
	for _, m := range machines() {
		rows := 4
		if m.wide {
			rows = 8
		}
		for _, r := range []int{1, rows} {
			m.dot(r)
			m.axpy(r)
		}
	}
}

// dot is the sums of products of rows with x. Every row has two sums of vectors, over even and odd ones; what
// is left goes to the first.
func (m machine) dot(rows int) {
	name := fmt.Sprintf("dot%sx%d", m.name, rows)
	TEXT(name, NOSPLIT, "func(n int, a *byte, stride int, x *byte, out *byte)")
	Pragma("noescape")
	Doc(fmt.Sprintf("%s writes the sums of products of n elements of %d rows with x to out.", name, rows))
	n, a := Load(Param("n"), GP64()), Load(Param("a"), GP64())
	stride, x := Load(Param("stride"), GP64()), Load(Param("x"), GP64())
	from, advance := rowsOf(a, stride, nil, rows)
	regs := m.regs()
	even, odd := regs[:rows], regs[rows:][:rows]
	v, w, t := regs[2*rows], regs[2*rows+1], regs[2*rows+2]
	for i := range rows {
		m.clear(even[i])
		m.clear(odd[i])
	}
	two := 2 * m.lanes()
	SUBQ(Imm(uint64(two)), n)
	JLT(LabelRef(name + "_rest"))
	Label(name + "_loop")
	m.move(Mem{Base: x}, v)
	m.move(Mem{Base: x, Disp: m.bytes()}, w)
	for i := range rows {
		m.fma(from[i], v, even[i])
		m.fma(from[i].Offset(m.bytes()), w, odd[i])
	}
	advance(2 * m.bytes())
	ADDQ(U32(uint32(2*m.bytes())), x)
	SUBQ(Imm(uint64(two)), n)
	JGE(LabelRef(name + "_loop"))
	Label(name + "_rest")
	ADDQ(Imm(uint64(two)), n)
	Label(name + "_tail") // up to two vectors, the last of them partly there
	TESTQ(n, n)
	JLE(LabelRef(name + "_end"))
	lanes, scratch := GP64(), GP64()
	MOVQ(U32(uint32(m.lanes())), lanes)
	CMPQ(n, lanes)
	CMOVQLT(n, lanes)
	part := m.tails(lanes, scratch)
	part.load(Mem{Base: x}, t, v)
	for i := range rows {
		part.load(from[i], t, w)
		m.fma(w, v, even[i])
	}
	advance(m.bytes())
	ADDQ(U32(uint32(m.bytes())), x)
	SUBQ(Imm(uint64(m.lanes())), n)
	JMP(LabelRef(name + "_tail"))
	Label(name + "_end")
	out := Load(Param("out"), GP64())
	for i := range rows {
		s := even[i]
		m.plus(odd[i], s)
		m.fold(s, odd[i])
		if m.size == 8 {
			VMOVSD(s.AsX(), Mem{Base: out, Disp: 8 * i})
		} else {
			VMOVSS(s.AsX(), Mem{Base: out, Disp: 4 * i})
		}
	}
	VZEROUPPER()
	RET()
}

// fold adds the lanes of v by halves; the sum is in lane 0.
func (m machine) fold(v, t VecPhysical) {
	if m.wide {
		VEXTRACTF64X4(Imm(1), v, t.AsY())
		m.plus(t.AsY(), v.AsY())
		VEXTRACTF64X2(Imm(1), v.AsY(), t.AsX())
	} else {
		VEXTRACTF128(Imm(1), v, t.AsX())
	}
	m.plus(t.AsX(), v.AsX())
	VPERMILPD(Imm(1), v.AsX(), t.AsX())
	m.plus(t.AsX(), v.AsX())
	if m.size == 4 {
		VPERMILPS(Imm(1), v.AsX(), t.AsX())
		m.plus(t.AsX(), v.AsX())
	}
}

// axpy adds multiples of rows to y, the first row first.
func (m machine) axpy(rows int) {
	name := fmt.Sprintf("axpy%sx%d", m.name, rows)
	TEXT(name, NOSPLIT, "func(n int, y *byte, a *byte, stride int, x *byte)")
	Pragma("noescape")
	Doc(fmt.Sprintf("%s adds %d rows of n elements, times the elements of x, to y.", name, rows))
	n, y := Load(Param("n"), GP64()), Load(Param("y"), GP64())
	a, stride, x := Load(Param("a"), GP64()), Load(Param("stride"), GP64()), Load(Param("x"), GP64())
	from, advance := rowsOf(a, stride, nil, rows)
	regs := m.regs()
	xs := regs[:rows]
	for i, r := range xs {
		m.broadcast(Mem{Base: x, Disp: i * m.size}, r)
	}
	v, w, t, u := regs[rows], regs[rows+1], regs[rows+2], regs[rows+3]
	two := 2 * m.lanes()
	SUBQ(Imm(uint64(two)), n)
	JLT(LabelRef(name + "_rest"))
	Label(name + "_loop")
	m.move(Mem{Base: y}, v)
	m.move(Mem{Base: y, Disp: m.bytes()}, w)
	for i, r := range xs {
		m.fma(from[i], r, v)
		m.fma(from[i].Offset(m.bytes()), r, w)
	}
	m.move(v, Mem{Base: y})
	m.move(w, Mem{Base: y, Disp: m.bytes()})
	advance(2 * m.bytes())
	ADDQ(U32(uint32(2*m.bytes())), y)
	SUBQ(Imm(uint64(two)), n)
	JGE(LabelRef(name + "_loop"))
	Label(name + "_rest")
	ADDQ(Imm(uint64(two)), n)
	Label(name + "_tail")
	TESTQ(n, n)
	JLE(LabelRef(name + "_end"))
	lanes, scratch := GP64(), GP64()
	MOVQ(U32(uint32(m.lanes())), lanes)
	CMPQ(n, lanes)
	CMOVQLT(n, lanes)
	part := m.tails(lanes, scratch)
	part.load(Mem{Base: y}, t, v)
	for i, r := range xs {
		part.load(from[i], t, u)
		m.fma(u, r, v)
	}
	part.store(v, t, Mem{Base: y})
	advance(m.bytes())
	ADDQ(U32(uint32(m.bytes())), y)
	SUBQ(Imm(uint64(m.lanes())), n)
	JMP(LabelRef(name + "_tail"))
	Label(name + "_end")
	VZEROUPPER()
	RET()
}
