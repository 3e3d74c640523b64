package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// doubled is the bits of word, each twice, in two words.
func doubled(word GPVirtual) []GPVirtual {
	low, high, odd := GP64(), GP64(), GP64()
	MOVQ(U64(0x5555555555555555), odd)
	PDEPQ(odd, word, low)
	MOVQ(word, high)
	SHRQ(Imm(32), high)
	PDEPQ(odd, high, high)
	LEAQ(Mem{Base: low, Index: low, Scale: 2}, low)
	LEAQ(Mem{Base: high, Index: high, Scale: 2}, high)
	return []GPVirtual{low, high}
}

// orders is two tables of how eight elements are shuffled so that those with a bit stand first, an entry for
// each byte of bits: of elements of a byte, and of those of two. Places that nothing is moved to are cleared.
type orders struct{ bytes, pairs Mem }

func leftOrders() orders {
	entry := func(bits int) (order [8]uint64) {
		n := 0
		for i := range 8 {
			order[i] = 0x80
			if bits>>i&1 != 0 {
				order[n] = uint64(i)
				n++
			}
		}
		return order
	}
	bytes := GLOBL("leftBytes", RODATA|NOPTR)
	for b := range 256 {
		var w uint64
		for i, at := range entry(b) {
			w |= at << (8 * i)
		}
		DATA(8*b, U64(w))
	}
	pairs := GLOBL("leftPairs", RODATA|NOPTR)
	for b := range 256 {
		var w [2]uint64
		for i, at := range entry(b) {
			pair := uint64(0x8080)
			if at < 8 {
				pair = 2*at | (2*at+1)<<8
			}
			w[i/4] |= pair << (16 * (i % 4))
		}
		DATA(16*b, U64(w[0]))
		DATA(16*b+8, U64(w[1]))
	}
	return orders{bytes, pairs}
}

// narrow is the kernel with AVX2: eight elements are shuffled by a table.
func (k keeper) narrow(t orders) {
	out, mask, from, n := k.begin("keep256"+k.kind, "It is for AVX2.")
	start, table, zero := GP64(), GP64(), YMM()
	MOVQ(out, start)
	if k.size == 2 {
		LEAQ(t.pairs, table)
	} else {
		LEAQ(t.bytes, table)
	}
	VPXOR(zero, zero, zero)
	Label("loop")
	SUBQ(Imm(32), n)
	JL(LabelRef("end"))
	bytes, word := YMM(), GP64()
	VPCMPEQB(Mem{Base: mask}, zero, bytes)
	VPMOVMSKB(bytes, word.As32())
	ADDQ(Imm(32), mask)
	NOTL(word.As32())
	TESTL(word.As32(), word.As32())
	JZ(LabelRef("none"))
	for i := 0; i < 32; i += k.step {
		bits, c := GP64(), GP64()
		MOVBQZX(word.As8(), bits)
		POPCNTQ(bits, c)
		at := Mem{Base: from, Disp: i * k.size}
		switch k.size {
		case 1:
			v, order := XMM(), XMM()
			VMOVQ(at, v)
			VMOVQ(Mem{Base: table, Index: bits, Scale: 8}, order)
			VPSHUFB(order, v, v)
			VMOVQ(v, Mem{Base: out})
		case 2:
			v := XMM()
			VMOVDQU(at, v)
			SHLQ(Imm(4), bits)
			VPSHUFB(Mem{Base: table, Index: bits, Scale: 1}, v, v)
			VMOVDQU(v, Mem{Base: out})
		default:
			v, order := YMM(), YMM()
			VPMOVZXBD(Mem{Base: table, Index: bits, Scale: 8}, order)
			VPERMD(at, order, v)
			VMOVDQU(v, Mem{Base: out})
		}
		LEAQ(Mem{Base: out, Index: c, Scale: uint8(k.size)}, out)
		if i+k.step < 32 {
			SHRL(Imm(uint64(k.step)), word.As32())
		}
	}
	Label("none")
	ADDQ(U32(uint32(32*k.size)), from)
	JMP(LabelRef("loop"))
	Label("end")
	k.end(start, out)
}
