package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// fusedForms are the instructions for one sign: by which operand of to = a*b+c is overwritten.
var fusedForms = map[string]struct{ sum, left cast3 }{ // sum: r = x*y + r; left: r = r*x + y
	"fma":  {cast3{VFMADD231PD, VFMADD231PD_BCST}, cast3{VFMADD213PD, VFMADD213PD_BCST}},
	"fnma": {cast3{VFNMADD231PD, VFNMADD231PD_BCST}, cast3{VFNMADD213PD, VFNMADD213PD_BCST}},
	"fms":  {cast3{VFMSUB231PD, VFMSUB231PD_BCST}, cast3{VFMSUB213PD, VFMSUB213PD_BCST}},
}

// fused writes a*b+c (or its kin) over an operand that dies, or over a copy of c.
func (e *emitter) fused(n node) VecPhysical {
	a, b, c := n.a, n.b, n.c
	f := fusedForms[n.op]
	if e.isConst(a) {
		a, b = b, a
	}
	if e.isConst(a) {
		panic("a product of constants")
	}
	run := func(t cast3, x val, y, r VecPhysical) {
		switch {
		case e.isConst(x) && e.wide:
			t.cast(e.constant(e.nodes[x].bits), y, r)
		case e.isConst(x):
			t.plain(e.constant(e.nodes[x].bits), y, r)
		default:
			t.plain(e.in(x), y, r)
		}
	}
	own := func(v val) bool { return e.dies(v) && e.nodes[v].op != "const" }
	ra := e.in(a)
	switch {
	case own(c) && c != a && c != b:
		rc := e.in(c)
		run(f.sum, b, ra, rc)
		delete(e.reg, c)
		return rc
	case own(a) && a != b && a != c && !e.isConst(b):
		rb := e.in(b)
		run(f.left, c, rb, ra)
		delete(e.reg, a)
		return ra
	case own(b) && a != b && b != c:
		rb := e.in(b)
		run(f.left, c, ra, rb)
		delete(e.reg, b)
		return rb
	}
	r := e.take()
	if e.isConst(c) {
		e.fetch(e.nodes[c].bits, r)
	} else {
		VMOVAPD(e.in(c), r)
	}
	// the copy is not a value yet: nothing may spill it, and nothing does, as what is loaded below has a register of its own
	run(f.sum, b, ra, r)
	return r
}

func (e *emitter) compare(v val, n node) {
	ra := e.in(n.a)
	imm := Imm(compare[n.op])
	if e.wide {
		k := e.freeK[0]
		e.freeK = e.freeK[1:]
		if e.isConst(n.b) {
			VCMPPD_BCST(imm, e.constant(e.nodes[n.b].bits), ra, k)
		} else {
			VCMPPD(imm, e.in(n.b), ra, k)
		}
		e.k[v] = k
		return
	}
	var rb Op
	if e.isConst(n.b) {
		rb = e.constant(e.nodes[n.b].bits)
	} else {
		rb = e.in(n.b)
	}
	e.drop(n.a, n.b)
	r := e.take()
	VCMPPD(imm, rb, ra, r)
	e.reg[v] = r
}

func (e *emitter) masks(v val, n node) {
	if e.wide {
		k := e.freeK[0]
		e.freeK = e.freeK[1:]
		x, y := e.k[n.a], e.k[n.b]
		switch n.op {
		case "mor":
			KORW(y, x, k)
		case "mand":
			KANDW(y, x, k)
		default:
			KANDNW(y, x, k)
		}
		e.k[v] = k
		return
	}
	x, y := e.in(n.a), e.in(n.b)
	e.drop(n.a, n.b)
	r := e.take()
	switch n.op {
	case "mor":
		VORPD(y, x, r)
	case "mand":
		VANDPD(y, x, r)
	default:
		VANDNPD(y, x, r)
	}
	e.reg[v] = r
}

func (e *emitter) pick(v val, n node) {
	no := e.in(n.c)
	var yes Op
	cast := e.isConst(n.b)
	if cast {
		yes = e.constant(e.nodes[n.b].bits)
	} else {
		yes = e.in(n.b)
	}
	if e.wide {
		k := e.k[n.a]
		e.drop(n.b, n.c)
		r := e.take()
		if cast {
			VBLENDMPD_BCST(yes, no, k, r)
		} else {
			VBLENDMPD(yes, no, k, r)
		}
		e.reg[v] = r
		return
	}
	m := e.in(n.a)
	e.drop(n.a, n.b, n.c)
	r := e.take()
	VBLENDVPD(m, yes, no, r)
	e.reg[v] = r
}

func (e *emitter) look(v val, n node) {
	idx := e.in(n.a)
	if rs := e.held[n.tab.name]; rs != nil {
		r := e.takeCopy(n.a, idx, len(rs) == 2)
		if len(rs) == 2 {
			VPERMI2PD(rs[1], rs[0], r)
		} else {
			VPERMPD(rs[0], idx, r)
		}
		e.reg[v] = r
		return
	}
	low := e.take()
	if mask := e.constant(uint64(len(n.tab.v) - 1)); e.wide {
		VPANDQ_BCST(mask, idx, low)
	} else {
		VPAND(mask, idx, low)
	}
	r := e.take()
	at := Mem{Base: e.where[n.tab.name], Index: low, Scale: 8}
	if e.wide {
		k := e.freeK[0]
		KXNORW(k, k, k)
		VXORPD(r, r, r)
		VGATHERQPD(at, k, r)
	} else {
		m := e.take()
		VPCMPEQD(m, m, m)
		VXORPD(r, r, r)
		VGATHERQPD(m, at, r)
		e.free = append(e.free, m)
	}
	e.free = append(e.free, low)
	e.reg[v] = r
}

// takeCopy is a register for a result, holding the operand when that is overwritten: its own where it dies.
func (e *emitter) takeCopy(v val, from VecPhysical, copied bool) VecPhysical {
	if e.dies(v) && e.nodes[v].op != "const" {
		delete(e.reg, v)
		return from
	}
	r := e.take()
	if copied {
		VMOVAPD(from, r)
	}
	return r
}

// scaled is v*2^floor(q): one instruction, or two products, of which at most the second rounds.
func (e *emitter) scaled(v val, n node) {
	x, q := e.in(n.a), e.in(n.b)
	if e.wide {
		e.drop(n.a, n.b)
		r := e.take()
		VSCALEFPD(q, x, r)
		e.reg[v] = r
		return
	}
	whole, half := e.take(), e.take()
	bits := func(f float64) Mem { return e.constant(math.Float64bits(f)) }
	VROUNDPD(Imm(1), q, whole)
	VMULPD(bits(0.5), whole, half)
	VADDPD(bits(shifter), half, half) // half of it in the low bits
	r := e.take()
	VSUBPD(bits(shifter), half, r)
	VSUBPD(r, whole, whole)
	VADDPD(bits(shifter), whole, whole) // the other half
	for _, h := range []VecPhysical{half, whole} {
		VPADDQ(e.constant(1023), h, h)
		VPSLLQ(Imm(52), h, h)
	}
	VMULPD(half, x, r)
	VMULPD(whole, r, r)
	e.free = append(e.free, half, whole)
	e.reg[v] = r
}
