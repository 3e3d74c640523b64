package sort

import (
	"encoding/binary"
	"math/bits"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Nonzero is the int64 positions, one array per axis, of the elements that are not zero or false, in C order: numpy.nonzero. NaN and NaT are not
// zero. A zero-dimensional array counts as one element of one axis.
func Nonzero(al mem.Allocator, a *nd.Array) ([]*nd.Array, error) {
	if err := sortable(a.DType); err != nil {
		return nil, err
	}
	c, err := a.Contig(al)
	if err != nil {
		return nil, err
	}
	shape := a.Shape
	if len(shape) == 0 {
		shape = []int{1}
	}
	mask, free, err := truths(al, c)
	if err != nil {
		return nil, err
	}
	defer free()
	flat, err := nd.New(al, dtype.Int64, trues(mask))
	if err != nil {
		return nil, err
	}
	placesOf(nd.Data[int64](flat), mask)
	return coordinates(al, flat, shape)
}

// truths is a byte for every element of a contiguous array, not zero where the element is not; and what gives the bytes back.
func truths(al mem.Allocator, a *nd.Array) (mask []byte, free func(), err error) {
	if a.DType.Size() == 1 {
		return nd.Data[uint8](asWords(a)), func() {}, nil
	}
	if mask, free, err = scratch[byte](al, a.Size()); err != nil {
		return nil, nil, err
	}
	switch d := a.DType; {
	case d == dtype.Complex64:
		truthsComplex(mask, nd.Data[complex64](a))
	case d.IsComplex():
		truthsComplex(mask, nd.Data[complex128](a))
	case d.Size() == 2:
		truthsOf(mask, nd.Data[uint16](asWords(a)), signOff[uint16](d))
	case d.Size() == 4:
		truthsOf(mask, nd.Data[uint32](asWords(a)), signOff[uint32](d))
	default:
		truthsOf(mask, nd.Data[uint64](asWords(a)), signOff[uint64](d))
	}
	return mask, free, nil
}

// signOff masks the sign of a float, so that -0 is zero.
func signOff[W word](d dtype.DType) W {
	if d.IsFloat() {
		return ^W(0) >> 1
	}
	return ^W(0)
}

func truthsOf[W word](to []byte, s []W, mask W) {
	to = to[:len(s)]
	for i, v := range s {
		var b byte
		if v&mask != 0 {
			b = 1
		}
		to[i] = b
	}
}

func truthsComplex[T complex64 | complex128](to []byte, s []T) {
	for i, v := range s {
		to[i] = 0
		if v != 0 {
			to[i] = 1
		}
	}
}

// trues is the number of bytes that are not zero.
func trues(mask []byte) int {
	n := 0
	for ; len(mask) >= 8; mask = mask[8:] {
		w := binary.LittleEndian.Uint64(mask)
		w |= w >> 4
		w |= w >> 2
		w |= w >> 1
		n += bits.OnesCount64(w & 0x0101010101010101)
	}
	for _, v := range mask {
		if v != 0 {
			n++
		}
	}
	return n
}

// placesOf writes the places of the bytes that are not zero, len(out) of them.
func placesOf(out []int64, mask []byte) {
	looked, n := asm.KeepPlaces(asm.Active(), out, mask, 0)
	for i, v := range mask[looked:] {
		if n == len(out) {
			return
		}
		out[n] = int64(looked + i)
		if v != 0 {
			n++
		}
	}
}

// keepWords writes the words where bytes of the mask are not zero, len(out) of them.
func keepWords[W word](out, from []W, mask []byte) {
	looked, n := 0, 0
	switch o := any(out).(type) {
	case []uint64:
		looked, n = asm.Keep64(asm.Active(), o, mask, any(from).([]uint64))
	case []uint32:
		looked, n = asm.Keep32(asm.Active(), o, mask, any(from).([]uint32))
	}
	for i, v := range mask[looked:] {
		if n == len(out) {
			return
		}
		out[n] = from[looked+i]
		if v != 0 {
			n++
		}
	}
}

// coordinates splits flat positions by axis.
func coordinates(al mem.Allocator, flat *nd.Array, shape []int) ([]*nd.Array, error) {
	if len(shape) == 1 {
		return []*nd.Array{flat}, nil
	}
	out := make([]*nd.Array, len(shape))
	rest := nd.Data[int64](flat)
	for k := len(shape) - 1; k >= 0; k-- {
		if k == 0 { // what is left
			out[0] = flat
			break
		}
		x, err := nd.New(al, dtype.Int64, len(rest))
		if err != nil {
			return nil, err
		}
		d, n := nd.Data[int64](x), uint64(shape[k])
		for i, p := range rest {
			q := uint64(p) / n
			d[i], rest[i] = int64(uint64(p)-q*n), int64(q)
		}
		out[k] = x
	}
	return out, nil
}
