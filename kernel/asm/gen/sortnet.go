package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// batcher calls f with the comparators of Batcher's odd-even merge sort of n, a power of two.
func batcher(n int, f func(i, j int)) {
	for p := 1; p < n; p *= 2 {
		for k := p; k >= 1; k /= 2 {
			for j := k % p; j+k < n; j += 2 * k {
				for i := range k {
					if (i+j)/(2*p) == (i+j+k)/(2*p) {
						f(i+j, i+j+k)
					}
				}
			}
		}
	}
}

// network sorts what r vectors hold. Lanes are sorted first, then lanes are merged, bitonically, with those
// beside them: key i of the result is in lane i/r of vector i%r, until the end turns them.
func (s sorter) network(r int) {
	l := s.lanes()
	n := r * l
	name := fmt.Sprintf("network512%s%d", s.name, n)
	mirror := GLOBL("mirror"+name, RODATA|NOPTR)
	for i := range l {
		if s.size == 8 {
			DATA(8*i, U64(l-1-i))
		} else {
			DATA(4*i, U32(l-1-i))
		}
	}
	mirror8 := mirror
	if l == 16 {
		mirror8 = GLOBL("half"+name, RODATA|NOPTR)
		for i := range l {
			DATA(4*i, U32(i^7))
		}
	}
	TEXT(name, NOSPLIT, "func(p *byte, n int)")
	Pragma("noescape")
	Doc(fmt.Sprintf("%s sorts n keys, at most %d.", name, n))
	p, count := Load(Param("p"), GP64()).(GPVirtual), Load(Param("n"), GP64()).(GPVirtual)
	words := make([]GPVirtual, n/64)
	all, most := GP64(), GP64()
	MOVQ(I32(-1), all)
	MOVQ(U32(64), most)
	for i := range words {
		words[i] = GP64()
		c := GP64()
		MOVQ(count, c)
		CMPQ(c, most)
		CMOVQGT(most, c)
		BZHIQ(c, all, words[i])
		if i+1 < len(words) {
			SUBQ(most, count)
			zero := GP64()
			MOVQ(U32(0), zero)
			CMOVQLT(zero, count)
		}
	}
	mask := func(i int) Op {
		t := GP64()
		MOVQ(words[i*l/64], t)
		if k := i * l % 64; k > 0 {
			SHRQ(Imm(uint64(k)), t)
		}
		k := K()
		s.kmov(t, k)
		return k
	}
	most512 := ZMM()
	VPTERNLOGQ(Imm(0xff), most512, most512, most512)
	v := make([]VecVirtual, r)
	for i := range v {
		v[i] = ZMM()
		VMOVDQA64(most512, v[i])
		s.load(Mem{Base: p, Disp: 64 * i}, v[i], mask(i))
	}
	exchange := func(i, j int) {
		t := ZMM()
		s.min(v[j], v[i], t)
		s.max(v[j], v[i], v[j])
		v[i] = t
	}
	batcher(r, exchange)
	high := map[int]Op{} // lanes with this bit
	for d := 1; d < l; d *= 2 {
		m := uint32(0)
		for i := range l {
			if i&d != 0 {
				m |= 1 << i
			}
		}
		g, k := GP64(), K()
		MOVQ(U32(m), g)
		s.kmov(g, k)
		high[d] = k
	}
	full, half := ZMM(), ZMM()
	VMOVDQU64(mirror, full)
	if l == 16 {
		VMOVDQU64(mirror8, half)
	} else {
		half = full
	}
	turned := func(x VecVirtual, by int) VecVirtual { // lane i of x at lane i xor by
		t := ZMM()
		switch {
		case by == l-1 && s.size == 8:
			VPERMQ(x, full, t)
		case by == l-1:
			VPERMD(x, full, t)
		case by == 7:
			VPERMD(x, half, t)
		case s.size == 8:
			switch by {
			case 1:
				VPSHUFD(Imm(0x4e), x, t)
			case 2:
				VPERMQ(Imm(0x4e), x, t)
			case 3:
				VPERMQ(Imm(0x1b), x, t)
			case 4:
				VSHUFI64X2(Imm(0x4e), x, x, t)
			}
		default:
			switch by {
			case 1:
				VPSHUFD(Imm(0xb1), x, t)
			case 2:
				VPSHUFD(Imm(0x4e), x, t)
			case 3:
				VPSHUFD(Imm(0x1b), x, t)
			case 4:
				VSHUFI32X4(Imm(0xb1), x, x, t)
			case 8:
				VSHUFI32X4(Imm(0x4e), x, x, t)
			}
		}
		return t
	}
	for w := 2; w <= l; w *= 2 { // lanes that a merge brings together
		for i := range r / 2 {
			j := r - 1 - i
			a, b := turned(v[i], w-1), turned(v[j], w-1)
			x, y := ZMM(), ZMM()
			s.min(b, v[i], x)
			s.max(b, v[i], x, high[w/2])
			s.min(a, v[j], y)
			s.max(a, v[j], y, high[w/2])
			v[i], v[j] = x, y
		}
		for d := w / 4; d >= 1; d /= 2 {
			for i := range v {
				b, x := turned(v[i], d), ZMM()
				s.min(b, v[i], x)
				s.max(b, v[i], x, high[d])
				v[i] = x
			}
		}
		for d := r / 2; d >= 1; d /= 2 {
			for i := range v {
				if j := i ^ d; j > i {
					exchange(i, j)
				}
			}
		}
	}
	s.turn(p, v, func(i int) Op { return mask(i) })
	VZEROUPPER()
	RET()
}

// turn stores vectors so that the keys of a lane, those of the first vector first, lie together.
func (s sorter) turn(p GPVirtual, v []VecVirtual, mask func(i int) Op) {
	per := 16 / s.size // vectors whose keys fill 128 bits
	quads := len(v) / per
	rows := make([][]VecVirtual, quads) // [quad][lane of 128 bits]
	for q := range rows {
		w := v[q*per : (q+1)*per]
		if s.size == 8 {
			a, b := ZMM(), ZMM()
			VPUNPCKLQDQ(w[1], w[0], a)
			VPUNPCKHQDQ(w[1], w[0], b)
			rows[q] = []VecVirtual{a, b}
			continue
		}
		t := [4]VecVirtual{ZMM(), ZMM(), ZMM(), ZMM()}
		VPUNPCKLDQ(w[1], w[0], t[0])
		VPUNPCKHDQ(w[1], w[0], t[1])
		VPUNPCKLDQ(w[3], w[2], t[2])
		VPUNPCKHDQ(w[3], w[2], t[3])
		u := []VecVirtual{ZMM(), ZMM(), ZMM(), ZMM()}
		VPUNPCKLQDQ(t[2], t[0], u[0])
		VPUNPCKHQDQ(t[2], t[0], u[1])
		VPUNPCKLQDQ(t[3], t[1], u[2])
		VPUNPCKHQDQ(t[3], t[1], u[3])
		rows[q] = u
	}
	put := func(x VecVirtual, key int) {
		i := key * s.size / 64
		s.store(x, Mem{Base: p, Disp: 64 * i}, mask(i))
	}
	r := len(v)
	if quads < 4 { // a lane fills half a vector: two lanes go together
		for c := 0; c < per; c += 2 {
			for j, x := range blocks(rows[0][c], rows[1][c], rows[0][c+1], rows[1][c+1]) {
				put(x, (per*j+c)*r)
			}
		}
		return
	}
	for c := range per {
		for q := 0; q < quads; q += 4 {
			for j, x := range blocks(rows[q][c], rows[q+1][c], rows[q+2][c], rows[q+3][c]) {
				put(x, (per*j+c)*r+q*per)
			}
		}
	}
}

// blocks transposes 128-bit blocks of four vectors.
func blocks(a, b, c, d VecVirtual) [4]VecVirtual {
	shuffle := func(how uint64, x, y VecVirtual) VecVirtual {
		t := ZMM()
		VSHUFI64X2(Imm(how), y, x, t)
		return t
	}
	even0, odd0 := shuffle(0x88, a, b), shuffle(0xdd, a, b)
	even1, odd1 := shuffle(0x88, c, d), shuffle(0xdd, c, d)
	return [4]VecVirtual{shuffle(0x88, even0, even1), shuffle(0x88, odd0, odd1), shuffle(0xdd, even0, even1), shuffle(0xdd, odd0, odd1)}
}
