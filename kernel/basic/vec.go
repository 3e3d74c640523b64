package basic

import (
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
)

// A Vec is one operand of a loop: elements one after another from P on, or a single element that stands for
// all when Const. The memory belongs to the caller and must stay alive and unmoved while a loop runs; P may
// point outside the Go heap. Of an output that is large and not read soon, Stream asks that it is written
// past the caches.
type Vec = asm.Vec

// Of is the operand of all elements of s.
func Of[T dtype.Elem](s []T) Vec { return Vec{P: unsafe.Pointer(unsafe.SliceData(s))} }

// One is the operand in which *v stands for every element.
func One[T dtype.Elem](v *T) Vec { return Vec{P: unsafe.Pointer(v), Const: true} }

// Bytes is the operand whose elements lie in b; b must be aligned for them.
func Bytes(b []byte) Vec { return Vec{P: unsafe.Pointer(unsafe.SliceData(b))} }

// view is the first n elements of v, which is not Const.
func view[T any](v Vec, n int) []T { return unsafe.Slice((*T)(v.P), n) }

// one is the single value of v, which is Const.
func one[T any](v Vec) T { return *(*T)(v.P) }

// A Func computes n elements of its outputs from its inputs; n is positive and at least one input is not
// Const. An output may be the same memory as an input of the same element size that is not Const: every loop
// reads element i of all inputs before it writes element i of any output. A Const input may be read for every
// element anew.
type Func = func(n int, in, out []Vec)

// fill repeats the first element of out, of the given size, n times.
func fill(out Vec, size, n int) {
	b := unsafe.Slice((*byte)(out.P), n*size)
	for done := size; done < len(b); done *= 2 {
		copy(b[done:], b[:done])
	}
}
