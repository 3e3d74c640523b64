package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// unaries are the functions of one float that the machine has an instruction for.
func (f floats) unaries() {
	var c, d VecVirtual
	constant := func(v uint64) func() { return func() { c = f.constant(v, f.size) } }
	round := func(mode uint8) func(x, to Op) {
		return func(x, to Op) {
			if f.wide {
				f.pack(VRNDSCALEPD, VRNDSCALEPS)(U8(mode), x, to)
			} else {
				f.pack(three(VROUNDPD), three(VROUNDPS))(U8(mode), x, to)
			}
		}
	}
	for _, o := range []struct {
		name string
		init func()
		step func(x, to Op)
	}{
		{"sqrt", nil, func(x, to Op) { f.pack(VSQRTPD, VSQRTPS)(x, to) }},
		{"negative", constant(f.sign()), func(x, to Op) { f.xor(c, x, to) }},
		{"absolute", constant(f.sign()), func(x, to Op) { f.andNot(c, x, to) }},
		{"square", nil, func(x, to Op) { f.multiply(x, x, to) }},
		{"reciprocal", constant(f.bitsOf(1)), func(x, to Op) { f.divide(c, x, to) }},
		{"floor", nil, round(9)},
		{"ceil", nil, round(10)},
		{"trunc", nil, round(11)},
		{"rint", nil, round(8)},
		{"degrees", constant(f.factor(180, math.Pi)), func(x, to Op) { f.multiply(c, x, to) }},
		{"radians", constant(f.factor(math.Pi, 180)), func(x, to Op) { f.multiply(c, x, to) }},
		{"sign", func() { c, d = f.constant(f.sign(), f.size), f.constant(f.bitsOf(1), f.size) }, func(x, to Op) {
			f.signOf(x.(VecVirtual), c, d, to)
		}},
	} {
		e := f.kernel(o.name, 1)
		e.init = o.init
		e.make = func(in []Mem, to ewTo) {
			x := f.get(in[0])
			o.step(x, x)
			f.put(x, to)
		}
		switch o.name {
		case "absolute":
			e.emit()
			f.table.rows = append(f.table.rows, alias("fabs", e))
		case "degrees":
			e.emit()
			f.table.rows = append(f.table.rows, alias("rad2deg", e))
		case "radians":
			e.emit()
			f.table.rows = append(f.table.rows, alias("deg2rad", e))
		default:
			e.emit()
		}
	}
}

// factor is a/b, both rounded before.
func (f floats) factor(a, b float64) uint64 {
	if f.size == 4 {
		return uint64(math.Float32bits(float32(a) / float32(b)))
	}
	return math.Float64bits(a / b)
}

// alias is the row of a kernel under another name and for other types.
func alias(name string, e ew, types ...string) string {
	return name + " " + append(types, e.types[0])[0] + " " + map[bool]string{false: "false ", true: "true "}[e.wide] + e.symbol()
}

// signOf is 1 with the sign of x, +0 of both zeros, and NaN of NaN.
func (f floats) signOf(x, sign, one VecVirtual, to Op) {
	s, z := f.vec(), f.zero()
	f.and(sign, x, s)
	f.or(s, one, s)
	if f.wide {
		differs, nan := K(), K()
		f.compare(0x0c, x, z, differs) // ordered and not equal
		f.compare(cmpUnordered, x, x, nan)
		f.pack(three(VMOVAPD_Z), three(VMOVAPS_Z))(s, differs, s)
		f.pack(VMOVAPD, VMOVAPS)(x, nan, s)
		f.pack(VMOVAPD, VMOVAPS)(s, to)
		return
	}
	m := f.vec()
	f.compare(0x0c, x, z, m)
	f.and(m, s, s)
	f.compare(cmpUnordered, x, x, m)
	f.and(m, x, m)
	f.or(m, s, to)
}
