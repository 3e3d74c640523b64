package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// secular is the loops over poles of the divide and conquer eigenvalue and singular value solvers, in
// float64.
func secular() {
	for _, m := range machines() {
		if m.size == 8 {
			m.poleSums()
			m.gapRatios("gapRatios", false)
			m.gapRatios("squareRatios", true)
			m.quotients()
		}
	}
}

// loop makes two bodies, for whole vectors and for the rest of one. in are the pointers that go on.
func (m machine) loop(name string, n Register, in []Register, body func(t *tail)) {
	SUBQ(Imm(uint64(m.lanes())), n)
	JLT(LabelRef(name + "_rest"))
	Label(name + "_loop")
	body(nil)
	for _, p := range in {
		ADDQ(U32(uint32(m.bytes())), p)
	}
	SUBQ(Imm(uint64(m.lanes())), n)
	JGE(LabelRef(name + "_loop"))
	Label(name + "_rest")
	ADDQ(Imm(uint64(m.lanes())), n)
	JLE(LabelRef(name + "_end"))
	t := m.tails(n, GP64())
	body(&t)
	Label(name + "_end")
}

// get loads a vector or, with zeros, the part of one that there is.
func (m machine) get(t *tail, from Mem, hold, to VecPhysical) {
	if t == nil {
		m.move(from, to)
		return
	}
	t.load(from, hold, to)
}

// put is get's counterpart.
func (m machine) put(t *tail, from, hold VecPhysical, to Mem) {
	if t == nil {
		m.move(from, to)
		return
	}
	t.store(from, hold, to)
}

// divide is to = x/y, zero in lanes that do not count.
func (m machine) divide(t *tail, x, y, hold, to VecPhysical) {
	switch {
	case t == nil:
		VDIVPD(y, x, to)
	case m.wide:
		VDIVPD_Z(y, x, t.k, to)
	default:
		VDIVPD(y, x, to)
		VMOVUPD(t.mask, hold)
		VANDPD(hold, to, to)
	}
}

func (m machine) poleSums() {
	name := "poleSums" + m.name
	TEXT(name, NOSPLIT, "func(n int, z, pole *float64, t float64, out *float64)")
	Pragma("noescape")
	Doc(name + " writes the sums of z*z/(pole-t) and of the squares of z/(pole-t) to out.")
	n, z, pole := Load(Param("n"), GP64()), Load(Param("z"), GP64()), Load(Param("pole"), GP64())
	r := m.regs()
	at, first, second, zs, q, hold := r[0], r[1], r[2], r[3], r[4], r[5]
	p, err := Param("t").Resolve()
	if err != nil {
		panic(err)
	}
	m.broadcast(p.Addr, at)
	m.clear(first)
	m.clear(second)
	m.loop(name, n, []Register{z, pole}, func(t *tail) {
		m.get(t, Mem{Base: pole}, hold, q)
		VSUBPD(at, q, q)
		m.get(t, Mem{Base: z}, hold, zs)
		m.divide(t, zs, q, hold, q)
		m.fma(zs, q, first)
		m.fma(q, q, second)
	})
	m.results(Load(Param("out"), GP64()), hold, first, second)
}

// results writes sums of lanes to out, and returns.
func (m machine) results(out Register, hold VecPhysical, sums ...VecPhysical) {
	for i, s := range sums {
		m.fold(s, hold)
		VMOVSD(s.AsX(), Mem{Base: out, Disp: 8 * i})
	}
	VZEROUPPER()
	RET()
}

func (m machine) gapRatios(what string, squares bool) {
	name := what + m.name
	TEXT(name, NOSPLIT, "func(n int, w, q, d *float64, at float64)")
	Pragma("noescape")
	if squares {
		Doc(name + " multiplies w by q/((d-at)*(d+at)).")
	} else {
		Doc(name + " multiplies w by q/(d-at).")
	}
	n, w, q, d := Load(Param("n"), GP64()), Load(Param("w"), GP64()), Load(Param("q"), GP64()), Load(Param("d"), GP64())
	r := m.regs()
	at, x, y, s, hold := r[0], r[1], r[2], r[3], r[4]
	p, err := Param("at").Resolve()
	if err != nil {
		panic(err)
	}
	m.broadcast(p.Addr, at)
	m.loop(name, n, []Register{w, q, d}, func(t *tail) {
		m.get(t, Mem{Base: d}, hold, x)
		VSUBPD(at, x, y)
		if squares {
			VADDPD(at, x, x)
			m.multiply(x, y, y)
		}
		m.get(t, Mem{Base: q}, hold, x)
		m.divide(t, x, y, hold, x)
		m.get(t, Mem{Base: w}, hold, s)
		m.multiply(s, x, s)
		m.put(t, s, hold, Mem{Base: w})
	})
	VZEROUPPER()
	RET()
}

func (m machine) quotients() {
	name := "quotients" + m.name
	TEXT(name, NOSPLIT, "func(n int, q, z, d, out *float64)")
	Pragma("noescape")
	Doc(name + " makes q z/q and writes the sums of the squares of q and of d*q to out.")
	n, q, z, d := Load(Param("n"), GP64()), Load(Param("q"), GP64()), Load(Param("z"), GP64()), Load(Param("d"), GP64())
	r := m.regs()
	first, second, x, y, hold := r[0], r[1], r[2], r[3], r[4]
	m.clear(first)
	m.clear(second)
	m.loop(name, n, []Register{q, z, d}, func(t *tail) {
		m.get(t, Mem{Base: q}, hold, x)
		m.get(t, Mem{Base: z}, hold, y)
		m.divide(t, y, x, hold, x)
		m.put(t, x, hold, Mem{Base: q})
		m.fma(x, x, first)
		m.get(t, Mem{Base: d}, hold, y)
		m.multiply(y, x, y)
		m.fma(y, y, second)
	})
	m.results(Load(Param("out"), GP64()), hold, first, second)
}
