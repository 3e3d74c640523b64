package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// ewfused is pairs of float operations in registers, each rounded by itself: what block programs put in place
// of two loops where the first one's result goes into the second one only. "multiply add" is x*y + z; "last"
// means that the first one's result is the second argument, as in z - x*y.
func ewfused(t *ewTable) {
	for _, wide := range []bool{false, true} {
		for _, c := range "df" {
			f := floats{ewk{wide, t}, lanes[byte(c)], false}
			for _, first := range f.operations() {
				for _, second := range f.operations() {
					f.pair(first, second)
				}
			}
		}
	}
}

// An operation has one or two arguments; those of one take y for their argument.
type operation struct {
	name   string
	nin    int
	turned bool // the arguments of two change places
	first  bool // worth a kernel as the first one
	step   step2
}

func (f floats) operations() []operation {
	return []operation{
		{"add", 2, false, true, f.add},
		{"subtract", 2, false, true, f.subtract},
		{"subtract last", 2, true, false, f.subtract},
		{"multiply", 2, false, true, f.multiply},
		{"divide", 2, false, true, f.divide},
		{"divide last", 2, true, false, f.divide},
		{"square", 1, false, true, func(_, y, to Op) { f.multiply(y, y, to) }},
		{"sqrt", 1, false, true, func(_, y, to Op) { f.pack(VSQRTPD, VSQRTPS)(y, to) }},
	}
}

func (f floats) pair(first, second operation) {
	if !first.first || first.nin+second.nin == 2 {
		return
	}
	nin := first.nin + second.nin - 1
	e := f.kernel(first.name+" "+second.name, nin)
	e.make = func(in []Mem, to ewTo) {
		x := f.vec()
		f.load(in[0], x, f.bytes())
		if first.nin == 2 {
			first.step(x, in[1], x)
		} else {
			first.step(nil, x, x)
		}
		switch {
		case second.nin == 1:
			second.step(nil, x, x)
		case second.turned:
			z := f.vec()
			f.load(in[nin-1], z, f.bytes())
			second.step(z, x, x)
		default:
			second.step(x, in[nin-1], x)
		}
		f.store(x, to, f.bytes())
	}
	e.emit()
}
