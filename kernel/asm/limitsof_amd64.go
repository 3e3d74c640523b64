package asm

func spin(l Level, size, turns int) {
	switch {
	case l == AVX512 && size == 8:
		spin512d(turns)
	case l == AVX512:
		spin512s(turns)
	case l == AVX2 && size == 8:
		spin256d(turns)
	case l == AVX2:
		spin256s(turns)
	default:
		spinPortable(size, turns)
	}
}

func readMemory(l Level, p []byte) {
	switch {
	case len(p) == 0:
	case l == AVX512:
		read512d(&p[0], len(p))
	case l == AVX2:
		read256d(&p[0], len(p))
	default:
		readGo(p)
	}
}

func writeMemory(l Level, p []byte) {
	switch {
	case len(p) == 0:
	case l == AVX512:
		write512d(&p[0], len(p))
	case l == AVX2:
		write256d(&p[0], len(p))
	default:
		clear(p)
	}
}
