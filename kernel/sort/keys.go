package sort

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
)

// word is a key: the bits of one element, mapped so that unsigned order is the order of the values.
type word interface {
	uint8 | uint16 | uint32 | uint64
}

// floatBits is the bits of infinity and of the NaN that stands for all.
func floatBits[W word](d dtype.DType) (inf, nan W) {
	switch d.Kind {
	case dtype.Float16Kind:
		var i, n uint64 = 0x7c00, 0x7e00
		return W(i), W(n)
	case dtype.Float32Kind:
		var i, n uint64 = 0x7f800000, 0x7fc00000
		return W(i), W(n)
	}
	var i, n uint64 = 0x7ff0000000000000, 0x7ff8000000000000
	return W(i), W(n)
}

func floatKey[W word](x, sign, inf, nan W, exact bool) W {
	if x&^sign > inf {
		x = nan
	}
	if !exact && x == sign {
		x = 0
	}
	if x&sign != 0 {
		return ^x
	}
	return x | sign
}

const (
	sign32 = 1 << 31
	inf32  = 0x7f800000
	nan32  = 0x7fc00000
	// Keys of the first half of complex numbers with a NaN, in NumPy's order: R + nanj, nan + Rj, nan + nanj.
	// The second half is the key of the part that is a number.
	imagNaN = sign32 | nan32
	realNaN = imagNaN + 1
	bothNaN = imagNaN + 2
)

// complexKey is the key of a complex64, whose real part is in the low half.
func complexKey(x uint64) uint64 {
	re, im := uint32(x), uint32(x>>32)
	hi := floatKey(re, sign32, inf32, nan32, false)
	lo := floatKey(im, sign32, inf32, nan32, false)
	hi, lo = complexOrder(hi, lo, imagNaN)
	return uint64(hi)<<32 | uint64(lo)
}

// complexOrder moves keys of parts that are NaN (the key nan) where NumPy puts them.
func complexOrder[W word](hi, lo, nan W) (W, W) {
	switch {
	case hi == nan && lo == nan:
		return nan + 2, 0
	case hi == nan:
		return nan + 1, lo
	case lo == nan:
		return nan, hi
	}
	return hi, lo
}

// complexKeys is the two halves of the key of a complex128.
func complexKeys(v complex128) (hi, lo uint64) {
	const sign, inf, nan = 1 << 63, 0x7ff0000000000000, 0x7ff8000000000000
	hi = floatKey(math.Float64bits(real(v)), sign, inf, nan, false)
	lo = floatKey(math.Float64bits(imag(v)), sign, inf, nan, false)
	return complexOrder(hi, lo, uint64(sign|nan))
}

// asWords is a with its elements read as unsigned words of their size; complex128 stays as it is.
func asWords(a *nd.Array) *nd.Array {
	b := *a
	switch a.DType.Size() {
	case 1:
		b.DType = dtype.Uint8
	case 2:
		b.DType = dtype.Uint16
	case 4:
		b.DType = dtype.Uint32
	case 8:
		b.DType = dtype.Uint64
	}
	return &b
}

// sortable refuses dtypes without elements of fixed width.
func sortable(d dtype.DType) error {
	if !d.Fixed() || d.Null {
		return errs.New(errs.Type, "cannot sort an array of %v", d)
	}
	return nil
}
