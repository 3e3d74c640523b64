package asm

func delimitOf(l Level, out *uint64, text *byte, n int, sep, quote uint64) uint64 {
	if l == AVX512 {
		return delimit512(out, text, n, sep, quote)
	}
	return delimit256(out, text, n, sep, quote)
}

func placesOf(out *uint32, marks *uint64, n int, at uint64) int {
	return delimited512(out, marks, n, at)
}
