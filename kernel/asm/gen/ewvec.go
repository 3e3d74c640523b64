package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// An instr is a constructor of instructions.
type instr = func(...Op)

func three(f func(a, b, c Op)) instr { return func(o ...Op) { f(o[0], o[1], o[2]) } }

func two(f func(a, b Op)) instr { return func(o ...Op) { f(o[0], o[1]) } }

func (k ewk) vec() VecVirtual {
	if k.wide {
		return ZMM()
	}
	return YMM()
}

func (k ewk) bytes() int {
	if k.wide {
		return 64
	}
	return 32
}

// part is v as the register of so many bytes; fewer than 16 are the lowest ones of 16.
func part(v VecVirtual, bytes int) VecVirtual {
	switch {
	case bytes <= 16:
		return v.AsX().(VecVirtual)
	case bytes == 32:
		return v.AsY().(VecVirtual)
	}
	return v.AsZ().(VecVirtual)
}

func (k ewk) broadcast(from Mem, v VecVirtual, size int) {
	switch size {
	case 1:
		VPBROADCASTB(from, v)
	case 2:
		VPBROADCASTW(from, v)
	case 4:
		VPBROADCASTD(from, v)
	case 8:
		VPBROADCASTQ(from, v)
	default:
		if k.wide {
			VBROADCASTI64X2(from, v)
		} else {
			VBROADCASTI128(from, v)
		}
	}
}

// load reads 64, 32, 16, 8, 4 or 2 bytes.
func (k ewk) load(from Mem, v VecVirtual, bytes int) {
	switch r := part(v, bytes); {
	case bytes == 64:
		VMOVDQU64(from, r)
	case bytes >= 16:
		VMOVDQU(from, r)
	case bytes == 8:
		VMOVQ(from, r)
	case bytes == 4:
		VMOVD(from, r)
	default:
		t := GP32()
		MOVWLZX(from, t)
		VMOVD(t, r)
	}
}

// save writes a whole vector.
func (k ewk) save(v VecVirtual, to Mem) {
	if k.wide {
		VMOVDQU64(v, to)
	} else {
		VMOVDQU(v, to)
	}
}

// store writes the lowest 64, 32, 16, 8 or 4 bytes.
func (k ewk) store(v VecVirtual, to ewTo, bytes int) {
	switch r := part(v, bytes); {
	case to.stream && bytes >= 32:
		VMOVNTDQ(r, to.Mem)
	case bytes == 64:
		VMOVDQU64(r, to.Mem)
	case bytes >= 16:
		VMOVDQU(r, to.Mem)
	case bytes == 8:
		VMOVQ(r, to.Mem)
	case bytes == 4:
		VMOVD(r, to.Mem)
	default:
		t := GP32()
		VMOVD(r, t)
		MOVW(t.As16(), to.Mem)
	}
}

// constant is a register with v in every lane of a size.
func (k ewk) constant(v uint64, size int) VecVirtual {
	for s := size; s < 8; s *= 2 {
		v = v&(1<<(8*s)-1) | v<<(8*s)
	}
	t, r := GP64(), k.vec()
	MOVQ(U64(v), t)
	if k.wide {
		VPBROADCASTQ(t, r)
		return r
	}
	VMOVQ(t, r.AsX())
	VPBROADCASTQ(r.AsX(), r)
	return r
}

func (k ewk) zero() VecVirtual {
	r := k.vec()
	k.xor(r, r, r)
	return r
}

func (k ewk) bits(wide, narrow instr) func(x, y, to Op) {
	return func(x, y, to Op) {
		if k.wide {
			wide(y, x, to)
		} else {
			narrow(y, x, to)
		}
	}
}

// and, or, xor of x and y; andNot is y without the bits of x.
func (k ewk) and(x, y, to Op)    { k.bits(VPANDQ, three(VPAND))(x, y, to) }
func (k ewk) or(x, y, to Op)     { k.bits(VPORQ, three(VPOR))(x, y, to) }
func (k ewk) xor(x, y, to Op)    { k.bits(VPXORQ, three(VPXOR))(x, y, to) }
func (k ewk) andNot(x, y, to Op) { k.bits(VPANDNQ, three(VPANDN))(x, y, to) }

// bySize is the instruction of an element size.
func bySize(size int, b, w, d, q instr) instr {
	return map[int]instr{1: b, 2: w, 4: d, 8: q}[size]
}

// A lane is a type of elements: NumPy's character, bytes, and i, u or f for the kind.
type lane struct {
	char byte
	size int
	kind byte
}

var lanes = map[byte]lane{}

func init() {
	for _, l := range []lane{
		{'?', 1, 'u'},
		{'b', 1, 'i'},
		{'B', 1, 'u'},
		{'h', 2, 'i'},
		{'H', 2, 'u'},
		{'i', 4, 'i'},
		{'I', 4, 'u'},
		{'l', 8, 'i'},
		{'L', 8, 'u'},
		{'e', 2, 'h'},
		{'f', 4, 'f'},
		{'d', 8, 'f'},
		{'F', 8, 'c'},
		{'D', 16, 'c'},
	} {
		lanes[l.char] = l
	}
}

// pack is the instruction for packed doubles or singles.
func (l lane) pack(d, s instr) instr {
	if l.size == 8 {
		return d
	}
	return s
}
