package asm

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
