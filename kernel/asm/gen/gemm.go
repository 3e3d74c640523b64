package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// gemm is the register kernels of products: for every number of rows up to the most, and of vectors of columns up to three.
func gemm() {
	for _, m := range machines() {
		rows := 4
		if m.wide {
			rows = 8
		}
		tile{m, rows, 3, false}.emit()
		for r := 1; r <= rows; r++ {
			for v := 1; v <= 3; v++ {
				tile{m, r, v, true}.emit()
			}
		}
	}
}

// A tile is rows x vectors sums in registers: c = alpha*a*b, or c += alpha*a*b with add. Elements of a are broadcast from any place, a row of b and
// of c is contiguous. Strides are in bytes; last is the number of lanes of the last vector that there are.
type tile struct {
	machine
	rows, vectors int
	masked        bool
}

func (t tile) emit() {
	name := fmt.Sprintf("tile%s%dx%d", t.name, t.rows, t.vectors)
	if !t.masked {
		name = fmt.Sprintf("tile%s", t.name)
	}
	TEXT(name, NOSPLIT, "func(k int, a *byte, ars, acs int, b *byte, brs int, c *byte, crs int, alpha uint64, add, last int)")
	Pragma("noescape")
	Doc(fmt.Sprintf("%s multiplies %d rows with %d vectors of columns.", name, t.rows, t.vectors))
	k := Load(Param("k"), GP64())
	a, ars, acs := Load(Param("a"), GP64()), Load(Param("ars"), GP64()), Load(Param("acs"), GP64())
	b, brs := Load(Param("b"), GP64()), Load(Param("brs"), GP64())
	c, crs := Load(Param("c"), GP64()), Load(Param("crs"), GP64())
	var mask tail
	if t.masked {
		mask = t.tails(Load(Param("last"), GP64()), GP64())
	}

	regs := t.regs()
	sums := regs[:t.rows*t.vectors]
	bs := regs[len(sums):][:t.vectors]
	xs := regs[len(sums)+t.vectors:]
	xs = xs[:min(2, len(xs))]
	for _, s := range sums {
		t.clear(s)
	}
	at := GP64()
	MOVQ(c, at)
	for i := range t.rows {
		for j := 0; j < t.vectors*t.bytes(); j += 64 {
			PREFETCHT0(Mem{Base: at, Disp: j})
		}
		if i < t.rows-1 {
			ADDQ(crs, at)
		}
	}
	from, advance := rowsOf(a, ars, acs, t.rows)

	step := func() {
		for j, v := range bs {
			m := Mem{Base: b, Disp: j * t.bytes()}
			if t.masked && j == t.vectors-1 {
				mask.load(m, xs[0], v)
			} else {
				t.move(m, v)
			}
		}
		ADDQ(brs, b)
		for i := range t.rows {
			x := xs[i%len(xs)]
			t.broadcast(from[i], x)
			for j, v := range bs {
				t.fma(v, x, sums[i*t.vectors+j])
			}
		}
		advance()
	}
	unroll := 4
	if t.masked {
		unroll = 2
	}
	label := func(s string) string { return name + "_" + s }
	SUBQ(Imm(uint64(unroll)), k)
	JLT(LabelRef(label("rest")))
	Label(label("loop"))
	for range unroll {
		step()
	}
	SUBQ(Imm(uint64(unroll)), k)
	JGE(LabelRef(label("loop")))
	Label(label("rest"))
	ADDQ(Imm(uint64(unroll)), k)
	JZ(LabelRef(label("end")))
	Label(label("one"))
	step()
	DECQ(k)
	JNZ(LabelRef(label("one")))
	Label(label("end"))
	t.finish(label, c, crs, sums, bs, xs[0], mask)
	VZEROUPPER()
	RET()
}

// finish writes the sums to c.
func (t tile) finish(label func(string) string, c, crs Register, sums, free []VecPhysical, alpha VecPhysical, mask tail) {
	x := Load(Param("alpha"), GP64())
	if t.size == 8 {
		VMOVQ(x, alpha.AsX())
	} else {
		VMOVD(x.(GPVirtual).As32(), alpha.AsX())
	}
	t.broadcast(alpha.AsX(), alpha)
	if len(free) < 2 { // one vector of columns: the rest of the registers is free too
		free = append(free[:len(free):len(free)], t.regs()[len(t.regs())-1])
	}
	add := Load(Param("add"), GP64())
	TESTQ(add, add)
	JZ(LabelRef(label("store")))
	rows := func(add bool) {
		for i := range t.rows {
			for j := range t.vectors {
				s, m := sums[i*t.vectors+j], Mem{Base: c, Disp: j * t.bytes()}
				last := t.masked && j == t.vectors-1
				switch {
				case add && last:
					mask.load(m, free[1], free[0])
					t.scaleAdd(free[0], alpha, s)
				case add:
					t.scaleAdd(m, alpha, s)
				default:
					t.multiply(s, alpha, s)
				}
				if last {
					mask.store(s, free[1], m)
				} else {
					t.move(s, m)
				}
			}
			if i < t.rows-1 {
				ADDQ(crs, c)
			}
		}
	}
	rows(true)
	VZEROUPPER()
	RET()
	Label(label("store"))
	rows(false)
}

// rowsOf is where the elements of a column of a are, for up to eight rows, and what goes on to the next column.
func rowsOf(a, ars, acs Register, rows int) (at []Mem, advance func()) {
	at = []Mem{{Base: a}, {Base: a, Index: ars, Scale: 1}, {Base: a, Index: ars, Scale: 2}}
	if rows > 3 {
		ars3 := GP64()
		LEAQ(Mem{Base: ars, Index: ars, Scale: 2}, ars3)
		at = append(at, Mem{Base: a, Index: ars3, Scale: 1})
		if rows > 4 {
			a4 := GP64()
			LEAQ(Mem{Base: a, Index: ars, Scale: 4}, a4)
			at = append(at, Mem{Base: a4}, Mem{Base: a4, Index: ars, Scale: 1}, Mem{Base: a4, Index: ars, Scale: 2}, Mem{Base: a4, Index: ars3, Scale: 1})
			return at, func() {
				ADDQ(acs, a)
				ADDQ(acs, a4)
			}
		}
	}
	return at, func() { ADDQ(acs, a) }
}
