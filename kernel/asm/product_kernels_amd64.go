package asm

func products(l Level, elem Elem, st *byte, plane int, x *byte, w, run int) {
	switch wide := l == AVX512; {
	case wide && elem == F64:
		product512F64(st, plane, x, w, run)
	case wide:
		product512F32(st, plane, x, w, run)
	case elem == F64:
		product256F64(st, plane, x, w, run)
	default:
		product256F32(st, plane, x, w, run)
	}
}

func productRows(l Level, elem Elem, st *byte, plane int, x *byte, n, rows, stride int) int {
	switch wide := l == AVX512; {
	case wide && elem == F64:
		return productRows512F64(st, plane, x, n, rows, stride)
	case wide:
		return productRows512F32(st, plane, x, n, rows, stride)
	case elem == F64:
		return productRows256F64(st, plane, x, n, rows, stride)
	}
	return productRows256F32(st, plane, x, n, rows, stride)
}

func productJoin(l Level, a, b *byte, plane, n int) int {
	if l == AVX512 {
		return productJoin512F64(a, b, plane, n)
	}
	return productJoin256F64(a, b, plane, n)
}

func turnings(elem Elem, st, x *byte, w, run int) {
	if elem == F64 {
		turning512F64(st, x, w, run)
		return
	}
	turning512F32(st, x, w, run)
}
