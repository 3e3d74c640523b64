package asm

func scan(l Level, e Elem, out, x *byte, n int, state *byte, stream int) {
	wide := l == AVX512
	switch {
	case e == F64 && wide:
		scan512AddF64(out, x, n, state, stream)
	case e == F64:
		scan256AddF64(out, x, n, state, stream)
	case e == F32 && wide:
		scan512AddF32(out, x, n, state, stream)
	case e == F32:
		scan256AddF32(out, x, n, state, stream)
	case wide:
		scan512AddI64(out, x, n, state, stream)
	default:
		scan256AddI64(out, x, n, state, stream)
	}
}
