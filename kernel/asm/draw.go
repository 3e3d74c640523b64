package asm

import "unsafe"

// drawRun is the most words of one call of a kernel: some microseconds.
const drawRun = 1 << 11

// Exponentials is -log(u) of the first done words, u being the upper 53 bits of a word plus 1, times 2^-53;
// within 2 ulp. out may be the memory of words.
func Exponentials(l Level, out []float64, words []uint64) (done int) {
	return draw(l, unsafe.Pointer(unsafe.SliceData(out)), words, 7, drawExponential)
}

// Normals is two normal numbers of each of the first done/2 pairs of words, as Box and Muller make them: the
// cosine and the sine of a turn times the second word, times the square root of twice the exponential number
// of the first.
func Normals(l Level, out []float64, words []uint64) (done int) {
	return draw(l, unsafe.Pointer(unsafe.SliceData(out)), words, 15, drawNormal)
}

// Normals32 is Normals of the halves of words: the lower 32 bits plus 1, times 2^-32, and the upper ones; two
// numbers of each of the first done words, computed in float64.
func Normals32(l Level, out []float32, words []uint64) (done int) {
	return draw(l, unsafe.Pointer(unsafe.SliceData(out)), words, 7, drawNormal32)
}

const (
	drawExponential = iota
	drawNormal
	drawNormal32
)

func draw(l Level, out unsafe.Pointer, words []uint64, mask, as int) int {
	n := len(words) &^ mask
	if l == Portable || n == 0 {
		return 0
	}
	src := unsafe.Pointer(unsafe.SliceData(words))
	for i := 0; i < n; i += drawRun {
		drawPart(l, (*byte)(unsafe.Add(out, 8*i)), (*byte)(unsafe.Add(src, 8*i)), min(drawRun, n-i), as)
	}
	return n
}
