package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// gemm is the register kernels of products: for every number of rows up to the most, and of vectors of
// columns up to three.
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

// A tile is rows x vectors sums in registers: c = alpha*a*b, or c += alpha*a*b in mode 1. Elements of a are
// broadcast from any place, a row of b and of c is contiguous. Strides are in bytes; last is the number of
// lanes of the last vector that there are.
type tile struct {
	machine
	rows, vectors int
	masked        bool
}

const tileSig = "func(k int, a *byte, ars, acs int, b *byte, brs int, c *byte, crs int, alpha uint64, mode, last int)"

// params are the loaded parameters of a tile.
type params struct {
	k, a, ars, acs, b, brs, c, crs Register
	mask                           tail
}

// begin opens the function, loads the parameters and asks for c.
func (t tile) begin(name string) params {
	TEXT(name, NOSPLIT, tileSig)
	Pragma("noescape")
	Doc(fmt.Sprintf("%s multiplies rows of a, as many as the name says, with vectors of columns.", name))
	load := func(s string) Register { return Load(Param(s), GP64()) }
	p := params{k: load("k"), a: load("a"), ars: load("ars"), acs: load("acs"), b: load("b"), brs: load("brs"), c: load("c"), crs: load("crs")}
	if t.masked {
		p.mask = t.tails(load("last"), GP64())
	}
	at := GP64()
	MOVQ(p.c, at)
	for i := range t.rows {
		for j := 0; j < t.vectors*t.bytes(); j += 64 {
			PREFETCHT0(Mem{Base: at, Disp: j})
		}
		if i < t.rows-1 {
			ADDQ(p.crs, at)
		}
	}
	return p
}

// loop loads a row of b to bs and calls step with the places of a column of a, for every inner index.
func (t tile) loop(name string, p params, bs []VecPhysical, hold VecPhysical, multiply func(from []Mem)) {
	from, advance := rowsOf(p.a, p.ars, p.acs, t.rows)
	step := func() {
		for j, v := range bs {
			m := Mem{Base: p.b, Disp: j * t.bytes()}
			if t.masked && j == t.vectors-1 {
				p.mask.load(m, hold, v)
			} else {
				t.move(m, v)
			}
		}
		ADDQ(p.brs, p.b)
		multiply(from)
		advance()
	}
	unroll := 4
	if t.masked {
		unroll = 2
	}
	SUBQ(Imm(uint64(unroll)), p.k)
	JLT(LabelRef(name + "_rest"))
	Label(name + "_loop")
	for range unroll {
		step()
	}
	SUBQ(Imm(uint64(unroll)), p.k)
	JGE(LabelRef(name + "_loop"))
	Label(name + "_rest")
	ADDQ(Imm(uint64(unroll)), p.k)
	JZ(LabelRef(name + "_end"))
	Label(name + "_one")
	step()
	DECQ(p.k)
	JNZ(LabelRef(name + "_one"))
	Label(name + "_end")
}

func (t tile) emit() {
	name := fmt.Sprintf("tile%s%dx%d", t.name, t.rows, t.vectors)
	if !t.masked {
		name = fmt.Sprintf("tile%s", t.name)
	}
	p := t.begin(name)
	regs := t.regs()
	sums := regs[:t.rows*t.vectors]
	bs := regs[len(sums):][:t.vectors]
	xs := regs[len(sums)+t.vectors:]
	xs = xs[:min(2, len(xs))]
	for _, s := range sums {
		t.clear(s)
	}
	t.loop(name, p, bs, xs[0], func(from []Mem) {
		for i := range t.rows {
			x := xs[i%len(xs)]
			t.broadcast(from[i], x)
			for j, v := range bs {
				t.fma(v, x, sums[i*t.vectors+j])
			}
		}
	})
	hold := regs[len(regs)-1]
	if t.vectors > 1 {
		hold = bs[1]
	}
	t.finish(name, p, sums, bs[0], hold, xs[0])
}

// finish writes the sums to c and returns. old, hold and alpha are free registers.
func (t tile) finish(name string, p params, sums []VecPhysical, old, hold, alpha VecPhysical) {
	x := Load(Param("alpha"), GP64())
	if t.size == 8 {
		VMOVQ(x, alpha.AsX())
	} else {
		VMOVD(x.(GPVirtual).As32(), alpha.AsX())
	}
	t.broadcast(alpha.AsX(), alpha)
	mode := Load(Param("mode"), GP64())
	TESTQ(U32(1), mode)
	JZ(LabelRef(name + "_store"))
	rows := func(add bool) {
		for i := range t.rows {
			for j := range t.vectors {
				s, m := sums[i*t.vectors+j], Mem{Base: p.c, Disp: j * t.bytes()}
				last := t.masked && j == t.vectors-1
				switch {
				case add && last:
					p.mask.load(m, hold, old)
					t.scaleAdd(old, alpha, s)
				case add:
					t.scaleAdd(m, alpha, s)
				default:
					t.multiply(s, alpha, s)
				}
				if last {
					p.mask.store(s, hold, m)
				} else {
					t.move(s, m)
				}
			}
			if i < t.rows-1 {
				ADDQ(p.crs, p.c)
			}
		}
		VZEROUPPER()
		RET()
	}
	rows(true)
	Label(name + "_store")
	rows(false)
}

// rowsOf is where the elements of a column of up to eight rows are, and what goes on: by acs bytes or,
// without it, by as many as it is told.
func rowsOf(a, ars, acs Register, rows int) (at []Mem, advance func(by ...int)) {
	pointers := []Register{a}
	at = []Mem{{Base: a}, {Base: a, Index: ars, Scale: 1}, {Base: a, Index: ars, Scale: 2}}
	if rows > 3 {
		ars3 := GP64()
		LEAQ(Mem{Base: ars, Index: ars, Scale: 2}, ars3)
		at = append(at, Mem{Base: a, Index: ars3, Scale: 1})
		if rows > 4 {
			a4 := GP64()
			LEAQ(Mem{Base: a, Index: ars, Scale: 4}, a4)
			at = append(at, Mem{Base: a4}, Mem{Base: a4, Index: ars, Scale: 1}, Mem{Base: a4, Index: ars, Scale: 2}, Mem{Base: a4, Index: ars3, Scale: 1})
			pointers = append(pointers, a4)
		}
	}
	return at, func(by ...int) {
		for _, p := range pointers {
			if acs != nil {
				ADDQ(acs, p)
			} else {
				ADDQ(U32(uint32(by[0])), p)
			}
		}
	}
}
