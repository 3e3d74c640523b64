package asm

import "unsafe"

// Scan writes running sums or products of the first done of n elements, which carry comes before. Blocks of 64 bytes are folded as a tree: pairs first, then
// fours and so on, each half's last fold going to the other half; the fold of all blocks before comes last. With AVX2 done is whole blocks.
func Scan(l Level, op FoldOp, e Elem, out, x unsafe.Pointer, n int, carry unsafe.Pointer) (done int) {
	if l == Portable || e > I64 || op > Product || op == Product && e == I64 {
		return 0
	}
	if l == AVX2 {
		n -= n % (64 / e.size())
	}
	if n == 0 {
		return 0
	}
	scan(l, op, e, (*byte)(out), (*byte)(x), n, (*byte)(carry))
	return n
}
