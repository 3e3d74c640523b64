package sort

import (
	"sort"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Search is the int64 places where the elements of v would go into a, a sorted one-dimensional array of the same dtype, to keep it
// sorted: before equal elements, or behind them with right. It is numpy.searchsorted; NaN and NaT are greatest.
func Search(al mem.Allocator, a, v *nd.Array, right bool) (*nd.Array, error) {
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
		err = searchWords[uint8](al, a, v, out, right)
	case 2:
		err = searchWords[uint16](al, a, v, out, right)
	case 4:
		err = searchWords[uint32](al, a, v, out, right)
	case 8:
		err = searchWords[uint64](al, a, v, out, right)
	default:
		searchComplex(a, v, out, right)
	}
	return out, err
}

func searchWords[W word](al mem.Allocator, a, v, out *nd.Array, right bool) error {
	n, m := a.Shape[0], v.Size()
	buf, free, err := scratch[W](al, n+m)
	if err != nil {
		return err
	}
	defer free()
	keys, want := buf[:n], buf[n:]
	copy(want, nd.Data[W](asWords(v)))
	encode(a.DType, want, false)
	if n > 0 {
		win, first := nd.Window[W](asWords(a))
		gather(keys, win, first, a.Strides[0])
		encode(a.DType, keys, false)
	}
	o := nd.Data[int64](out)
	// Sorted needles are common; the last answer bounds the next search, as in NumPy.
	lo, hi := 0, n
	for i, w := range want {
		if i > 0 {
			if want[i-1] <= w {
				hi = n
			} else {
				lo, hi = 0, min(hi+1, n)
			}
		}
		for lo < hi {
			mid := int(uint(lo+hi) >> 1)
			if keys[mid] < w || right && keys[mid] == w {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		o[i] = int64(lo)
	}
	return nil
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
