package asm

import "golang.org/x/sys/cpu"

// narrowKeepers says whether vectors of bytes and of words of 16 bits can be compressed, which not every CPU
// with AVX-512 does.
var narrowKeepers = cpu.X86.HasAVX512VBMI2

// A keeper is a kernel: the level of its instructions and the bytes of its elements, or 0 for places.
type keeper struct {
	level Level
	size  int
}

var noKeeper keeper

// keeperOf is the kernel of a level for elements of size bytes, or for 0 places.
func keeperOf(l Level, size int) keeper {
	switch size {
	case 0, 16, 8:
		if l < AVX512 {
			return noKeeper
		}
	case 2, 1:
		if l == AVX512 && !narrowKeepers {
			l = AVX2
		}
	case 4:
	default:
		return noKeeper
	}
	if l < AVX2 {
		return noKeeper
	}
	return keeper{l, size}
}

// run writes what is kept of n elements, a multiple of 64, to out, and up to 64 bytes behind the last. It
// returns how many there are.
func (k keeper) run(out, mask, from *byte, n, at int) int {
	switch k {
	case keeper{AVX512, 16}:
		return keep512Words128(out, mask, from, n, at)
	case keeper{AVX512, 8}:
		return keep512Words64(out, mask, from, n, at)
	case keeper{AVX512, 4}:
		return keep512Words32(out, mask, from, n, at)
	case keeper{AVX512, 2}:
		return keep512Words16(out, mask, from, n, at)
	case keeper{AVX512, 1}:
		return keep512Words8(out, mask, from, n, at)
	case keeper{AVX2, 4}:
		return keep256Words32(out, mask, from, n, at)
	case keeper{AVX2, 2}:
		return keep256Words16(out, mask, from, n, at)
	case keeper{AVX2, 1}:
		return keep256Words8(out, mask, from, n, at)
	}
	return keep512Places(out, mask, from, n, at)
}
