package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// unary writes an operation of one operand.
func (e *emitter) unary(n node, x, r VecPhysical) {
	l := e.lane()
	switch {
	case n.op == "sqrt":
		l.sqrt(x, r)
	case n.op == "floor" && e.wide:
		l.rndscale(Imm(1), x, r)
	case n.op == "floor":
		l.round(Imm(1), x, r)
	case n.op == "shl":
		l.shl(Imm(n.bits), x, r)
	case n.op == "shr":
		l.shr(Imm(n.bits), x, r)
	case n.op == "getexp":
		l.getexp(x, r)
	case n.op == "getmant":
		l.getmant(Imm(mantissas), x, r)
	default:
		l.getmant(Imm(magnitudes), x, r)
	}
}

// mantissas asks VGETMANT for [3/4, 3/2), NaN for what is negative, but 1 for -0; magnitudes for that of the
// absolute value.
const mantissas, magnitudes = 0b1111, 0b0111

// fused writes a*b+c (or its kin) over an operand that dies, or over a copy of c.
func (e *emitter) fused(n node) VecPhysical {
	a, b, c := n.a, n.b, n.c
	f := e.lane().fused[n.op]
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
	// the copy is not a value yet: nothing may spill it, and nothing does, as what is loaded below has a
	// register of its own
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
			e.lane().compare.cast(imm, e.constant(e.nodes[n.b].bits), ra, k)
		} else {
			e.lane().compare.plain(imm, e.in(n.b), ra, k)
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
	e.lane().compare.plain(imm, rb, ra, r)
	e.reg[v] = r
}

// odd is the mask of lanes whose lowest bit is set; AVX2 has masks in upper bits.
func (e *emitter) odd(v val, n node) {
	x := e.in(n.a)
	if e.wide {
		k := e.freeK[0]
		e.freeK = e.freeK[1:]
		e.lane().test(e.constant(1), x, k)
		e.k[v] = k
		return
	}
	e.drop(n.a)
	r := e.take()
	e.lane().shl(Imm(uint64(e.top())), x, r)
	e.reg[v] = r
}

func (e *emitter) class(v val, n node) {
	x, k := e.in(n.a), e.freeK[0]
	e.freeK = e.freeK[1:]
	e.lane().class(Imm(n.bits), x, k)
	e.k[v] = k
}

// bound is one instruction, the smaller magnitude with the sign of the first, or two.
func (e *emitter) bound(v val, n node) {
	x := e.in(n.a)
	if e.wide {
		most := e.in(n.b)
		e.drop(n.a)
		r := e.take()
		e.lane().magnitude(Imm(2), most, x, r)
		e.reg[v] = r
		return
	}
	e.drop(n.a)
	r := e.take()
	e.lane().narrow["min"].plain(e.constant(e.nodes[n.b].bits), x, r)
	e.lane().narrow["max"].plain(e.constant(e.nodes[n.c].bits), r, r)
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
			e.lane().blend.cast(yes, no, k, r)
		} else {
			e.lane().blend.plain(yes, no, k, r)
		}
		e.reg[v] = r
		return
	}
	m := e.in(n.a)
	e.drop(n.a, n.b, n.c)
	r := e.take()
	e.lane().blendv(m, yes, no, r)
	e.reg[v] = r
}

func (e *emitter) look(v val, n node) {
	idx := e.in(n.a)
	if rs := e.held[n.tab.name]; len(rs) == 4 {
		e.lookLong(v, n, idx, rs)
		return
	} else if rs != nil {
		r := e.takeCopy(n.a, idx, len(rs) == 2)
		if len(rs) == 2 {
			e.lane().perm2(rs[1], rs[0], r)
		} else {
			e.lane().perm(rs[0], idx, r)
		}
		e.reg[v] = r
		return
	}
	low := e.take()
	if mask := e.constant(uint64(len(n.tab.v) - 1)); e.wide {
		e.lane().wide["and"].cast(mask, idx, low)
	} else {
		VPAND(mask, idx, low)
	}
	r := e.take()
	at := Mem{Base: e.where[n.tab.name], Index: low, Scale: uint8(e.lane().bytes)}
	VXORPD(r, r, r)
	switch {
	case e.wide:
		k := e.freeK[0]
		KXNORW(k, k, k)
		if e.native {
			VGATHERDPS(at, k, r)
		} else {
			VGATHERQPD(at, k, r)
		}
	default:
		m := e.take()
		VPCMPEQD(m, m, m)
		if e.native {
			VGATHERDPS(m, at, r)
		} else {
			VGATHERQPD(m, at, r)
		}
		e.free = append(e.free, m)
	}
	e.free = append(e.free, low)
	e.reg[v] = r
}

// lookLong is look in a table of four registers: in both halves, of which a bit of the number picks one.
func (e *emitter) lookLong(v val, n node, idx VecPhysical, rs []VecPhysical) {
	k, ok := e.upper[n.a]
	if !ok {
		k = e.freeK[0]
		e.freeK = e.freeK[1:]
		e.lane().test(e.constant(uint64(len(n.tab.v)/2)), idx, k)
		e.upper[n.a] = k
	}
	hi, r := e.take(), e.take()
	VMOVAPD(idx, hi)
	VMOVAPD(idx, r)
	e.lane().perm2(rs[3], rs[2], hi)
	e.lane().perm2(rs[1], rs[0], r)
	e.lane().blend.plain(hi, r, k, r)
	e.free = append(e.free, hi)
	e.reg[v] = r
}

// signed writes a | (x & sign), or the same with xor.
func (e *emitter) signed(v val, n node) {
	x, a := e.in(n.b), e.in(n.a)
	r := e.takeCopy(n.a, a, true)
	imm := Imm(0xf8)
	if n.op == "xorsign" {
		imm = Imm(0x78)
	}
	e.lane().ternary(imm, e.constant(1<<(8*e.lane().bytes-1)), x, r)
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
	l := e.lane()
	if e.wide {
		e.drop(n.a, n.b)
		r := e.take()
		l.scale(q, x, r)
		e.reg[v] = r
		return
	}
	whole, half := e.take(), e.take()
	number := func(f float64) Mem {
		if e.native {
			return e.constant(uint64(math.Float32bits(float32(f))))
		}
		return e.constant(math.Float64bits(f))
	}
	do := func(op string, m Op, x, r VecPhysical) { l.narrow[op].plain(m, x, r) }
	shifter := number(e.shifter())
	l.round(Imm(1), q, whole)
	do("mul", number(0.5), whole, half)
	do("add", shifter, half, half) // half of it in the low bits
	r := e.take()
	do("sub", shifter, half, r)
	do("sub", r, whole, whole)
	do("add", shifter, whole, whole) // the other half
	for _, h := range []VecPhysical{half, whole} {
		do("addi", e.constant(e.bias()), h, h)
		l.shl(Imm(e.digits()), h, h)
	}
	do("mul", half, x, r)
	do("mul", whole, r, r)
	e.free = append(e.free, half, whole)
	e.reg[v] = r
}
