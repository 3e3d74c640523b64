package main

import (
	"math"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// ewcompare is what gives bools, bytes of 0 and 1: comparisons, tests of floats, and truth.
func ewcompare(t *ewTable) {
	for _, wide := range []bool{false, true} {
		for _, c := range "bBhHiIlLfd" {
			(&predicates{ewk: ewk{wide, t}, lane: lanes[byte(c)]}).all()
		}
		(&predicates{ewk: ewk{wide, t}, lane: lane{'e', 4, 'f'}, half: true}).all()
	}
}

// predicates are kernels that compare lanes of a type.
type predicates struct {
	ewk
	lane
	half   bool       // float16, as float32
	ones   VecVirtual // a byte of 1 in every byte
	spread GPVirtual
	top    VecVirtual // the sign bit of every lane
}

func (p *predicates) all() {
	p.comparisons()
	p.truths()
	if p.kind == 'f' {
		p.tests()
	}
}

// floats is the arithmetic of the lanes.
func (p *predicates) floats() floats { return floats{p.ewk, p.lane, p.half} }

// vectors is how many vectors make eight bools.
func (p *predicates) vectors() int { return max(1, 8*p.size/p.bytes()) }

func (p *predicates) prepare() {
	if p.kind == 'u' && !p.wide {
		p.top = p.constant(1<<(8*p.size-1), p.size)
	}
	if p.wide || p.size <= 2 {
		p.ones = p.constant(1, 1)
		return
	}
	p.spread = GP64()
	MOVQ(U64(0x0101010101010101), p.spread)
}

func (p *predicates) kernel(op, form string, types ...byte) ew {
	e := ew{ewk: p.ewk, op: op, out: 1, step: p.vectors() * p.bytes() / p.size, init: p.prepare}
	for _, c := range types {
		e.types = append(e.types, typed(form, c))
	}
	for i := 0; form[i] != '-'; i++ {
		e.in = append(e.in, p.floats().element())
	}
	e.stream = p.size == 1
	return e
}

// A test sets a mask, an opmask or a vector of ones and zeros, from operands in vectors.
type test = func(v []VecVirtual, to Op)

// emit writes the kernel of a test.
func (p *predicates) emit(e ew, f test) {
	e.make = func(in []Mem, to ewTo) {
		var masks []Op
		for i := range p.vectors() {
			var v []VecVirtual
			for _, m := range in {
				v = append(v, p.floats().get(m.Offset(i*p.bytes())))
			}
			var m Op = K()
			if !p.wide {
				m = p.vec()
			}
			f(v, m)
			masks = append(masks, m)
		}
		p.write(masks, to)
	}
	e.emit()
}

// write makes bools of masks.
func (p *predicates) write(m []Op, to ewTo) {
	if p.wide {
		v := p.vec()
		b := p.bytes() / p.size
		r := part(v, b)
		VMOVDQU8_Z(part(p.ones, b), m[0], r)
		p.store(v, to, b)
		return
	}
	v := m[0].(VecVirtual)
	switch p.size {
	case 1:
		VPAND(v, p.ones, v)
		p.store(v, to, 32)
		return
	case 2:
		high := YMM()
		VEXTRACTI128(Imm(1), v, high.AsX())
		VPACKSSWB(high.AsX(), v.AsX(), v.AsX())
		VPAND(v.AsX(), p.ones.AsX(), v.AsX())
		p.store(v, to, 16)
		return
	}
	bits := GP64()
	if p.size == 4 {
		VMOVMSKPS(v, bits.As32())
	} else {
		more := GP64()
		VMOVMSKPD(v, bits.As32())
		VMOVMSKPD(m[1].(VecVirtual), more.As32())
		SHLQ(Imm(4), more)
		ORQ(more, bits)
	}
	PDEPQ(p.spread, bits, bits)
	MOVQ(bits, to.Mem)
}

var comparisons = []struct {
	name    string
	integer uint8 // of VPCMP
	float   uint8 // of VCMPPD
}{
	{"equal", 0, cmpEqual},
	{"not_equal", 4, cmpNotEqual},
	{"less", 1, cmpLess},
	{"less_equal", 2, cmpLessEqual},
	{"greater", 6, cmpGreater},
	{"greater_equal", 5, cmpGreaterEq},
}

func (p *predicates) comparisons() {
	for _, c := range comparisons {
		types := []byte{p.char}
		if p.kind != 'f' && strings.Contains(c.name, "equal") && !strings.Contains(c.name, "_e") || c.name == "not_equal" && p.kind != 'f' {
			if p.kind == 'u' {
				continue // the same as signed
			}
			types = append(types, p.char-'a'+'A')
			if p.size == 1 {
				types = append(types, '?')
			}
		}
		p.emit(p.kernel(c.name, "xx->?", types...), func(v []VecVirtual, to Op) { p.compare(c.integer, c.float, v[0], v[1], to) })
	}
	if p.char == 'B' {
		for _, c := range comparisons[2:] {
			p.table.rows = append(p.table.rows, alias(c.name, p.kernel(c.name, "xx->?", 'B'), "??->?"))
		}
	}
}

// compare is a comparison by its codes.
func (p *predicates) compare(integer, float uint8, x, y, to Op) {
	switch {
	case p.kind == 'f':
		p.pack(VCMPPD, VCMPPS)(U8(float), y, x, to)
	case p.wide && p.kind == 'i':
		bySize(p.size, VPCMPB, VPCMPW, VPCMPD, VPCMPQ)(U8(integer), y, x, to)
	case p.wide:
		bySize(p.size, VPCMPUB, VPCMPUW, VPCMPUD, VPCMPUQ)(U8(integer), y, x, to)
	case integer == 0 || integer == 4:
		bySize(p.size, VPCMPEQB, VPCMPEQW, VPCMPEQD, VPCMPEQQ)(y, x, to)
		if integer == 4 {
			p.invert(to)
		}
	default:
		if p.kind == 'u' {
			p.xor(x, p.top, x)
			p.xor(y, p.top, y)
		}
		if integer == 1 || integer == 5 { // x < y is y > x, and what is not so is x >= y
			x, y = y, x
		}
		ints{p.ewk, p.lane}.greater(x, y, to)
		if integer == 2 || integer == 5 {
			p.invert(to)
		}
	}
}

func (p *predicates) invert(v Op) {
	ones := p.vec()
	VPCMPEQD(ones, ones, ones)
	p.xor(v, ones, v)
}

// truths are the logical functions of numbers: what is not zero is true, NaN too.
func (p *predicates) truths() {
	if p.kind == 'u' {
		return
	}
	types := []byte{p.char}
	if p.kind == 'i' {
		types = append(types, p.char-'a'+'A')
	}
	is := func(equal bool, x VecVirtual, to Op) {
		code, float := uint8(4), uint8(cmpNotEqual)
		if equal {
			code, float = 0, cmpEqual
		}
		p.compare(code, float, x, p.zero(), to)
	}
	p.emit(p.kernel("cast", "x->?", types...), func(v []VecVirtual, to Op) { is(false, v[0], to) })
	p.emit(p.kernel("logical_not", "x->?", types...), func(v []VecVirtual, to Op) { is(true, v[0], to) })
	for _, o := range []struct {
		name   string
		mask   instr
		vector func(x, y, to Op)
	}{
		{"logical_and", three(KANDQ), p.and},
		{"logical_or", three(KORQ), p.or},
		{"logical_xor", three(KXORQ), p.xor},
	} {
		p.emit(p.kernel(o.name, "xx->?", types...), func(v []VecVirtual, to Op) {
			is(false, v[0], to)
			if p.wide {
				k := K()
				is(false, v[1], k)
				o.mask(k, to, to)
				return
			}
			m := p.vec()
			is(false, v[1], m)
			o.vector(m, to, to)
		})
	}
}

// tests are isnan, isinf, isfinite and signbit.
func (p *predicates) tests() {
	f := p.floats()
	var inf, sign VecVirtual
	magnitude := func(x VecVirtual) VecVirtual {
		m := f.vec()
		f.andNot(sign, x, m)
		return m
	}
	for _, o := range []struct {
		name string
		test test
	}{
		{"isnan", func(v []VecVirtual, to Op) { f.compare(cmpUnordered, v[0], v[0], to) }},
		{"isinf", func(v []VecVirtual, to Op) { f.compare(cmpEqual, magnitude(v[0]), inf, to) }},
		{"isfinite", func(v []VecVirtual, to Op) { f.compare(cmpLess, magnitude(v[0]), inf, to) }},
		{"signbit", func(v []VecVirtual, to Op) {
			switch {
			case !f.wide:
				VMOVAPD(v[0], to)
			case f.size == 8:
				VPMOVQ2M(v[0], to)
			default:
				VPMOVD2M(v[0], to)
			}
		}},
	} {
		e := p.kernel(o.name, "x->?", p.char)
		e.init = func() {
			p.prepare()
			if o.name == "isinf" || o.name == "isfinite" {
				inf, sign = f.constant(f.bitsOf(math.Inf(1)), f.size), f.constant(f.sign(), f.size)
			}
		}
		p.emit(e, o.test)
	}
}
