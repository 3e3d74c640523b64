package asm

import (
	"cmp"
	"slices"
	"unsafe"
)

// A Vec is one operand of an element-wise kernel: elements one after another from P on, or a single element
// that stands for all when Const. The memory belongs to the caller and must stay alive and unmoved while a
// kernel runs; P may point outside the Go heap.
type Vec struct {
	P     unsafe.Pointer
	Const bool
	// Stream asks that a result is written past the caches, as what is large and not read soon should be.
	// Kernels do it where P is at a multiple of 64 bytes and they have such stores; it never changes a
	// result.
	Stream bool
}

// An elementwise is a kernel at both levels of vectors; nil where a level has none.
type elementwise struct {
	name, types string
	avx2, wide  func(n int, in, out []Vec)
}

// Elementwise is the kernel of a universal function for NumPy's signature ("add", "dd->d") at a level, nil
// where there is none. It computes n elements; at most a few thousand should be asked for in one call, as
// nothing stops it. An output may be exactly the memory of an input of the same element size. An element has
// the same bits wherever it stands in a call, and for arithmetic, comparison and conversion those that IEEE
// 754 says, which Go's have too; only which of two NaNs becomes the result may differ.
func Elementwise(l Level, name, types string) func(n int, in, out []Vec) {
	if l == Portable {
		return nil
	}
	for _, t := range elementwiseTables() {
		i, ok := slices.BinarySearchFunc(t, elementwise{name: name, types: types}, func(a, b elementwise) int {
			return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.types, b.types))
		})
		if ok && l == AVX2 {
			return t[i].avx2
		}
		if ok {
			return t[i].wide
		}
	}
	return nil
}
