package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// symv is both products of some columns with vectors in one pass over them: half of a symmetric matrix is
// read once.
func symv() {
	for _, m := range machines() {
		m.symv(m.together())
	}
}

// together is the columns of a call.
func (m machine) together() int {
	if m.wide {
		return 8
	}
	return 4
}

// symv adds multiples of columns to y and forms their sums of products with x. What is added to y is two
// chains, of the lower and the higher half of the columns.
func (m machine) symv(cols int) {
	name := fmt.Sprintf("symv%sx%d", m.name, cols)
	TEXT(name, NOSPLIT, "func(n int, a *byte, stride int, x, y, coef, out *byte)")
	Pragma("noescape")
	Doc(fmt.Sprintf("%s adds %d columns of n elements, times coef, to y, and writes their sums of products with x to out.", name, cols))
	n, a := Load(Param("n"), GP64()), Load(Param("a"), GP64())
	stride, x, y := Load(Param("stride"), GP64()), Load(Param("x"), GP64()), Load(Param("y"), GP64())
	from, advance := rowsOf(a, stride, nil, cols)
	regs := m.regs()
	sums, coef := regs[:cols], regs[cols:][:cols]
	v, low, high, w := regs[2*cols], regs[2*cols+1], regs[2*cols+2], regs[2*cols+3]
	hold := regs[2*cols+4]
	c := Load(Param("coef"), GP64())
	for i := range cols {
		m.clear(sums[i])
		m.broadcast(Mem{Base: c, Disp: i * m.size}, coef[i])
	}
	step := func(load func(from Mem, to VecPhysical), store func()) {
		load(Mem{Base: x}, v)
		load(Mem{Base: y}, low)
		for i := range cols {
			load(from[i], w)
			m.fma(w, v, sums[i])
			switch {
			case i < cols/2:
				m.fma(w, coef[i], low)
			case i == cols/2:
				m.multiply(w, coef[i], high)
			default:
				m.fma(w, coef[i], high)
			}
		}
		m.plus(high, low)
		store()
	}
	SUBQ(Imm(uint64(m.lanes())), n)
	JLT(LabelRef(name + "_rest"))
	Label(name + "_loop")
	step(func(from Mem, to VecPhysical) { m.move(from, to) }, func() { m.move(low, Mem{Base: y}) })
	advance(m.bytes())
	ADDQ(U32(uint32(m.bytes())), x)
	ADDQ(U32(uint32(m.bytes())), y)
	SUBQ(Imm(uint64(m.lanes())), n)
	JGE(LabelRef(name + "_loop"))
	Label(name + "_rest")
	ADDQ(Imm(uint64(m.lanes())), n)
	JLE(LabelRef(name + "_end"))
	part := m.tails(n, GP64())
	step(func(from Mem, to VecPhysical) { part.load(from, hold, to) }, func() { part.store(low, hold, Mem{Base: y}) })
	Label(name + "_end")
	out := Load(Param("out"), GP64())
	for i, s := range sums {
		m.fold(s, v)
		if m.size == 8 {
			VMOVSD(s.AsX(), Mem{Base: out, Disp: 8 * i})
		} else {
			VMOVSS(s.AsX(), Mem{Base: out, Disp: 4 * i})
		}
	}
	VZEROUPPER()
	RET()
}
