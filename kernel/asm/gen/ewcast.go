package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// ewcast is conversions between dtypes as kernel/basic's Cast defines them. AVX2 lacks some, which stay in
// Go.
func ewcast(t *ewTable) {
	for _, wide := range []bool{false, true} {
		k := ewk{wide, t}
		for _, from := range "?bBhHiIlLefd" {
			for _, to := range "bBhHiIlLefd" {
				if from != to {
					k.cast(lanes[byte(from)], lanes[byte(to)])
				}
			}
		}
		k.castParts('F', 'D')
		k.castParts('D', 'F')
	}
}

// A conversion turns packed elements of one type into those of another, n of them, from memory to a register.
type conversion func(in Mem, n int, v VecVirtual)

func (k ewk) cast(from, to lane) {
	init, f := k.conversion(from, to)
	if f == nil {
		return
	}
	n := k.bytes() / max(from.size, to.size)
	if from.char == 'e' || to.char == 'e' {
		n = min(n, k.bytes()/4) // by way of float32
	}
	if from.char == 'e' && to.char == 'I' {
		n = k.bytes() / 8 // by way of int64
	}
	e := ew{ewk: k, op: "cast", types: []string{string([]byte{from.char, '-', '>', to.char})}, in: []int{from.size}, out: to.size, step: n, init: init}
	e.stream = n*to.size == k.bytes()
	e.make = func(in []Mem, out ewTo) {
		v := k.vec()
		f(in[0], n, v)
		k.store(v, out, n*to.size)
	}
	e.emit()
}

// castParts converts complex numbers, which are two floats each.
func (k ewk) castParts(from, to byte) {
	part := map[byte]byte{'F': 'f', 'D': 'd'}
	_, f := k.conversion(lanes[part[from]], lanes[part[to]])
	a, b := lanes[from].size, lanes[to].size
	n := k.bytes() / 16
	e := ew{ewk: k, op: "cast", types: []string{string([]byte{from, '-', '>', to})}, in: []int{a}, out: b, step: n, stream: b == 16}
	e.make = func(in []Mem, out ewTo) {
		v := k.vec()
		f(in[0], 2*n, v)
		k.store(v, out, n*b)
	}
	e.emit()
}

// conversion is nil where the level has none.
func (k ewk) conversion(from, to lane) (func(), conversion) {
	fromInt, toInt := from.kind == 'i' || from.kind == 'u', to.kind == 'i' || to.kind == 'u'
	switch {
	case fromInt && toInt:
		return k.intToInt(from, to)
	case fromInt:
		return k.intToFloat(from, to)
	case toInt:
		return k.floatToInt(from, to)
	}
	return nil, k.floatToFloat(from, to)
}

// extend reads n integers of a size as wider ones.
func (k ewk) extend(from lane, size int, in Mem, n int, v VecVirtual) {
	signed := map[[2]int]instr{{1, 2}: VPMOVSXBW, {1, 4}: VPMOVSXBD, {1, 8}: VPMOVSXBQ, {2, 4}: VPMOVSXWD, {2, 8}: VPMOVSXWQ, {4, 8}: VPMOVSXDQ}
	plain := map[[2]int]instr{{1, 2}: VPMOVZXBW, {1, 4}: VPMOVZXBD, {1, 8}: VPMOVZXBQ, {2, 4}: VPMOVZXWD, {2, 8}: VPMOVZXWQ, {4, 8}: VPMOVZXDQ}
	at := [2]int{from.size, size}
	switch {
	case from.size == size:
		k.load(in, v, n*size)
	case from.kind == 'i':
		signed[at](in, part(v, n*size))
	default:
		plain[at](in, part(v, n*size))
	}
}

// narrow keeps the low bits of n integers. AVX2 needs the order of narrowing for it.
func (k ewk) narrow(from, to, n int, order, v VecVirtual) {
	if from == to {
		return
	}
	if k.wide {
		f := map[[2]int]instr{{2, 1}: VPMOVWB, {4, 1}: VPMOVDB, {8, 1}: VPMOVQB, {4, 2}: VPMOVDW, {8, 2}: VPMOVQW, {8, 4}: VPMOVQD}[[2]int{from, to}]
		f(part(v, n*from), part(v, n*to))
		return
	}
	bytes := n * from
	VPSHUFB(part(order, bytes), part(v, bytes), part(v, bytes))
	if bytes <= 16 {
		return
	}
	high := YMM()
	VEXTRACTI128(Imm(1), v, high.AsX())
	join := map[int]instr{2: VPUNPCKLQDQ, 4: VPUNPCKLDQ, 8: VPUNPCKLWD}[from/to]
	join(high.AsX(), v.AsX(), v.AsX())
}

// orderOf is the order of bytes that puts the low parts of integers together, in both halves.
func (k ewk) orderOf(from, to int) VecVirtual {
	var w [2]uint64
	for i := range 16 / from * to {
		w[i/8] |= uint64(i/to*from+i%to) << (8 * (i % 8))
	}
	t, v := GP64(), YMM()
	MOVQ(U64(w[0]), t)
	VMOVQ(t, v.AsX())
	MOVQ(U64(w[1]), t)
	VPINSRQ(Imm(1), t, v.AsX(), v.AsX())
	VINSERTI128(Imm(1), v.AsX(), v, v)
	return v
}

// ordered is the init that a narrowing of AVX2 needs, and where its register will be.
func (k ewk) ordered(from, to int) (func(), *VecVirtual) {
	v := new(VecVirtual)
	if k.wide || from <= to {
		return nil, v
	}
	return func() { *v = k.orderOf(from, to) }, v
}

func (k ewk) intToInt(from, to lane) (func(), conversion) {
	init, order := k.ordered(from.size, to.size)
	return init, func(in Mem, n int, v VecVirtual) {
		if from.size <= to.size {
			k.extend(from, to.size, in, n, v)
			return
		}
		k.load(in, v, n*from.size)
		k.narrow(from.size, to.size, n, *order, v)
	}
}

func (k ewk) intToFloat(from, to lane) (func(), conversion) {
	whole := from.size < 4 || from.char == 'i' // as int32
	if !whole && !k.wide {
		if from.size == 8 && to.size == 8 {
			return k.longToDouble(from.kind == 'i')
		}
		return nil, nil
	}
	return nil, func(in Mem, n int, v VecVirtual) {
		if from.size == 8 {
			k.load(in, v, n*8)
			switch {
			case to.size == 8 && from.kind == 'i':
				VCVTQQ2PD(v, v)
			case to.size == 8:
				VCVTUQQ2PD(v, v)
			case from.kind == 'i':
				VCVTQQ2PS(v, v.AsY())
			default:
				VCVTUQQ2PS(v, v.AsY())
			}
		} else {
			k.extend(from, 4, in, n, v)
			from, r := part(v, n*4), part(v, n*max(to.size, 4))
			switch {
			case to.size == 8 && whole:
				VCVTDQ2PD(from, r)
			case to.size == 8:
				VCVTUDQ2PD(from, r)
			case whole:
				VCVTDQ2PS(from, r)
			default:
				VCVTUDQ2PS(from, r)
			}
		}
		if to.size == 2 {
			VCVTPS2PH(Imm(0), part(v, n*4), part(v, n*2))
		}
	}
}

// longToDouble puts the halves of an integer into the low bits of large floats, takes the large parts off,
// and adds the halves, which is the one step that rounds.
func (k ewk) longToDouble(signed bool) (func(), conversion) {
	const low = 1 << 52
	high, base := 0x1p84, 0x1p84+0x1p52
	if signed {
		high, base = 0x1.8p68, 0x1.8p68+0x1p52
	}
	bits := floats{lane: lanes['d']}.bitsOf
	var h, l, b VecVirtual
	return func() { h, l, b = k.constant(bits(high), 8), k.constant(bits(low), 8), k.constant(bits(base), 8) },
		func(in Mem, n int, v VecVirtual) {
			x := k.vec()
			k.load(in, x, 32)
			if signed { // the upper 48 bits as an integer, over 2^16
				none := k.zero()
				VPSRAD(Imm(16), x, v)
				VPBLENDW(Imm(0x33), none, v, v)
				VPADDQ(h, v, v)
				VPBLENDW(Imm(0x88), l, x, x)
			} else {
				VPSRLQ(Imm(32), x, v)
				VPOR(h, v, v)
				VPBLENDW(Imm(0xcc), l, x, x)
			}
			VSUBPD(b, v, v)
			VADDPD(x, v, v)
		}
}

func (k ewk) floatToFloat(from, to lane) conversion {
	switch {
	case from.size == 8 && to.size == 2 && !k.wide:
		return nil
	case from.size == 8 && to.size == 2:
		return k.doubleToHalf
	}
	return func(in Mem, n int, v VecVirtual) {
		switch {
		case from.size == 2:
			VCVTPH2PS(in, part(v, n*4))
			if to.size == 8 {
				VCVTPS2PD(part(v, n*4), v)
			}
		case to.size == 2:
			k.load(in, v, n*4)
			VCVTPS2PH(Imm(0), part(v, n*4), part(v, n*2))
		case to.size == 8:
			VCVTPS2PD(in, v)
		case k.wide:
			k.load(in, v, n*8)
			VCVTPD2PS(v, v.AsY())
		default:
			k.load(in, v, n*8)
			VCVTPD2PSY(v, v.AsX())
		}
	}
}

// doubleToHalf rounds once: the step over float32 is cut off, and its last bit says whether something was.
func (k ewk) doubleToHalf(in Mem, n int, v VecVirtual) {
	back, differs, one := k.vec(), K(), GP32()
	x, bits := ZMM(), YMM()
	k.load(in, x, 64)
	VCVTPD2PS_RZ_SAE(x, v.AsY())
	VCVTPS2PD(v.AsY(), back)
	VCMPPD(Imm(0x0c), back, x, differs) // ordered and not equal
	MOVL(U32(1), one)
	VPBROADCASTD(one, bits)
	VPORD(bits, v.AsY(), differs, v.AsY())
	VCVTPS2PH(Imm(0), v.AsY(), v.AsX())
}

func (k ewk) floatToInt(from, to lane) (func(), conversion) {
	if !k.wide && (to.size == 8 || to.char == 'I') {
		return nil, nil
	}
	init, order := k.ordered(4, min(to.size, 4))
	var half, top VecVirtual
	size := max(from.size, 4) // of the floats that are converted
	if to.size == 8 && to.kind == 'u' {
		size = 8
	}
	shifted := to.char == 'L' || to.char == 'I' && from.size != 2 // the upper half of the range is converted less that much
	if shifted {
		init = func() {
			if size == 8 {
				half = k.constant(floats{lane: lanes['d']}.bitsOf(float64(uint64(1)<<(8*to.size-1))), 8)
			} else {
				half = k.constant(floats{lane: lanes['f']}.bitsOf(1<<31), 4)
			}
			top = k.constant(1<<(8*to.size-1), to.size)
		}
	}
	return init, func(in Mem, n int, v VecVirtual) {
		switch {
		case from.size == 2:
			VCVTPH2PS(in, part(v, n*4))
			if size == 8 {
				VCVTPS2PD(part(v, n*4), v)
			}
		case from.size == 4 && size == 8:
			VCVTPS2PD(in, v)
		default:
			k.load(in, v, n*from.size)
		}
		r := part(v, n*size)
		if shifted {
			large := K()
			f := floats{k, lanes[map[int]byte{4: 'f', 8: 'd'}[size]], false}
			f.compare(cmpGreaterEq, r, part(half, n*size), large)
			f.pack(VSUBPD, VSUBPS)(part(half, n*size), r, large, r)
			i := part(v, n*to.size)
			switch {
			case to.size == 8:
				VCVTTPD2QQ(v, v)
				VPXORQ(top, v, large, v)
			case size == 8:
				VCVTTPD2DQ(v, v.AsY())
				VPXORD(part(top, n*4), i, large, i)
			default:
				VCVTTPS2DQ(r, i)
				VPXORD(part(top, n*4), i, large, i)
			}
			return
		}
		switch {
		case to.size == 8 && size == 8 && from.size != 2:
			VCVTTPD2QQ(v, v)
			return
		case to.size == 8 || to.char == 'I': // infinite and NaN float16 make zero of uint32, the low half of the lowest int64
			VCVTTPS2QQ(part(v, n*4), v)
			if to.size == 4 {
				VPMOVQD(v, v.AsY())
			}
			return
		case size == 8 && k.wide:
			VCVTTPD2DQ(v, v.AsY())
		case size == 8:
			VCVTTPD2DQY(v, v.AsX())
		default:
			VCVTTPS2DQ(r, r)
		}
		k.narrow(4, to.size, n, *order, v)
	}
}
