package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// An elem is a kind of elements.
type elem struct {
	name            string
	size            int
	float, unsigned bool
}

var elems = []elem{
	{"F64", 8, true, false},
	{"F32", 4, true, false},
	{"I64", 8, false, false},
	{"I32", 4, false, false},
	{"I16", 2, false, false},
	{"I8", 1, false, false},
	{"U64", 8, false, true},
	{"U32", 4, false, true},
	{"U16", 2, false, true},
	{"U8", 1, false, true},
}

// A strand is a kind of elements in vectors of one width: AVX-512's, else AVX2's.
type strand struct {
	wide bool
	elem
}

func (l strand) width() string {
	if l.wide {
		return "512"
	}
	return "256"
}

func (l strand) bytes() int {
	if l.wide {
		return 64
	}
	return 32
}

func (l strand) lanes() int { return l.bytes() / l.size }

// repeat fills 8 bytes with elements of bits v.
func (l strand) repeat(v uint64) uint64 {
	for s := l.size; s < 8; s *= 2 {
		v |= v << (8 * s)
	}
	return v
}

// nan is the bits of NaN, as those of math.NaN but for float32.
func (l strand) nan() uint64 {
	if l.size == 8 {
		return 0x7ff8000000000001
	}
	return 0x7fc00000
}

// constant fills a vector with 8 bytes.
func (l strand) constant(v uint64, to VecPhysical) {
	t := GP64()
	MOVQ(U64(v), t)
	if l.wide {
		VPBROADCASTQ(t, to)
		return
	}
	VMOVQ(t, to.AsX())
	VPBROADCASTQ(to.AsX(), to)
}

// data is 8 bytes in memory.
func (l strand) data(name string, v uint64) Mem {
	m := GLOBL(name+"_data", RODATA|NOPTR)
	DATA(0, U64(v))
	return m
}

func (l strand) add(x Op, acc VecPhysical) {
	switch {
	case !l.float:
		VPADDQ(x, acc, acc)
	case l.size == 8:
		VADDPD(x, acc, acc)
	default:
		VADDPS(x, acc, acc)
	}
}

func (l strand) mul(x Op, acc VecPhysical) {
	switch {
	case !l.float:
		VPMULLQ(x, acc, acc)
	case l.size == 8:
		VMULPD(x, acc, acc)
	default:
		VMULPS(x, acc, acc)
	}
}

// unordered is ones in the lanes of to where x or y is NaN, with AVX2.
func (l strand) unordered(x, y Op, to VecPhysical) {
	if l.size == 8 {
		VCMPPD(Imm(3), x, y, to)
	} else {
		VCMPPS(Imm(3), x, y, to)
	}
}

// get reads a vector.
func (l strand) get(m Mem, to VecPhysical) {
	if l.wide {
		VMOVDQU64(m, to)
	} else {
		VMOVDQU(m, to)
	}
}

// put writes one.
func (l strand) put(v VecPhysical, m Mem) {
	if l.wide {
		VMOVDQU64(v, m)
	} else {
		VMOVDQU(v, m)
	}
}

// masked moves the lanes of k, with AVX-512.
func (l strand) loadMasked(m Mem, k Register, to VecPhysical) {
	switch l.size {
	case 8:
		VMOVDQU64(m, k, to)
	case 4:
		VMOVDQU32(m, k, to)
	case 2:
		VMOVDQU16(m, k, to)
	default:
		VMOVDQU8(m, k, to)
	}
}

func (l strand) storeMasked(v VecPhysical, k Register, m Mem) {
	switch l.size {
	case 8:
		VMOVDQU64(v, k, m)
	case 4:
		VMOVDQU32(v, k, m)
	case 2:
		VMOVDQU16(v, k, m)
	default:
		VMOVDQU8(v, k, m)
	}
}

// first sets K1 to the first n lanes, all of them where n is more.
func (l strand) first(n Register) {
	mask, c := GP64(), GP64()
	MOVQ(U32(64), c)
	CMPQ(n, c) // the next instruction looks at 8 bits alone
	CMOVQLT(n, c)
	MOVQ(I32(-1), mask)
	BZHIQ(c, mask, mask)
	KMOVQ(mask, K1)
}

// storeOne writes lane 0.
func (l strand) storeOne(v VecPhysical, to Register) {
	m := Mem{Base: to}
	switch l.size {
	case 8:
		VMOVQ(v.AsX(), m)
	case 4:
		VMOVD(v.AsX(), m)
	case 2:
		VPEXTRW(Imm(0), v.AsX(), m)
	default:
		VPEXTRB(Imm(0), v.AsX(), m)
	}
}

func (l strand) label(what, op string) string {
	return fmt.Sprintf("%s%s%s%s", what, l.width(), op, l.name)
}
