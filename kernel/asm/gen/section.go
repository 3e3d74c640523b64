package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// when is f(v), which must be v in the lanes that are not in the mask: with AVX-512 the steps of f are left
// out where no lane is.
func (p *prog) when(mask, v val, f func(v val) val) val {
	if !p.wide {
		return f(v)
	}
	b := p.op("begin", mask, v)
	return p.op("finish", f(b), b)
}

// begin copies v to where the result of the section will be, and goes to its end if no lane needs it.
func (e *emitter) beginSection(v val, n node) {
	from := e.in(n.b)
	e.reg[v] = e.takeCopy(n.b, from, true)
	k := e.k[n.a]
	e.drop(n.a, n.b)
	e.before = map[val]VecPhysical{}
	for o, r := range e.reg {
		e.before[o] = r
	}
	KORTESTW(k, k)
	JE(LabelRef(e.section(v)))
}

func (e *emitter) section(v val) string {
	return e.label("after" + fmt.Sprint(v))
}

// finish has the result where begin put the value; registers are again as they were there, less what died.
func (e *emitter) finishSection(v val, n node) {
	home := e.reg[n.b]
	VMOVAPD(e.in(n.a), home)
	Label(e.section(n.b))
	e.drop(n.a)
	delete(e.reg, n.b)
	for o, r := range e.reg {
		if e.before[o] == nil {
			delete(e.reg, o)
			e.free = append(e.free, r)
		}
	}
	for o, r := range e.before {
		if o != n.b && !e.dies(o) && e.reg[o] != r {
			panic("a value moved in a section")
		}
	}
	e.reg[v] = home
}
