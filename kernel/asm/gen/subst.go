package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// substRows is the most rows of a substitution.
const substRows = 8

// subst is the solution of triangles of up to eight rows.
func subst() {
	for _, m := range machines() {
		for rows := 1; rows <= substRows; rows++ {
			m.subst(rows)
		}
	}
}

// subst is forward substitution in registers, two vectors of columns at once where they fit. Row i of coef
// holds the i negated elements left of the diagonal and the reciprocal of that on it.
func (m machine) subst(rows int) {
	name := fmt.Sprintf("subst%sx%d", m.name, rows)
	TEXT(name, NOSPLIT, "func(n int, x *byte, stride int, coef *byte)")
	Pragma("noescape")
	Doc(fmt.Sprintf("%s solves a triangle of %d rows for n columns of x in place.", name, rows))
	n, x := Load(Param("n"), GP64()), Load(Param("x"), GP64())
	stride, coef := Load(Param("stride"), GP64()), Load(Param("coef"), GP64())
	at, advance := rowsOf(x, stride, nil, rows)
	regs := m.regs()
	pair := 1
	if m.wide {
		pair = 2
	}
	hold := regs[len(regs)-1]
	body := func(vectors int, part *tail) {
		xs, cs := regs[:rows*vectors], regs[rows*vectors:len(regs)-1]
		place := func(i, v int) Mem { return at[i].Offset(v * m.bytes()) }
		c := 0
		for i := range rows {
			for v := range vectors {
				if part != nil {
					part.load(place(i, v), hold, xs[i*vectors+v])
				} else {
					m.move(place(i, v), xs[i*vectors+v])
				}
			}
			for j := range i + 1 {
				r := cs[c%min(len(cs), 4)]
				m.broadcast(Mem{Base: coef, Disp: c * m.size}, r)
				c++
				for v := range vectors {
					if j == i {
						m.multiply(r, xs[i*vectors+v], xs[i*vectors+v])
					} else {
						m.fma(r, xs[j*vectors+v], xs[i*vectors+v])
					}
				}
			}
			for v := range vectors {
				if part != nil {
					part.store(xs[i*vectors+v], hold, place(i, v))
				} else {
					m.move(xs[i*vectors+v], place(i, v))
				}
			}
		}
		advance(vectors * m.bytes())
	}
	step := pair * m.lanes()
	SUBQ(Imm(uint64(step)), n)
	JLT(LabelRef(name + "_rest"))
	Label(name + "_loop")
	body(pair, nil)
	SUBQ(Imm(uint64(step)), n)
	JGE(LabelRef(name + "_loop"))
	Label(name + "_rest")
	ADDQ(Imm(uint64(step)), n)
	Label(name + "_tail")
	TESTQ(n, n)
	JLE(LabelRef(name + "_end"))
	lanes, scratch := GP64(), GP64()
	MOVQ(U32(uint32(m.lanes())), lanes)
	CMPQ(n, lanes)
	CMOVQLT(n, lanes)
	part := m.tails(lanes, scratch)
	body(1, &part)
	SUBQ(Imm(uint64(m.lanes())), n)
	JMP(LabelRef(name + "_tail"))
	Label(name + "_end")
	VZEROUPPER()
	RET()
}
