package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// twice is the program for two vectors, step by step in turn: where each step waits for the one before it,
// the CPU sees twice as many that it can begin.
func (p *prog) twice(out val) (*prog, []val) {
	q := &prog{name: p.name, doc: p.doc, args: p.args, single: p.single, native: p.native, wide: p.wide, rare: noVal, known: map[string]val{}}
	last := p.last(out)
	var to [2][]val
	for i, n := range p.nodes {
		for turn := range to {
			to[turn] = append(to[turn], noVal)
			if last[i] < 0 && val(i) != out {
				continue
			}
			c := n
			for _, o := range []*val{&c.a, &c.b, &c.c} {
				if *o != noVal {
					*o = to[turn][*o]
				}
			}
			if n.op == "arg" {
				c.turn = turn
			}
			to[turn][i] = q.put(c)
		}
		if val(i) == p.rare {
			q.rare = q.mor(to[0][i], to[1][i])
		}
	}
	return q, []val{to[0][out], to[1][out]}
}

// paired are the kernels for AVX-512 that go through two vectors at a time, as far as there are two, because
// that is faster.
var paired = map[string]bool{
	"expm1512d":   true,
	"expm1512s":   true,
	"exp2512s":    true,
	"log512s":     true,
	"log2512s":    true,
	"tan512d":     true,
	"arccos512d":  true,
	"sinh512d":    true,
	"sinh512s":    true,
	"cosh512d":    true,
	"tanh512d":    true,
	"tanh512s":    true,
	"arcsinh512d": true,
	"arccosh512d": true,
	"arctanh512d": true,
	"cbrt512d":    true,
	"arctan2512d": true,
}

// begin forgets the values of a loop.
func (e *emitter) begin() {
	e.lastUse = e.last(e.outs...)
	e.reg, e.k, e.slot = map[val]VecPhysical{}, map[val]OpmaskPhysical{}, map[val]int{}
	e.upper = map[val]OpmaskPhysical{}
	e.held, e.where = map[string][]VecPhysical{}, map[string]Register{}
	e.free, e.freeK = append([]VecPhysical(nil), ymm...), nil
	if e.wide {
		e.free, e.freeK = append([]VecPhysical(nil), zmm...), append([]OpmaskPhysical(nil), opmasks...)
	}
}

// A walk is the registers that a loop moves along.
type walk struct {
	dst, n, stream Register
	src, by        []Register // by only with two arguments
}

// loop writes a loop that does as many vectors in a turn as e has results, while there are so many.
func (e *emitter) loop(name, rare string, w walk) {
	e.begin()
	lanes := e.vector() / e.lane().bytes
	step := lanes * e.size()
	many := len(e.outs)
	e.rareTo = e.label(rare)
	e.load = func(i, turn int) Mem {
		switch {
		case turn == 0:
			return Mem{Base: w.src[i]}
		case e.args == 2:
			return Mem{Base: w.src[i], Index: w.by[i], Scale: 1}
		}
		return Mem{Base: w.src[i], Disp: step}
	}
	e.holdTables()
	e.keepConstants()
	CMPQ(w.n, Imm(uint64(many*lanes)))
	JLT(LabelRef(e.label("end" + name)))
	Label(e.label(name))
	for i := range e.nodes {
		if e.lastUse[i] < 0 && !e.isOut(val(i)) {
			continue
		}
		e.at = i
		e.node(val(i))
	}
	for turn, out := range e.outs {
		e.store(name, out, Mem{Base: w.dst, Disp: turn * step}, w.stream)
	}
	ADDQ(Imm(uint64(many*step)), w.dst)
	for i, s := range w.src {
		if e.args == 1 {
			ADDQ(Imm(uint64(many*step)), s)
			continue
		}
		for range many {
			ADDQ(w.by[i], s)
		}
	}
	SUBQ(Imm(uint64(many*lanes)), w.n)
	CMPQ(w.n, Imm(uint64(many*lanes)))
	JGE(LabelRef(e.label(name)))
	Label(e.label("end" + name))
}

func (e *emitter) isOut(v val) bool {
	for _, o := range e.outs {
		if o == v {
			return true
		}
	}
	return false
}
