package sort

import (
	"sort"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Search is the int64 places where the elements of v would go into a, a sorted one-dimensional array of the
// same dtype, to keep it sorted: before equal elements, or behind them with right. It is numpy.searchsorted;
// NaN and NaT are greatest. Without many elements to search for a is read where it lies, else its keys are
// written to scratch.
func Search(al mem.Allocator, a, v *nd.Array, right bool, par parallel.Func) (*nd.Array, error) {
	if a.Rank() != 1 {
		return nil, errs.New(errs.Invalid, "object too deep for desired array")
	}
	if a.DType != v.DType {
		return nil, errs.New(errs.Type, "cannot search %v in %v without a cast", v.DType, a.DType)
	}
	if err := sortable(a.DType); err != nil {
		return nil, err
	}
	out, err := nd.New(al, dtype.Int64, v.Shape...)
	if err != nil || v.Size() == 0 {
		return out, err
	}
	v, err = v.Contig(al)
	if err != nil {
		return nil, err
	}
	switch a.DType.Size() {
	case 1:
		err = searchWords[uint8](al, a, v, out, right, par)
	case 2:
		err = searchWords[uint16](al, a, v, out, right, par)
	case 4:
		err = searchWords[uint32](al, a, v, out, right, par)
	case 8:
		err = searchWords[uint64](al, a, v, out, right, par)
	default:
		searchComplex(a, v, out, right)
	}
	return out, err
}

// searchBlock is the elements that are searched for together.
const searchBlock = 512

func searchWords[W word](al mem.Allocator, a, v, out *nd.Array, right bool, par parallel.Func) error {
	n, o := a.Shape[0], nd.Data[int64](out)
	if n == 0 {
		clear(o)
		return nil
	}
	win, first := nd.Window[W](asWords(a))
	vals := nd.Data[W](asWords(v))
	step := a.Strides[0]
	if len(vals) < n/64 {
		searchFew(a, vals, o, right)
		return nil
	}
	keys, free, err := mem.Scratch[W](al, n)
	if err != nil {
		return err
	}
	defer free()
	if err := keysInto(a.DType, keys, win, first, step, par); err != nil {
		return err
	}
	return par.Spans(len(vals), span, func(lo, hi int) {
		var room [searchBlock]W
		for ; lo < hi; lo += searchBlock {
			want := room[:min(searchBlock, hi-lo)]
			copy(want, vals[lo:])
			encode(a.DType, want, false)
			searchKeys(keys, want, o[lo:lo+len(want)], right)
		}
	})
}

// searchFew searches where the elements of a lie.
func searchFew[W word](a *nd.Array, vals []W, out []int64, right bool) {
	win, first := nd.Window[W](asWords(a))
	step, d := a.Strides[0], a.DType
	for i, x := range vals {
		want, k := [1]W{x}, [1]W{}
		encode(d, want[:], false)
		out[i] = int64(sort.Search(a.Shape[0], func(j int) bool {
			k[0] = win[first+j*step]
			encode(d, k[:], false)
			return k[0] > want[0] || !right && k[0] == want[0]
		}))
	}
}

// searchKeys writes how many keys, which ascend, are below each of want, or with right not above it. All take
// the same steps whatever the keys are, several at a time, so that none waits for a branch or for the memory
// of another.
func searchKeys[W word](keys, want []W, out []int64, right bool) {
	if right { // not above w is below w+1
		for i, w := range want {
			want[i] = w + 1
		}
	}
	out = out[:len(want)]
	i := 0
	for ; i+8 <= len(want); i += 8 {
		searchEight(keys, (*[8]W)(want[i:]), (*[8]int64)(out[i:]))
	}
	for ; i < len(want); i++ {
		out[i] = int64(searchOne(keys, want[i]))
	}
	if right {
		for i, w := range want {
			if w == 0 { // there is nothing above
				out[i] = int64(len(keys))
			}
		}
	}
}

func searchOne[W word](keys []W, w W) int {
	base := 0
	for n := len(keys); n > 1; {
		half := n >> 1
		base += half & below(keys[base+half-1], w)
		n -= half
	}
	return base + 1&below(keys[base], w)
}

// below is all ones where a < b, without a branch.
func below[W word](a, b W) int {
	x := 0
	if a < b {
		x = 1
	}
	return -x
}

// searchEight is searchOne of eight; keys has elements.
func searchEight[W word](keys []W, want *[8]W, out *[8]int64) {
	p, size := unsafe.Pointer(unsafe.SliceData(keys)), uintptr(sizeof(want[0]))
	at := func(i int) W { return *(*W)(unsafe.Add(p, uintptr(i)*size)) } // i is below len(keys) in every step
	var a, b, c, d, e, f, g, h int
	w0, w1, w2, w3, w4, w5, w6, w7 := want[0], want[1], want[2], want[3], want[4], want[5], want[6], want[7]
	for n := len(keys); n > 1; {
		half := n >> 1
		last := half - 1
		a += half & below(at(a+last), w0)
		b += half & below(at(b+last), w1)
		c += half & below(at(c+last), w2)
		d += half & below(at(d+last), w3)
		e += half & below(at(e+last), w4)
		f += half & below(at(f+last), w5)
		g += half & below(at(g+last), w6)
		h += half & below(at(h+last), w7)
		n -= half
	}
	for j, i := range [8]int{a, b, c, d, e, f, g, h} {
		out[j] = int64(i + 1&below(at(i), want[j]))
	}
}

func searchComplex(a, v, out *nd.Array, right bool) {
	win, first := nd.Window[complex128](a)
	step := a.Strides[0]
	o := nd.Data[int64](out)
	for i, w := range nd.Data[complex128](v) {
		hi, lo := complexKeys(w)
		o[i] = int64(sort.Search(a.Shape[0], func(j int) bool {
			h, l := complexKeys(win[first+j*step])
			c := order(h, hi)
			if c == 0 {
				c = order(l, lo)
			}
			return c > 0 || !right && c == 0
		}))
	}
}
