package sort

import (
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
)

// kernelOf is the kernels for keys of type W, nil where there are none.
func kernelOf[W word](l asm.Level) *asm.KeySort {
	var w W
	switch unsafe.Sizeof(w) {
	case 8:
		return asm.Keys64(l)
	case 4:
		return asm.Keys32(l)
	}
	return nil
}

// formOf is how elements of a real dtype of W's width become keys. With exact, values come back but for the
// payload of NaNs, and -0 sorts before 0; without, both zeros are one key.
func formOf[W word](d dtype.DType, exact bool) asm.Form {
	var w W
	sign := uint64(1) << (8*unsafe.Sizeof(w) - 1)
	f := asm.Form{Inf: ^uint64(0)}
	switch {
	case d.IsTemporal():
		f.Flip, f.Add = sign, 1 // NaT is the least integer and wraps to the greatest key
	case d.IsInt():
		f.Flip = sign
	case d.IsFloat():
		inf, nan := floatBits[W](d)
		f.Flip, f.Mask, f.Inf, f.NaN = sign, sign-1, uint64(inf), uint64(nan)
		if !exact {
			f.Zero = sign
		}
	}
	return f
}

// identity reports that values are their keys.
func identity(f *asm.Form) bool { return f.Flip == 0 }

// at is the address of s, which is not empty.
func addr[W word](s []W) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(s)) }

// encodeForm writes the keys of src to dst, which may be src.
func encodeForm[W word](k *asm.KeySort, dst, src []W, f *asm.Form) {
	if k != nil {
		k.Encode(addr(dst), addr(src), len(src), f)
		return
	}
	if identity(f) {
		copy(dst, src)
		return
	}
	bits := 8*unsafe.Sizeof(W(0)) - 1
	mask, flip, add, inf, nan, zero := W(f.Mask), W(f.Flip), W(f.Add), W(f.Inf), W(f.NaN), W(f.Zero)
	dst = dst[:len(src)]
	for i, x := range src {
		if x == zero {
			x = 0
		}
		if x&mask > inf {
			x = nan
		}
		dst[i] = (x ^ -(x>>bits)&mask ^ flip) - add
	}
}

// decodeForm writes the values of the keys of src to dst, which may be src.
func decodeForm[W word](k *asm.KeySort, dst, src []W, f *asm.Form) {
	if k != nil {
		k.Decode(addr(dst), addr(src), len(src), f)
		return
	}
	if identity(f) {
		copy(dst, src)
		return
	}
	bits := 8*unsafe.Sizeof(W(0)) - 1
	mask, flip, add := W(f.Mask), W(f.Flip), W(f.Add)
	dst = dst[:len(src)]
	for i, x := range src {
		x += add
		dst[i] = x ^ (x>>bits-1)&mask ^ flip
	}
}

// encode turns elements of a real dtype of W's width (complex64 counts as one 64-bit word) into keys, in
// place; see formOf. There is no exact key of complex numbers.
func encode[W word](d dtype.DType, s []W, exact bool) {
	if d.IsComplex() {
		for i, x := range s {
			s[i] = W(complexKey(uint64(x)))
		}
		return
	}
	f := formOf[W](d, exact)
	encodeForm(kernelOf[W](asm.Active()), s, s, &f)
}

// decode undoes encode with exact.
func decode[W word](d dtype.DType, s []W) {
	f := formOf[W](d, true)
	decodeForm(kernelOf[W](asm.Active()), s, s, &f)
}
