package sort

import (
	"github.com/mars-project/mars-go/dtype"
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
	var flat []int64
	switch d := a.DType; {
	case d.IsComplex():
		flat = nonzeroComplex(c)
	case d.Size() == 1:
		flat = nonzeroFlat(nd.Data[uint8](asWords(c)), ^uint8(0))
	case d.Size() == 2:
		flat = nonzeroFlat(nd.Data[uint16](asWords(c)), signOff[uint16](d))
	case d.Size() == 4:
		flat = nonzeroFlat(nd.Data[uint32](asWords(c)), signOff[uint32](d))
	default:
		flat = nonzeroFlat(nd.Data[uint64](asWords(c)), signOff[uint64](d))
	}
	return coordinates(al, flat, shape)
}

// signOff masks the sign of a float, so that -0 is zero.
func signOff[W word](d dtype.DType) W {
	if d.IsFloat() {
		return ^W(0) >> 1
	}
	return ^W(0)
}

func nonzeroFlat[W word](s []W, mask W) []int64 {
	n := 0
	for _, v := range s {
		if v&mask != 0 {
			n++
		}
	}
	out := make([]int64, 0, n)
	for i, v := range s {
		if v&mask != 0 {
			out = append(out, int64(i))
		}
	}
	return out
}

func nonzeroComplex(a *nd.Array) []int64 {
	var out []int64
	if a.DType == dtype.Complex64 {
		for i, v := range nd.Data[complex64](a) {
			if v != 0 {
				out = append(out, int64(i))
			}
		}
		return out
	}
	for i, v := range nd.Data[complex128](a) {
		if v != 0 {
			out = append(out, int64(i))
		}
	}
	return out
}

// coordinates splits flat positions by axis.
func coordinates(al mem.Allocator, flat []int64, shape []int) ([]*nd.Array, error) {
	out := make([]*nd.Array, len(shape))
	inner := 1
	for k := len(shape) - 1; k >= 0; k-- {
		x, err := nd.New(al, dtype.Int64, len(flat))
		if err != nil {
			return nil, err
		}
		d := nd.Data[int64](x)
		n := shape[k]
		if len(shape) == 1 {
			copy(d, flat)
		} else {
			for i, p := range flat {
				d[i] = int64(int(p) / inner % n)
			}
		}
		out[k] = x
		inner *= n
	}
	return out, nil
}
