package asm

import "unsafe"

func find(l Level, e Elem, x *byte, n int, value uint64) int {
	wide := l == AVX512
	switch {
	case e == F64 && wide:
		return find512F64(x, n, value)
	case e == F64:
		return find256F64(x, n, value)
	case e == F32 && wide:
		return find512F32(x, n, value)
	case e == F32:
		return find256F32(x, n, value)
	}
	switch s := e.size(); {
	case s == 8 && wide:
		return find512I64(x, n, value)
	case s == 8:
		return find256I64(x, n, value)
	case s == 4 && wide:
		return find512I32(x, n, value)
	case s == 4:
		return find256I32(x, n, value)
	case s == 2 && wide:
		return find512I16(x, n, value)
	case s == 2:
		return find256I16(x, n, value)
	case wide:
		return find512I8(x, n, value)
	}
	return find256I8(x, n, value)
}

func denan(l Level, e Elem, out, x *byte, n int, by uint64) int {
	switch {
	case e == F64 && l == AVX512:
		return denan512F64(out, x, n, by)
	case e == F64:
		return denan256F64(out, x, n, by)
	case l == AVX512:
		return denan512F32(out, x, n, by)
	}
	return denan256F32(out, x, n, by)
}

func spread(l Level, x *byte, n int, mean float64, out *[2]float64) {
	if l == AVX512 {
		spread512F64(x, n, mean, (*byte)(unsafe.Pointer(out)))
		return
	}
	spread256F64(x, n, mean, (*byte)(unsafe.Pointer(out)))
}

func moments(_ Level, out, x *byte, w, l int) { moments512F64(out, x, w, l) }

func steps(l Level, mean, m2, x *byte, n, rows, stride int, reciprocals *byte) {
	if l == AVX512 {
		steps512F64(mean, m2, x, n, rows, stride, reciprocals)
		return
	}
	steps256F64(mean, m2, x, n, rows, stride, reciprocals)
}

func sumOf(l Level, out, x *byte, n int) {
	if l == AVX512 {
		runs512AddF64(out, x, 1, n)
		return
	}
	runs256AddF64(out, x, 1, n)
}
