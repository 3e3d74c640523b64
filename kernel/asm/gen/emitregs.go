package main

import (
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/reg"
)

// take is a free register.
func (e *emitter) take() VecPhysical {
	if len(e.free) == 0 {
		e.spill()
	}
	r := e.free[0]
	e.free = e.free[1:]
	return r
}

// spill frees the register whose value is wanted latest.
func (e *emitter) spill() {
	worst, when := noVal, -1
	for v := range e.reg {
		if e.kept[v] || slices.Contains(e.pinned, v) {
			continue
		}
		if u := e.nextUse(v); u > when || u == when && v < worst {
			worst, when = v, u
		}
	}
	r := e.reg[worst]
	if _, ok := e.slot[worst]; !ok && !e.again(worst) {
		if len(e.unused) == 0 {
			e.unused = append(e.unused, len(e.frame))
			e.frame = append(e.frame, AllocLocal(map[bool]int{true: 64, false: 32}[e.wide]))
		}
		s := e.unused[0]
		e.unused = e.unused[1:]
		e.slot[worst] = s
		VMOVUPD(r, e.frame[s])
	}
	delete(e.reg, worst)
	e.free = append(e.free, r)
}

func (e *emitter) nextUse(v val) int {
	for i := e.at; i < len(e.nodes); i++ {
		if n := e.nodes[i]; e.lastUse[i] >= 0 && (n.a == v || n.b == v || n.c == v) {
			return i
		}
	}
	return len(e.nodes)
}

// in is the register of a value: loaded when it is a constant or spilled.
func (e *emitter) in(v val) VecPhysical {
	if r, ok := e.reg[v]; ok {
		e.pinned = append(e.pinned, v)
		return r
	}
	r := e.take()
	if s, ok := e.slot[v]; ok {
		VMOVUPD(e.frame[s], r)
	} else if e.again(v) {
		e.fetchArg(v, r)
	} else {
		e.fetch(e.nodes[v].bits, r)
	}
	e.reg[v] = r
	e.pinned = append(e.pinned, v)
	return r
}

func (e *emitter) fetch(bits uint64, r VecPhysical) {
	if e.wide {
		e.lane().spread(e.constant(bits), r)
	} else {
		VMOVUPD(e.constant(bits), r)
	}
}

// again says that v is an argument that can be read from memory once more.
func (e *emitter) again(v val) bool { return e.rareTo != "" && e.nodes[v].op == "arg" }

func (e *emitter) fetchArg(v val, r VecPhysical) {
	n := e.nodes[v]
	if e.single && !e.native {
		VCVTPS2PD(e.load(int(n.bits), n.turn), r)
	} else {
		VMOVUPD(e.load(int(n.bits), n.turn), r)
	}
}

func (e *emitter) isConst(v val) bool {
	_, ok := e.reg[v]
	return e.nodes[v].op == "const" && !ok
}

// dies says that nobody reads v after this node.
func (e *emitter) dies(v val) bool { return e.lastUse[v] <= e.at }

// drop frees the registers of operands that die here.
func (e *emitter) drop(vs ...val) {
	for _, v := range vs {
		if v == noVal || e.kept[v] || !e.dies(v) && e.nodes[v].op != "const" {
			continue
		}
		if r, ok := e.reg[v]; ok {
			delete(e.reg, v)
			e.free = append([]VecPhysical{r}, e.free...)
		}
		if k, ok := e.upper[v]; ok && e.dies(v) {
			delete(e.upper, v)
			e.freeK = append(e.freeK, k)
		}
		if k, ok := e.k[v]; ok && e.dies(v) {
			delete(e.k, v)
			e.freeK = append(e.freeK, k)
		}
		if s, ok := e.slot[v]; ok {
			delete(e.slot, v)
			e.unused = append(e.unused, s)
		}
	}
}
