package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// selecting is the kernels that keep elements, or their places, where bytes of a mask are not zero: with AVX-512, 64 at a time.
func selecting() {
	for _, kind := range []string{"Places", "Words64", "Words32"} {
		name := "keep512" + kind
		TEXT(name, NOSPLIT, "func(out, mask, from *byte, n int, at int) int")
		Pragma("noescape")
		Doc(name+" writes what is kept of n elements, a multiple of 64, to out, and returns how many. It may write 64 bytes behind the last. at is the place of",
			"the first; from are the elements, of no use to places.")
		out, mask := Load(Param("out"), GP64()).(GPVirtual), Load(Param("mask"), GP64()).(GPVirtual)
		from := Load(Param("from"), GP64()).(GPVirtual)
		n, at := Load(Param("n"), GP64()).(GPVirtual), Load(Param("at"), GP64()).(GPVirtual)
		start := GP64()
		MOVQ(out, start)
		size, per := 8, 8
		if kind == "Words32" {
			size, per = 4, 16
		}
		places, next, zero := ZMM(), ZMM(), ZMM()
		if kind == "Places" {
			t := GLOBL("upwards", RODATA|NOPTR)
			for i := range 8 {
				DATA(8*i, U64(i))
			}
			VPBROADCASTQ(at, places)
			VPADDQ(t, places, places)
			g := GP64()
			MOVQ(U32(8), g)
			VPBROADCASTQ(g, next)
		}
		VPXORQ(zero, zero, zero)
		Label("loop")
		SUBQ(Imm(64), n)
		JL(LabelRef("end"))
		bytes, k, word := ZMM(), K(), GP64()
		VMOVDQU64(Mem{Base: mask}, bytes)
		VPTESTMB(bytes, bytes, k)
		KMOVQ(k, word)
		ADDQ(Imm(64), mask)
		TESTQ(word, word)
		JZ(LabelRef("none"))
		for i := 0; i < 64; i += per {
			some, v, c := K(), ZMM(), GP64()
			if per == 8 {
				KMOVB(word.As32(), some)
				MOVBQZX(word.As8(), c)
			} else {
				KMOVW(word.As32(), some)
				MOVWQZX(word.As16(), c)
			}
			POPCNTQ(c, c)
			switch kind {
			case "Places":
				VPCOMPRESSQ_Z(places, some, v)
				VPADDQ(next, places, places)
			case "Words64":
				VMOVDQU64(Mem{Base: from, Disp: i * size}, v)
				VPCOMPRESSQ_Z(v, some, v)
			default:
				VMOVDQU32(Mem{Base: from, Disp: i * size}, v)
				VPCOMPRESSD_Z(v, some, v)
			}
			VMOVDQU64(v, Mem{Base: out})
			LEAQ(Mem{Base: out, Index: c, Scale: uint8(size)}, out)
			if i+per < 64 {
				SHRQ(Imm(uint64(per)), word)
			}
		}
		if kind != "Places" {
			ADDQ(U32(uint32(64*size)), from)
		}
		JMP(LabelRef("loop"))
		Label("none")
		if kind == "Places" {
			g, many := GP64(), ZMM()
			MOVQ(U32(64), g)
			VPBROADCASTQ(g, many)
			VPADDQ(many, places, places)
		} else {
			ADDQ(U32(uint32(64*size)), from)
		}
		JMP(LabelRef("loop"))
		Label("end")
		SUBQ(start, out)
		SHRQ(Imm(map[int]uint64{8: 3, 4: 2}[size]), out)
		Store(out, ReturnIndex(0))
		VZEROUPPER()
		RET()
	}
}
