package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// functions writes the kernels of a family of programs for AVX-512 and for AVX2.
func functions(family func() []*fn) {
	pool := map[uint64]Mem{}
	tables := map[string]Mem{}
	for _, f := range family() {
		for _, single := range []bool{false, true} {
			for _, wide := range []bool{true, false} {
				p, out := f.program(single, wide)
				e := emitter{prog: p, outs: []val{out}, pool: pool, tables: tables}
				e.emit()
			}
		}
	}
}

// An emitter turns one program into one kernel. Registers are given out along the line of nodes, each freed
// after the last use; AVX2, which has half of them, spills the value that is wanted latest.
type emitter struct {
	*prog
	outs   []val // one for each vector that a turn does
	pool   map[uint64]Mem
	tables map[string]Mem

	lastUse []int
	at      int // the node being written
	free    []VecPhysical
	freeK   []OpmaskPhysical
	reg     map[val]VecPhysical
	k       map[val]OpmaskPhysical
	slot    map[val]int // on the stack, in AVX2
	frame   []Mem
	unused  []int // slots
	held    map[string][]VecPhysical
	upper   map[val]OpmaskPhysical // of numbers looked up in long tables: the lanes in the upper half
	where   map[string]Register
	load    func(i, turn int) Mem
	before  map[val]VecPhysical // where values were at the begin of a section
	rareTo  string              // where it goes before vectors with lanes left to Go
	pinned  []val
	later   []func()     // what stands behind the end
	kept    map[val]bool // constants that stay in registers through the loop
}

var opmasks = []OpmaskPhysical{K1, K2, K3, K4, K5, K6, K7}

func (e *emitter) size() int {
	if e.single {
		return 4
	}
	return 8
}

// lane is the instructions for the lanes that e computes in, vector the bytes of a vector.
func (e *emitter) lane() *instructions {
	if e.native {
		return &singles
	}
	return &doubles
}

func (e *emitter) vector() int {
	if e.wide {
		return 64
	}
	return 32
}

func (e *emitter) label(s string) string { return e.kernel() + "_" + s }

func (e *emitter) kernel() string {
	w, s := "256", "d"
	if e.wide {
		w = "512"
	}
	if e.single {
		s = "s"
	}
	return e.name + w + s
}

func (e *emitter) emit() {
	lanes := e.vector() / e.lane().bytes
	steps := []string{"", ""}
	if e.args == 1 {
		TEXT(e.kernel(), NOSPLIT, "func(dst, x *byte, n int, stream bool) int")
	} else {
		TEXT(e.kernel(), NOSPLIT, "func(dst, x *byte, xstep int, y *byte, ystep int, n int, stream bool) int")
		steps = []string{"xstep", "ystep"}
	}
	Pragma("noescape")
	Doc(fmt.Sprintf("%s is %s of n elements, a multiple of %d; it stops before a vector it cannot answer and returns how many it did.", e.kernel(), e.name, lanes))
	dst, n, stream := Load(Param("dst"), GP64()), Load(Param("n"), GP64()), Load(Param("stream"), GP8())
	var src []Register
	for _, a := range []string{"x", "y"}[:e.args] {
		src = append(src, Load(Param(a), GP64()))
	}
	var by []Register
	if e.args == 2 {
		for _, a := range steps {
			by = append(by, Load(Param(a), GP64()))
		}
	}
	w := walk{dst, n, stream, src, by}
	if paired[e.kernel()] {
		two := *e
		two.prog, two.outs = e.twice(e.outs[0])
		two.loop("pairs", "endpairs", w)
		e.later = two.later
	}
	e.loop("loop", "end", w)
	Label(e.label("end"))
	TESTB(stream, stream)
	JE(LabelRef(e.label("done")))
	SFENCE()
	Label(e.label("done"))
	left, done := GP64(), GP64()
	Load(Param("n"), left)
	MOVQ(left, done)
	SUBQ(n, done)
	Store(done, ReturnIndex(0))
	VZEROUPPER()
	RET()
	for _, f := range e.later {
		f()
	}
}

// store writes a result, past the caches where that is asked for; to is then at a multiple of what is stored.
func (e *emitter) store(name string, out val, to Mem, stream Register) {
	r := Op(e.reg[out])
	switch {
	case e.single && !e.native && e.wide:
		r = e.reg[out].AsY()
		VCVTPD2PS(e.reg[out], r)
	case e.single && !e.native:
		r = e.reg[out].AsX()
		VCVTPD2PSY(e.reg[out], r)
	}
	past, next := e.label(fmt.Sprint(name, "past", out)), e.label(fmt.Sprint(name, "next", out))
	TESTB(stream, stream)
	JNE(LabelRef(past))
	VMOVUPD(r, to)
	Label(next)
	e.later = append(e.later, func() {
		Label(past)
		VMOVNTPD(r, to)
		JMP(LabelRef(next))
	})
}

// holdTables puts the tables of at most four registers there with AVX-512, addresses of the others where they
// are looked up.
func (e *emitter) holdTables() {
	for i, n := range e.nodes {
		if n.op != "look" || e.lastUse[i] < 0 {
			continue
		}
		t := n.tab
		m := e.tableMem(t)
		if size := e.lane().bytes; e.wide && len(t.v)*size <= 256 {
			if e.held[t.name] == nil {
				var rs []VecPhysical
				for j := 0; j < len(t.v)*size; j += 64 {
					r := e.take()
					VMOVUPD(m.Offset(j), r)
					rs = append(rs, r)
				}
				e.held[t.name] = rs
			}
		} else if e.where[t.name] == nil {
			g := GP64()
			LEAQ(m, g)
			e.where[t.name] = g
		}
	}
}

// keepConstants loads as many constants before the loop as AVX-512 has registers that no value wants, those
// with most uses first.
func (e *emitter) keepConstants() {
	e.kept = map[val]bool{}
	if !e.wide {
		return
	}
	uses, live, most := map[val]int{}, 0, 0
	ends := map[int]int{}
	for i, n := range e.nodes {
		if e.lastUse[i] < 0 {
			continue
		}
		for _, o := range []val{n.a, n.b, n.c} {
			if o != noVal && e.nodes[o].op == "const" {
				uses[o]++
			}
		}
		if n.op != "const" && !n.mask() {
			live++
			ends[e.lastUse[i]]++
		}
		most = max(most, live)
		live -= ends[i]
	}
	order := slices.SortedFunc(maps.Keys(uses), func(a, b val) int { return cmp.Or(uses[b]-uses[a], int(a-b)) })
	for _, v := range order[:max(0, min(len(order), len(e.free)-most-4))] {
		r := e.take()
		e.fetch(e.nodes[v].bits, r)
		e.reg[v], e.kept[v] = r, true
	}
}

func (e *emitter) tableMem(t *table) Mem {
	m, ok := e.tables[t.name]
	if !ok {
		m = GLOBL(t.name, RODATA|NOPTR)
		for i, v := range t.v {
			if e.native {
				DATA(4*i, U32(math.Float32bits(float32(v))))
			} else {
				DATA(8*i, U64(math.Float64bits(v)))
			}
		}
		e.tables[t.name] = m
	}
	return m
}

// constant is the place of a constant: 32 bytes of it.
func (e *emitter) constant(bits uint64) Mem {
	if e.native {
		bits |= bits << 32
	}
	m, ok := e.pool[bits]
	if !ok {
		m = GLOBL(fmt.Sprintf("c%016x", bits), RODATA|NOPTR)
		for i := range 4 {
			DATA(8*i, U64(bits))
		}
		e.pool[bits] = m
	}
	return m
}

var commutes = []string{"add", "mul", "and", "or", "xor", "addi"}

var compare = map[string]uint64{"lt": 17, "le": 18, "eq": 0, "ne": 4}

func (e *emitter) node(v val) {
	n := e.nodes[v]
	a, b := n.a, n.b
	e.pinned = e.pinned[:0]
	set := func(r VecPhysical) { e.reg[v] = r }
	switch n.op {
	case "const":
	case "arg":
		r := e.take()
		e.fetchArg(v, r)
		set(r)
	case "add", "sub", "mul", "div", "min", "max", "and", "or", "xor", "andn", "addi", "subi":
		if e.isConst(a) && slices.Contains(commutes, n.op) {
			a, b = b, a
		}
		ra := e.in(a)
		f := e.lane().narrow[n.op]
		if e.wide {
			f = e.lane().wide[n.op]
		}
		if e.isConst(b) {
			m := e.constant(e.nodes[b].bits)
			e.drop(a)
			r := e.take()
			f.cast(m, ra, r)
			set(r)
		} else {
			rb := e.in(b)
			e.drop(a, b)
			r := e.take()
			f.plain(rb, ra, r)
			set(r)
		}
	case "sqrt", "floor", "shl", "shr", "getexp", "getmant", "getmantabs":
		ra := e.in(a)
		e.drop(a)
		r := e.take()
		e.unary(n, ra, r)
		set(r)
	case "fma", "fnma", "fms":
		set(e.fused(n))
	case "lt", "le", "eq", "ne":
		e.compare(v, n)
	case "odd":
		e.odd(v, n)
	case "bound":
		e.bound(v, n)
	case "class":
		e.class(v, n)
	case "begin":
		e.beginSection(v, n)
	case "finish":
		e.finishSection(v, n)
	case "mor", "mand", "mandn":
		e.masks(v, n)
	case "pick":
		e.pick(v, n)
	case "orsign", "xorsign":
		e.signed(v, n)
	case "look":
		e.look(v, n)
	case "scale":
		e.scaled(v, n)
	default:
		panic(n.op)
	}
	e.drop(n.a, n.b, n.c)
	if v == e.rare {
		if e.wide {
			KORTESTW(e.k[v], e.k[v])
		} else {
			g := GP32()
			e.lane().signs(e.reg[v], g)
			TESTL(g, g)
		}
		JNE(LabelRef(e.rareTo))
		e.lastUse[v] = -1
		e.at++
		e.drop(v)
	}
}
