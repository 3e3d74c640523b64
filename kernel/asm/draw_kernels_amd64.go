package asm

func drawPart(l Level, out, words *byte, n, as int) {
	switch {
	case l == AVX512 && as == drawExponential:
		exponential512d(out, words, n)
	case l == AVX512 && as == drawNormal:
		normal512d(out, words, n)
	case l == AVX512:
		normalHalves512d(out, words, n)
	case as == drawExponential:
		exponential256d(out, words, n)
	case as == drawNormal:
		normal256d(out, words, n)
	default:
		normalHalves256d(out, words, n)
	}
}
