package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// sorting is the kernels that sort unsigned keys with AVX-512: a partition in place, as Bramas does it (A
// Novel Hybrid Quicksort Algorithm Vectorized using AVX-512, 2017), and networks in registers for what is
// short.
func sorting() {
	for _, s := range []sorter{{"q", 8}, {"d", 4}} {
		s.code()
		s.split()
		s.network(16)
		s.network(8)
		s.between()
		s.below()
	}
}

// A sorter is one width of keys.
type sorter struct {
	name string
	size int // bytes of a key
}

func (s sorter) lanes() int { return 64 / s.size }

func (s sorter) broadcast(from GPVirtual, to Op) {
	if s.size == 8 {
		VPBROADCASTQ(from, to)
	} else {
		VPBROADCASTD(from.As32(), to)
	}
}

func (s sorter) load(from Mem, to Op, mask ...Op) {
	switch {
	case s.size == 8:
		VMOVDQU64(append(append([]Op{from}, mask...), to)...)
	default:
		VMOVDQU32(append(append([]Op{from}, mask...), to)...)
	}
}

func (s sorter) store(from Op, to Mem, mask ...Op) {
	switch {
	case s.size == 8:
		VMOVDQU64(append(append([]Op{from}, mask...), to)...)
	default:
		VMOVDQU32(append(append([]Op{from}, mask...), to)...)
	}
}

// less compares a and b as unsigned keys; with 1 for a < b, 6 for a > b, 0 for equal.
func (s sorter) compare(how uint64, b, a, k Op, mask ...Op) {
	if s.size == 8 {
		VPCMPUQ(append(append([]Op{Imm(how), b, a}, mask...), k)...)
	} else {
		VPCMPUD(append(append([]Op{Imm(how), b, a}, mask...), k)...)
	}
}

func (s sorter) min(b, a, to Op) {
	if s.size == 8 {
		VPMINUQ(b, a, to)
	} else {
		VPMINUD(b, a, to)
	}
}

func (s sorter) max(b, a, to Op, mask ...Op) {
	if s.size == 8 {
		VPMAXUQ(append(append([]Op{b, a}, mask...), to)...)
	} else {
		VPMAXUD(append(append([]Op{b, a}, mask...), to)...)
	}
}

func (s sorter) kmov(from GPVirtual, k Op) {
	if s.size == 8 {
		KMOVB(from.As32(), k)
	} else {
		KMOVW(from.As32(), k)
	}
}

// code is the maps between values and keys; see asm.Form.
func (s sorter) code() {
	l, all := s.lanes(), uint64(1)<<s.lanes()-1
	bits := uint64(8*s.size - 1)
	for _, back := range []bool{false, true} {
		name := "encode512" + s.name
		doc := " writes the keys of n values at src to dst."
		if back {
			name, doc = "decode512"+s.name, " writes the values of n keys at src to dst."
		}
		TEXT(name, NOSPLIT, "func(dst, src *byte, n int, form *uint64)")
		Pragma("noescape")
		Doc(name + doc)
		dst, src := Load(Param("dst"), GP64()).(GPVirtual), Load(Param("src"), GP64()).(GPVirtual)
		n, form := Load(Param("n"), GP64()).(GPVirtual), Load(Param("form"), GP64()).(GPVirtual)
		var f [6]VecVirtual // and, flip, add, infinity, NaN, zero
		for i := range f {
			f[i] = ZMM()
			if s.size == 8 {
				VPBROADCASTQ(Mem{Base: form, Disp: 8 * i}, f[i])
			} else {
				VPBROADCASTD(Mem{Base: form, Disp: 8 * i}, f[i])
			}
		}
		one := func(mask ...Op) {
			v, t := ZMM(), ZMM()
			if len(mask) > 0 {
				s.load(Mem{Base: src}, v, mask[0])
			} else {
				s.load(Mem{Base: src}, v)
			}
			if back {
				s.add(f[2], v)
				s.sign(bits, v, t)
				VPANDNQ(f[0], t, t)
				VPXORQ(f[1], v, v)
				VPXORQ(t, v, v)
			} else {
				k, abs := K(), ZMM()
				VPANDNQ(f[1], f[1], abs) // zero
				s.compare(0, f[5], v, k)
				s.blend(abs, v, k, v)
				VPANDQ(f[0], v, abs)
				k = K()
				s.compare(6, f[3], abs, k)
				s.blend(f[4], v, k, v)
				s.sign(bits, v, t)
				VPANDQ(f[0], t, t)
				VPXORQ(f[1], v, v)
				VPXORQ(t, v, v)
				s.sub(f[2], v)
			}
			if len(mask) > 0 {
				s.store(v, Mem{Base: dst}, mask[0])
			} else {
				s.store(v, Mem{Base: dst})
			}
		}
		SUBQ(U8(uint8(l)), n)
		JL(LabelRef("rest"))
		Label("loop")
		one()
		ADDQ(Imm(64), src)
		ADDQ(Imm(64), dst)
		SUBQ(U8(uint8(l)), n)
		JGE(LabelRef("loop"))
		Label("rest")
		ADDQ(U8(uint8(l)), n)
		JZ(LabelRef("end"))
		m, k := GP64(), K()
		MOVQ(U64(all), m)
		BZHIQ(n, m, m)
		s.kmov(m, k)
		one(k)
		Label("end")
		VZEROUPPER()
		RET()
	}
}

func (s sorter) add(x, v Op) {
	if s.size == 8 {
		VPADDQ(x, v, v)
	} else {
		VPADDD(x, v, v)
	}
}

func (s sorter) sub(x, v Op) {
	if s.size == 8 {
		VPSUBQ(x, v, v)
	} else {
		VPSUBD(x, v, v)
	}
}

func (s sorter) sign(bits uint64, v, to Op) {
	if s.size == 8 {
		VPSRAQ(Imm(bits), v, to)
	} else {
		VPSRAD(Imm(bits), v, to)
	}
}

// blend is a where k, else b.
func (s sorter) blend(a, b, k, to Op) {
	if s.size == 8 {
		VPBLENDMQ(a, b, k, to)
	} else {
		VPBLENDMD(a, b, k, to)
	}
}

// splitAhead is the vectors that split takes from one end at a time.
const splitAhead = 4

// split goes on with a partition: it reads vectors from the end with less room and writes each, its keys
// below the pivot first, to both ends of what was read.
func (s sorter) split() {
	name := "split512" + s.name
	var table Mem
	if s.size == 8 {
		table = GLOBL("packing"+s.name, RODATA|NOPTR)
		for m := range 256 {
			var order uint64
			at := 0
			for _, want := range []int{1, 0} {
				for l := range 8 {
					if m>>l&1 == want {
						order |= uint64(l) << (8 * at)
						at++
					}
				}
			}
			DATA(8*m, U64(order))
		}
	}
	TEXT(name, NOSPLIT, "func(p *byte, at *[4]int, pivot uint64, ahead, steps int)")
	Pragma("noescape")
	Doc(name+" goes on with the partition of keys at p, for so many steps of four vectors or of one (ahead) or until fewer are left. at is the byte",
		"offsets of what is not read yet, [0] to [1], and of what is free with it, [2] to [3], which is wider by twice the step or more.")
	p, at := Load(Param("p"), GP64()).(GPVirtual), Load(Param("at"), GP64()).(GPVirtual)
	pivot := Load(Param("pivot"), GP64()).(GPVirtual)
	ahead, steps := Load(Param("ahead"), GP64()).(GPVirtual), Load(Param("steps"), GP64()).(GPVirtual)
	pv := ZMM()
	s.broadcast(pivot, pv)
	lut := GP64()
	if s.size == 8 {
		LEAQ(table, lut)
	}
	var end [4]GPVirtual // lr, rr, lw, rw
	for i := range end {
		end[i] = GP64()
		MOVQ(Mem{Base: at, Disp: 8 * i}, end[i])
	}
	lr, rr, lw, rw := end[0], end[1], end[2], end[3]
	loop := func(label string, w int) {
		b := 64 * w
		Label(label)
		t1, t2 := GP64(), GP64()
		MOVQ(rr, t1)
		SUBQ(lr, t1)
		CMPQ(t1, U32(uint32(b)))
		JL(LabelRef("end"))
		DECQ(steps)
		JL(LabelRef("end"))
		MOVQ(lr, t1)
		SUBQ(lw, t1)
		MOVQ(rw, t2)
		SUBQ(rr, t2)
		src, nrr, nlr := GP64(), GP64(), GP64()
		LEAQ(Mem{Base: rr, Disp: -b}, src)
		MOVQ(src, nrr)
		LEAQ(Mem{Base: lr, Disp: b}, nlr)
		CMPQ(t1, t2) // room on the left against room on the right
		CMOVQLE(lr, src)
		CMOVQLE(rr, nrr)
		CMOVQGT(lr, nlr)
		MOVQ(nrr, rr)
		MOVQ(nlr, lr)
		s.place(p, pv, lut, lw, rw, w, Mem{Base: p, Index: src, Scale: 1})
		JMP(LabelRef(label))
	}
	CMPQ(ahead, Imm(1))
	JE(LabelRef("single"))
	loop("wide", splitAhead)
	loop("single", 1)
	Label("end")
	for i := range end {
		MOVQ(end[i], Mem{Base: at, Disp: 8 * i})
	}
	VZEROUPPER()
	RET()

	name = "place512" + s.name
	TEXT(name, NOSPLIT, "func(p *byte, at *[4]int, pivot uint64, from *byte)")
	Pragma("noescape")
	Doc(name + " ends a partition: it fills the free bytes at[2] to at[3] with eight vectors at from, and moves at[2] and at[3] to where they meet.")
	p, at = Load(Param("p"), GP64()).(GPVirtual), Load(Param("at"), GP64()).(GPVirtual)
	pivot = Load(Param("pivot"), GP64()).(GPVirtual)
	from := Load(Param("from"), GP64()).(GPVirtual)
	pv = ZMM()
	s.broadcast(pivot, pv)
	lut = GP64()
	if s.size == 8 {
		LEAQ(table, lut)
	}
	lw, rw = GP64(), GP64()
	MOVQ(Mem{Base: at, Disp: 16}, lw)
	MOVQ(Mem{Base: at, Disp: 24}, rw)
	for i := 0; i < 2*splitAhead; i += splitAhead {
		s.place(p, pv, lut, lw, rw, splitAhead, Mem{Base: from, Disp: 64 * i})
	}
	MOVQ(lw, Mem{Base: at, Disp: 16})
	MOVQ(rw, Mem{Base: at, Disp: 24})
	VZEROUPPER()
	RET()
}

// place writes w vectors to both ends of what is free.
func (s sorter) place(p GPVirtual, pv VecVirtual, lut, lw, rw GPVirtual, w int, from Mem) {
	vs, ms := make([]VecVirtual, w), make([]GPVirtual, w)
	for i := range vs {
		vs[i], ms[i] = ZMM(), GP64()
		k := K()
		s.load(from.Offset(64*i), vs[i])
		s.compare(1, pv, vs[i], k)
		if s.size == 8 {
			KMOVB(k, ms[i].As32())
			ix := ZMM()
			VPMOVZXBQ(Mem{Base: lut, Index: ms[i], Scale: 8}, ix)
			VPERMQ(vs[i], ix, vs[i])
			POPCNTQ(ms[i], ms[i])
			continue
		}
		KMOVW(k, ms[i].As32())
		POPCNTQ(ms[i], ms[i])
		high, not, a, b := K(), K(), ZMM(), ZMM()
		ones := GP64()
		MOVQ(I32(-1), ones)
		SHLXQ(ms[i], ones, ones)
		KMOVW(ones.As32(), high)
		KNOTW(k, not)
		VPCOMPRESSD_Z(vs[i], k, a)
		VPCOMPRESSD_Z(vs[i], not, b)
		VPEXPANDD(b, high, a)
		vs[i] = a
	}
	for i, v := range vs {
		s.store(v, Mem{Base: p, Index: lw, Scale: 1})
		s.store(v, Mem{Base: p, Index: rw, Scale: 1, Disp: -64})
		LEAQ(Mem{Base: lw, Index: ms[i], Scale: uint8(s.size)}, lw)
		LEAQ(Mem{Base: rw, Index: ms[i], Scale: uint8(s.size), Disp: -64}, rw)
	}
}
