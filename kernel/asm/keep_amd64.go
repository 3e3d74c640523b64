package asm

func keepOf(size int, out, mask, from *byte, n, at int) int {
	switch size {
	case 8:
		return keep512Words64(out, mask, from, n, at)
	case 4:
		return keep512Words32(out, mask, from, n, at)
	}
	return keep512Places(out, mask, from, n, at)
}
