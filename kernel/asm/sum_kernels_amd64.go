package asm

func sums(l Level, elem Elem, pairs bool, s, e, x *byte, w, run int) {
	switch wide := l == AVX512; {
	case wide && elem == F64 && pairs:
		sum512PairsF64(s, e, x, w, run)
	case wide && elem == F64:
		sum512F64(s, e, x, w, run)
	case wide && pairs:
		sum512PairsF32(s, e, x, w, run)
	case wide:
		sum512F32(s, e, x, w, run)
	case elem == F64 && pairs:
		sum256PairsF64(s, e, x, w, run)
	case elem == F64:
		sum256F64(s, e, x, w, run)
	case pairs:
		sum256PairsF32(s, e, x, w, run)
	default:
		sum256F32(s, e, x, w, run)
	}
}

func sumRows(l Level, elem Elem, s, e, x *byte, n, rows, stride int) int {
	switch wide := l == AVX512; {
	case wide && elem == F64:
		return sumRows512F64(s, e, x, n, rows, stride)
	case wide:
		return sumRows512F32(s, e, x, n, rows, stride)
	case elem == F64:
		return sumRows256F64(s, e, x, n, rows, stride)
	}
	return sumRows256F32(s, e, x, n, rows, stride)
}

func sumJoin(l Level, s, e, s1, e1 *byte, n int) int {
	if l == AVX512 {
		return sumJoin512F64(s, e, s1, e1, n)
	}
	return sumJoin256F64(s, e, s1, e1, n)
}

func sumShort(elem Elem, s, e, x *byte, n, run int) int {
	if elem == F64 {
		return sumShort512F64(s, e, x, n, run)
	}
	return sumShort512F32(s, e, x, n, run)
}

func squares(l Level, st *byte, plane int, x *byte, w, run int) {
	if l == AVX512 {
		squares512F64(st, plane, x, w, run)
		return
	}
	squares256F64(st, plane, x, w, run)
}

func squareRows(l Level, st *byte, plane int, x *byte, n, rows, stride int) int {
	if l == AVX512 {
		return squareRows512F64(st, plane, x, n, rows, stride)
	}
	return squareRows256F64(st, plane, x, n, rows, stride)
}

func sumPlain(s, e, x *byte, w, run int) { sumPlain512F32(s, e, x, w, run) }
