package asm

import "unsafe"

// Scan writes running sums of the n elements at x, float64, float32 or int64, whole blocks of 64 bytes; false
// where there is no kernel. In blocks elements are folded as a tree: pairs first, then fours and so on, each
// half's last sum going to the other half. What comes before is added last. It is the four elements at state:
// the sum of the blocks before in their leaf, which is brought up to date, and three sums from before the
// leaf, added in this order; of integers the first one only. With stream out is written past the caches; its
// address is a multiple of 64.
func Scan(l Level, e Elem, out, x unsafe.Pointer, n int, state unsafe.Pointer, stream bool) bool {
	if l == Portable || e > I64 || n == 0 {
		return false
	}
	past := 0
	if stream {
		past = 1
	}
	scan(l, e, (*byte)(out), (*byte)(x), n, (*byte)(state), past)
	return true
}

// ScanTotal brings the first of the elements at state up to date, as Scan does, and writes nothing else.
func ScanTotal(l Level, e Elem, x unsafe.Pointer, n int, state unsafe.Pointer) bool {
	if l == Portable || e > I64 || n == 0 {
		return false
	}
	scan(l, e, nil, (*byte)(x), n, (*byte)(state), 2)
	return true
}
