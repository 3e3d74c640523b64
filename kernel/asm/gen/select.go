package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// selecting is the kernels that keep elements, or their places, where bytes of a mask are not zero.
func selecting() {
	for _, k := range []keeper{{"Places", 8, 8}, {"Words128", 16, 4}, {"Words64", 8, 8}, {"Words32", 4, 16}, {"Words16", 2, 32}, {"Words8", 1, 64}} {
		k.wide()
	}
	orders := leftOrders()
	for _, k := range []keeper{{"Words32", 4, 8}, {"Words16", 2, 8}, {"Words8", 1, 8}} {
		k.narrow(orders)
	}
}

// A keeper is a width of elements; a step of its kernel moves some of them.
type keeper struct {
	kind string
	size int // bytes of an element
	step int // elements of a step
}

// begin declares a kernel and reads its arguments.
func (k keeper) begin(name, with string) (out, mask, from, n GPVirtual) {
	TEXT(name, NOSPLIT, "func(out, mask, from *byte, n int, at int) int")
	Pragma("noescape")
	Doc(name+" writes what is kept of n elements, a multiple of 64, to out, and returns how many. It may write 64 bytes behind the last. at is the place of",
		"the first; from are the elements, of no use to places. "+with)
	get := func(name string) GPVirtual { return Load(Param(name), GP64()).(GPVirtual) }
	return get("out"), get("mask"), get("from"), get("n")
}

// end returns how many elements lie from start to out.
func (k keeper) end(start, out GPVirtual) {
	SUBQ(start, out)
	if shift := map[int]uint64{1: 0, 2: 1, 4: 2, 8: 3, 16: 4}[k.size]; shift > 0 {
		SHRQ(Imm(shift), out)
	}
	Store(out, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// wide is the kernel with AVX-512: vectors are compressed. 16 bytes are two words of 8, whose bits of the
// mask are doubled.
func (k keeper) wide() {
	with := "It is for AVX-512."
	if k.size < 4 {
		with = "It is for AVX-512 with VBMI2."
	}
	out, mask, from, n := k.begin("keep512"+k.kind, with)
	start := GP64()
	MOVQ(out, start)
	places, next := ZMM(), ZMM()
	if k.kind == "Places" {
		t := GLOBL("upwards", RODATA|NOPTR)
		for i := range 8 {
			DATA(8*i, U64(i))
		}
		VPBROADCASTQ(Load(Param("at"), GP64()).(GPVirtual), places)
		VPADDQ(t, places, places)
		g := GP64()
		MOVQ(U32(8), g)
		VPBROADCASTQ(g, next)
	}
	Label("loop")
	SUBQ(Imm(64), n)
	JL(LabelRef("end"))
	bytes, m, word := ZMM(), K(), GP64()
	VMOVDQU64(Mem{Base: mask}, bytes)
	VPTESTMB(bytes, bytes, m)
	KMOVQ(m, word)
	ADDQ(Imm(64), mask)
	TESTQ(word, word)
	JZ(LabelRef("none"))
	words := []GPVirtual{word}
	if k.size == 16 {
		words = doubled(word)
	}
	for i := 0; i < 64; i += k.step {
		word, some, v, c := words[i*len(words)/64], K(), ZMM(), GP64()
		lanes := k.step * len(words)
		switch lanes {
		case 8:
			KMOVB(word.As32(), some)
			MOVBQZX(word.As8(), c)
		case 16:
			KMOVW(word.As32(), some)
			MOVWQZX(word.As16(), c)
		case 32:
			KMOVD(word.As32(), some)
			MOVL(word.As32(), c.As32())
		default:
			some = m
			MOVQ(word, c)
		}
		POPCNTQ(c, c)
		if k.kind == "Places" {
			VPCOMPRESSQ_Z(places, some, v)
			VPADDQ(next, places, places)
		} else {
			VMOVDQU64(Mem{Base: from, Disp: i * k.size}, v)
			map[int]func(_, _, _ Op){16: VPCOMPRESSQ_Z, 8: VPCOMPRESSQ_Z, 4: VPCOMPRESSD_Z, 2: VPCOMPRESSW_Z, 1: VPCOMPRESSB_Z}[k.size](v, some, v)
		}
		VMOVDQU64(v, Mem{Base: out})
		LEAQ(Mem{Base: out, Index: c, Scale: uint8(k.size / len(words))}, out)
		if i+k.step < 64 {
			SHRQ(Imm(uint64(lanes)), word)
		}
	}
	if k.kind != "Places" {
		ADDQ(U32(uint32(64*k.size)), from)
	}
	JMP(LabelRef("loop"))
	Label("none")
	if k.kind == "Places" {
		g, many := GP64(), ZMM()
		MOVQ(U32(64), g)
		VPBROADCASTQ(g, many)
		VPADDQ(many, places, places)
	} else {
		ADDQ(U32(uint32(64*k.size)), from)
	}
	JMP(LabelRef("loop"))
	Label("end")
	k.end(start, out)
}
