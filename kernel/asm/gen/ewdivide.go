package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// ewdivide is the division of integers. Those of up to 32 bits are divided as floats of more than twice their
// digits, so that no quotient is rounded up to the next integer. Of 64 bits the quotient is estimated twice
// with the reciprocal as float64 and then is wrong by one at most. A divisor of zero gives zero; the lowest
// integer divided by -1 is itself.
func ewdivide(t *ewTable) {
	for _, wide := range []bool{false, true} {
		for _, c := range "bBhHiIl" {
			l := lanes[byte(c)]
			if !wide && (l.size == 8 || c == 'I') {
				continue
			}
			d := division{ints: ints{ewk{wide, t}, l}}
			d.all()
			if l.size == 8 {
				d.single = true
				d.all()
			}
		}
	}
}

type division struct {
	ints
	ones, one VecVirtual // only for 64 bits
	order     VecVirtual // of narrowing, without AVX-512

	// single is for a divisor that is one value: it and its reciprocal are there before the loop.
	single           bool
	divisor, inverse VecVirtual
}

func (d *division) all() {
	d.emit("floor_divide", true, false)
	d.emit("remainder", true, true)
	d.emit("fmod", false, true)
}

// wideSize is the bytes of the integers that are computed with.
func (d *division) wideSize() int { return max(4, d.size) }

func (d *division) emit(op string, floor, remainder bool) {
	e := d.kernel(op, "xx->x", d.char)
	if d.single {
		e.op += " single"
	}
	n := d.bytes() / d.wideSize()
	if d.size == 4 {
		n /= 2 // by way of float64
	}
	e.step = n
	e.stream = n*d.size == d.bytes()
	e.init = func() {
		if d.size == 8 {
			d.one = d.constant(floats{lane: lanes['d']}.bitsOf(1), 8)
			d.ones = d.constant(^uint64(0), 8)
			if d.single {
				y := GP64()
				MOVQ(Load(Param("in").Base(), GP64()), y)
				MOVQ(Mem{Base: y, Disp: vecSize}, y)
				d.divisor, d.inverse = d.vec(), d.vec()
				VPBROADCASTQ(Mem{Base: y}, d.divisor)
				VCVTQQ2PD(d.divisor, d.inverse)
				VDIVPD(d.inverse, d.one, d.inverse)
			}
		} else if !d.wide && d.size < 4 {
			d.order = d.orderOf(4, d.size)
		}
	}
	e.make = func(in []Mem, to ewTo) {
		x, y, r := d.vec(), d.vec(), d.vec()
		d.extend(d.lane, d.wideSize(), in[0], n, x)
		if d.single {
			y = d.divisor
		} else {
			d.extend(d.lane, d.wideSize(), in[1], n, y)
		}
		switch d.size {
		case 8:
			d.long(x, y, r, floor, remainder)
		case 4:
			d.word(x, y, r, floor, remainder)
		default:
			d.short(x, y, r, floor, remainder)
			d.narrow(4, d.size, n, d.order, r)
		}
		d.store(r, to, n*d.size)
	}
	e.emit()
}

func (d *division) round(f floats, floor bool, x Op) {
	mode := uint8(11)
	if floor {
		mode = 9
	}
	if f.wide {
		f.pack(VRNDSCALEPD, VRNDSCALEPS)(U8(mode), x, x)
	} else {
		f.pack(three(VROUNDPD), three(VROUNDPS))(U8(mode), x, x)
	}
}

// short divides 32-bit lanes that hold integers of up to 16 bits.
func (d *division) short(x, y, r VecVirtual, floor, remainder bool) {
	f := floats{d.ewk, lanes['f'], false}
	p, q := d.vec(), d.vec()
	VCVTDQ2PS(x, p)
	VCVTDQ2PS(y, q)
	f.divide(p, q, p)
	d.round(f, floor, p)
	VCVTTPS2DQ(p, r)
	if remainder {
		VPMULLD(y, r, r)
		VPSUBD(r, x, r)
	}
	d.zero32(y, r, d.bytes())
}

// word divides as many 32-bit lanes as float64 has room for.
func (d *division) word(x, y, r VecVirtual, floor, remainder bool) {
	f := floats{d.ewk, lanes['d'], false}
	b := d.bytes() / 2
	p, q := d.vec(), d.vec()
	x, y, r = part(x, b), part(y, b), part(r, b)
	if d.kind == 'u' {
		VCVTUDQ2PD(x, p)
		VCVTUDQ2PD(y, q)
	} else {
		VCVTDQ2PD(x, p)
		VCVTDQ2PD(y, q)
	}
	f.divide(p, q, p)
	d.round(f, floor, p)
	switch {
	case d.kind == 'u':
		VCVTTPD2UDQ(p, r)
	case d.wide:
		VCVTTPD2DQ(p, r)
	default:
		VCVTTPD2DQY(p, r)
	}
	if remainder {
		VPMULLD(y, r, r)
		VPSUBD(r, x, r)
	}
	d.zero32(y, r, b)
}

// zero32 clears lanes of r whose divisor is zero.
func (d *division) zero32(y, r VecVirtual, bytes int) {
	if d.wide {
		some := K()
		VPTESTMD(y, y, some)
		VMOVDQA32_Z(r, some, r)
		return
	}
	z := part(d.vec(), bytes)
	VPXOR(z, z, z)
	VPCMPEQD(z, y, z)
	VPANDN(r, z, r)
}

// long divides 64-bit lanes, with AVX-512 only.
func (d *division) long(x, y, r VecVirtual, floor, remainder bool) {
	inverse, p, q, more := d.inverse, d.vec(), d.vec(), d.vec()
	if !d.single {
		inverse = d.vec()
		VCVTQQ2PD(y, inverse)
		VDIVPD(inverse, d.one, inverse)
	}
	VCVTQQ2PD(x, p)
	VMULPD(inverse, p, p)
	VCVTTPD2QQ(p, q)
	VPMULLQ(y, q, r)
	VPSUBQ(r, x, r)
	VCVTQQ2PD(r, p)
	VMULPD(inverse, p, p)
	VCVTTPD2QQ(p, more)
	VPADDQ(more, q, q)
	VPMULLQ(y, more, more)
	VPSUBQ(more, r, r)
	d.correct(x, y, q, r, floor)
	some := K()
	VPTESTMQ(y, y, some)
	if remainder {
		VMOVDQA64_Z(r, some, r)
	} else {
		VMOVDQA64_Z(q, some, r)
	}
}

// correct brings the remainder between zero and the divisor, on its side of zero: that of the divisor for
// floor, else that of the dividend.
func (d *division) correct(x, y, q, r VecVirtual, floor bool) {
	abs, most, signs := d.vec(), d.vec(), d.vec()
	far, other, same := K(), K(), K()
	move := func() { // by one divisor, to the other side of zero or towards it, where far is set
		VPXORQ(r, y, signs)
		VPMOVQ2M(signs, other)
		KANDNQ(far, other, same)
		KANDQ(far, other, other)
		VPSUBQ(d.ones, q, same, q)
		VPSUBQ(y, r, same, r)
		VPADDQ(d.ones, q, other, q)
		VPADDQ(y, r, other, r)
	}
	VPABSQ(r, abs)
	VPABSQ(y, most)
	VPCMPUQ(Imm(5), most, abs, far)
	move()
	side := x
	if floor {
		side = y
	}
	VPXORQ(r, side, signs)
	VPMOVQ2M(signs, far)
	VPTESTMQ(r, r, far, far)
	move()
}
