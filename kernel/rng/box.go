package rng

import "fmt"

// A Box is a part of a whole array: Size elements per axis from Lo on. Elements are numbered in C order of
// the whole; the part is filled in C order of its own.
type Box struct {
	Shape, Lo, Size []int
}

// Whole is the box that covers all of shape.
func Whole(shape ...int) Box { return Box{shape, make([]int, len(shape)), shape} }

// Len is the number of elements of the box.
func (b Box) Len() int {
	n := 1
	for _, k := range b.Size {
		n *= k
	}
	return n
}

// Runs calls f with the consecutive runs of the box: n elements from at on in the part are those from pos on
// in the whole.
func (b Box) Runs(f func(at int, pos uint64, n int)) {
	n := b.Len()
	if n == 0 {
		return
	}
	r := len(b.Shape)
	run, stride := 1, uint64(1)
	strides := make([]uint64, r)
	for i := r - 1; i >= 0; i-- {
		strides[i] = stride
		stride *= uint64(b.Shape[i])
	}
	inner := r // axes from inner on form one run
	for inner > 0 {
		inner--
		run *= b.Size[inner]
		if b.Size[inner] != b.Shape[inner] {
			break
		}
	}
	pos := uint64(0)
	for i := range r {
		pos += uint64(b.Lo[i]) * strides[i]
	}
	idx := make([]int, inner)
	for at := 0; at < n; at += run {
		f(at, pos, run)
		for i := inner - 1; i >= 0; i-- {
			idx[i]++
			pos += strides[i]
			if idx[i] < b.Size[i] {
				break
			}
			pos -= uint64(b.Size[i]) * strides[i]
			idx[i] = 0
		}
	}
}

// fits panics when out is not the size of the box: a bug of the caller.
func (b Box) fits(n int) {
	if n != b.Len() {
		panic(fmt.Sprintf("rng: %d elements for a box of %d", n, b.Len()))
	}
}
