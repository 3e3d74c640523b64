package asm

func scan(l Level, op FoldOp, e Elem, out, x *byte, n int, carry *byte) {
	wide := l == AVX512
	switch {
	case op == Product && e == F64 && wide:
		scan512MulF64(out, x, n, carry)
	case op == Product && e == F64:
		scan256MulF64(out, x, n, carry)
	case op == Product && wide:
		scan512MulF32(out, x, n, carry)
	case op == Product:
		scan256MulF32(out, x, n, carry)
	case e == F64 && wide:
		scan512AddF64(out, x, n, carry)
	case e == F64:
		scan256AddF64(out, x, n, carry)
	case e == F32 && wide:
		scan512AddF32(out, x, n, carry)
	case e == F32:
		scan256AddF32(out, x, n, carry)
	case wide:
		scan512AddI64(out, x, n, carry)
	default:
		scan256AddI64(out, x, n, carry)
	}
}
