package asm

func vectorOf(l Level, size int) *Vector {
	if l == Portable {
		return nil
	}
	for i := range vectors {
		if v := &vectors[i]; v.Size == size && v.wide == (l == AVX512) {
			return v
		}
	}
	return nil
}

func (v *Vector) dot(rows, n int, a *byte, stride int, x, out *byte) {
	switch {
	case v.wide && v.Size == 8 && rows == 1:
		dot512dx1(n, a, stride, x, out)
	case v.wide && v.Size == 8:
		dot512dx8(n, a, stride, x, out)
	case v.wide && rows == 1:
		dot512sx1(n, a, stride, x, out)
	case v.wide:
		dot512sx8(n, a, stride, x, out)
	case v.Size == 8 && rows == 1:
		dot256dx1(n, a, stride, x, out)
	case v.Size == 8:
		dot256dx4(n, a, stride, x, out)
	case rows == 1:
		dot256sx1(n, a, stride, x, out)
	default:
		dot256sx4(n, a, stride, x, out)
	}
}

func (v *Vector) axpy(rows, n int, y, a *byte, stride int, x *byte) {
	switch {
	case v.wide && v.Size == 8 && rows == 1:
		axpy512dx1(n, y, a, stride, x)
	case v.wide && v.Size == 8:
		axpy512dx8(n, y, a, stride, x)
	case v.wide && rows == 1:
		axpy512sx1(n, y, a, stride, x)
	case v.wide:
		axpy512sx8(n, y, a, stride, x)
	case v.Size == 8 && rows == 1:
		axpy256dx1(n, y, a, stride, x)
	case v.Size == 8:
		axpy256dx4(n, y, a, stride, x)
	case rows == 1:
		axpy256sx1(n, y, a, stride, x)
	default:
		axpy256sx4(n, y, a, stride, x)
	}
}

func (v *Vector) symv(n int, a *byte, stride int, x, y, coef, out *byte) {
	switch {
	case v.wide && v.Size == 8:
		symv512dx8(n, a, stride, x, y, coef, out)
	case v.wide:
		symv512sx8(n, a, stride, x, y, coef, out)
	case v.Size == 8:
		symv256dx4(n, a, stride, x, y, coef, out)
	default:
		symv256sx4(n, a, stride, x, y, coef, out)
	}
}
