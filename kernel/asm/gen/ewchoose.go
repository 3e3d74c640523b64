package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// ewchoose is numpy.where: elements of the second operand where the first, of bools, is true, else those of
// the third.
func ewchoose(t *ewTable) {
	for _, wide := range []bool{false, true} {
		for _, c := range []struct {
			size  int
			types string
		}{{1, "?bB"}, {2, "hHe"}, {4, "iIf"}, {8, "lLdF"}, {16, "D"}} {
			k := ewk{wide, t}
			e := ew{ewk: k, op: "where", in: []int{1, c.size, c.size}, out: c.size, step: k.bytes() / c.size, stream: true}
			for i := range c.types {
				e.types = append(e.types, typed("?xx->x", c.types[i]))
			}
			e.make = func(in []Mem, to ewTo) { k.choose(c.size, e.step, in, to) }
			e.emit()
		}
	}
}

// choose reads as many bools as there are elements in a vector.
func (k ewk) choose(size, n int, in []Mem, to ewTo) {
	m, a, b := k.vec(), k.vec(), k.vec()
	k.load(in[1], a, k.bytes())
	k.load(in[2], b, k.bytes())
	if k.wide && size < 16 {
		k.load(in[0], m, n)
		mask, r := K(), part(m, n)
		VPTESTMB(r, r, mask)
		bySize(size, VPBLENDMB, VPBLENDMW, VPBLENDMD, VPBLENDMQ)(a, b, mask, a)
		k.store(a, to, k.bytes())
		return
	}
	switch size {
	case 1:
		k.load(in[0], m, n)
	case 2:
		VPMOVZXBW(in[0], m)
	case 4:
		VPMOVZXBD(in[0], m)
	case 8:
		VPMOVZXBQ(in[0], m)
	default: // a bool for both halves of an element
		k.load(in[0], m, n)
		VPUNPCKLBW(m.AsX(), m.AsX(), m.AsX())
		VPMOVZXBQ(m.AsX(), m)
	}
	if k.wide {
		mask := K()
		VPTESTMQ(m, m, mask)
		VPBLENDMQ(a, b, mask, a)
	} else {
		none := k.zero()
		bySize(min(size, 8), VPCMPEQB, VPCMPEQW, VPCMPEQD, VPCMPEQQ)(none, m, m)
		VPBLENDVB(m, b, a, a)
	}
	k.store(a, to, k.bytes())
}
