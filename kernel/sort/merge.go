package sort

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Merge joins sorted one-dimensional arrays of one dtype into one sorted array, by a tree of two-way merges. It trusts that every run is
// sorted.
func Merge(al mem.Allocator, runs ...*nd.Array) (*nd.Array, error) {
	n, ends, err := joined(runs)
	if err != nil {
		return nil, err
	}
	d := runs[0].DType
	out, err := nd.New(al, d, n)
	if err != nil || n == 0 {
		return out, err
	}
	if d.IsComplex() {
		order, err := MergeOrder(al, runs...)
		if err != nil {
			return nil, err
		}
		if err := concat(out, runs); err != nil {
			return nil, err
		}
		return Take(al, out, order, 0, Raise)
	}
	switch d.Size() {
	case 1:
		err = mergeWords[uint8](al, out, runs, ends)
	case 2:
		err = mergeWords[uint16](al, out, runs, ends)
	case 4:
		err = mergeWords[uint32](al, out, runs, ends)
	default:
		err = mergeWords[uint64](al, out, runs, ends)
	}
	return out, err
}

// joined is the length of runs end to end, and where each ends.
func joined(runs []*nd.Array) (n int, ends []int, err error) {
	if len(runs) == 0 {
		return 0, nil, errs.New(errs.Invalid, "nothing to merge")
	}
	if err := sortable(runs[0].DType); err != nil {
		return 0, nil, err
	}
	for _, r := range runs {
		if r.Rank() != 1 || r.DType != runs[0].DType {
			return 0, nil, errs.New(errs.Invalid, "cannot merge %v of %d dimensions with %v", r.DType, r.Rank(), runs[0].DType)
		}
		n += r.Shape[0]
		ends = append(ends, n)
	}
	return n, ends, nil
}

// concat copies runs into out end to end.
func concat(out *nd.Array, runs []*nd.Array) error {
	at := 0
	for _, r := range runs {
		if err := nd.Copy(out.Slice(0, at, at+r.Shape[0], 1), r); err != nil {
			return err
		}
		at += r.Shape[0]
	}
	return nil
}

func mergeWords[W word](al mem.Allocator, out *nd.Array, runs []*nd.Array, ends []int) error {
	if err := concat(out, runs); err != nil {
		return err
	}
	keys := nd.Data[W](asWords(out))
	tmp, free, err := scratch[W](al, len(keys))
	if err != nil {
		return err
	}
	defer free()
	encode(out.DType, keys, true)
	mergeTree(keys, tmp, ends, func(a, b W) bool { return b < a })
	decode(out.DType, keys)
	return nil
}

// MergeOrder is the int64 positions, in the runs laid end to end, that merge sorted one-dimensional arrays; equal elements keep the order
// of runs and of positions.
func MergeOrder(al mem.Allocator, runs ...*nd.Array) (*nd.Array, error) {
	n, ends, err := joined(runs)
	if err != nil {
		return nil, err
	}
	if err := countable(n); err != nil {
		return nil, err
	}
	all, err := nd.New(al, runs[0].DType, n)
	if err != nil {
		return nil, err
	}
	if err := concat(all, runs); err != nil {
		return nil, err
	}
	if n == 0 {
		return nd.New(al, dtype.Int64, 0)
	}
	switch all.DType.Size() {
	case 1:
		return mergeOrder[uint8](al, all, ends)
	case 2:
		return mergeOrder[uint16](al, all, ends)
	case 4:
		return mergeOrder[uint32](al, all, ends)
	case 8:
		return mergeOrder[uint64](al, all, ends)
	}
	return Argsort(al, all, 0, nil)
}

func mergeOrder[W word](al mem.Allocator, all *nd.Array, ends []int) (*nd.Array, error) {
	n := all.Shape[0]
	keys := nd.Data[W](asWords(all))
	encode(all.DType, keys, false)
	ps, free, err := scratch[pair[W]](al, 2*n)
	if err != nil {
		return nil, err
	}
	defer free()
	for i, k := range keys {
		ps[i] = pair[W]{k, uint32(i)}
	}
	mergeTree(ps[:n], ps[n:], ends, func(a, b pair[W]) bool { return b.k < a.k })
	out, err := nd.New(al, dtype.Int64, n)
	if err != nil {
		return nil, err
	}
	for i, o := 0, nd.Data[int64](out); i < n; i++ {
		o[i] = int64(ps[i].i)
	}
	return out, nil
}

// mergeTree merges neighbouring runs, which end at ends, until one is left; after(a, b) says that a must come behind b.
func mergeTree[T any](s, tmp []T, ends []int, after func(a, b T) bool) {
	src, dst := s, tmp
	for len(ends) > 1 {
		var next []int
		lo := 0
		for i := 0; i < len(ends); i += 2 {
			hi := ends[i]
			if i+1 < len(ends) {
				mergeTwo(dst[lo:ends[i+1]], src[lo:hi], src[hi:ends[i+1]], after)
				hi = ends[i+1]
			} else {
				copy(dst[lo:hi], src[lo:hi])
			}
			next = append(next, hi)
			lo = hi
		}
		src, dst, ends = dst, src, next
	}
	if len(s) > 0 && &src[0] != &s[0] {
		copy(s, src)
	}
}

func mergeTwo[T any](out, a, b []T, after func(a, b T) bool) {
	i := 0
	for len(a) > 0 && len(b) > 0 {
		if after(a[0], b[0]) {
			out[i], b = b[0], b[1:]
		} else {
			out[i], a = a[0], a[1:]
		}
		i++
	}
	copy(out[i:], a)
	copy(out[i+len(a):], b)
}
