package sort

import (
	"cmp"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Partition moves elements of a along an axis, in place, so that those at positions kth are where Sort would put them, with nothing greater
// before and nothing less behind. Positions may be negative; one outside is an Invalid error. Lanes of complex numbers are sorted.
func Partition(al mem.Allocator, a *nd.Array, axis int, kth ...int) error {
	if err := sortable(a.DType); err != nil {
		return err
	}
	ks, err := places(kth, a.Shape[axis])
	if err != nil || a.Size() == 0 {
		return err
	}
	if a.DType.IsComplex() {
		return sortComplex(al, a, axis)
	}
	switch a.DType.Size() {
	case 1:
		return sortLanes(al, a, axis, func(s, _ []uint8) { selectAll(s, 0, ks) })
	case 2:
		return sortLanes(al, a, axis, func(s, _ []uint16) { selectAll(s, 0, ks) })
	case 4:
		return sortLanes(al, a, axis, func(s, _ []uint32) { selectAll(s, 0, ks) })
	}
	return sortLanes(al, a, axis, func(s, _ []uint64) { selectAll(s, 0, ks) })
}

// places resolves and sorts positions.
func places(kth []int, n int) ([]int, error) {
	ks := make([]int, len(kth))
	for i, k := range kth {
		if k < 0 {
			k += n
		}
		if k < 0 || k >= n {
			return nil, errs.New(errs.Invalid, "kth(=%d) out of bounds (%d)", k, n)
		}
		ks[i] = k
	}
	slices.Sort(ks)
	return slices.Compact(ks), nil
}

// selectAll puts every position of ks right. The middle one splits the rest, so that each element is looked at about log2(len(ks)) times.
func selectAll[W cmp.Ordered](s []W, base int, ks []int) {
	if len(ks) == 0 || len(s) < 2 {
		return
	}
	m := len(ks) / 2
	k := ks[m] - base
	selectOne(s, k, cmp.Compare[W])
	selectAll(s[:k], base, ks[:m])
	selectAll(s[k+1:], base+k+1, ks[m+1:])
}

// selectOne is Hoare's quickselect with a median of three and three-way splits; after 2 log2(n) bad splits it sorts, which bounds its
// work by n log n.
func selectOne[T any](s []T, k int, compare func(a, b T) int) {
	bad := 2
	for n := len(s); n > 0; n >>= 1 {
		bad += 2
	}
	for len(s) > 24 {
		if bad == 0 {
			break
		}
		n := len(s)
		pivot := median(s[n/4], s[n/2], s[n-1-n/4], compare)
		lo, hi := split(s, pivot, compare)
		if max(lo, n-hi) > n-n/8 {
			bad--
		}
		switch {
		case k < lo:
			s = s[:lo]
		case k >= hi:
			s, k = s[hi:], k-hi
		default:
			return
		}
	}
	slices.SortFunc(s, compare)
}

func median[T any](a, b, c T, compare func(a, b T) int) T {
	if compare(b, a) < 0 {
		a, b = b, a
	}
	if compare(c, b) < 0 {
		b = c
		if compare(b, a) < 0 {
			b = a
		}
	}
	return b
}

// split orders s as less, equal, greater than pivot; equal ones are s[lo:hi].
func split[T any](s []T, pivot T, compare func(a, b T) int) (lo, hi int) {
	i, hi := 0, len(s)
	for i < hi {
		switch c := compare(s[i], pivot); {
		case c < 0:
			s[lo], s[i] = s[i], s[lo]
			lo++
			i++
		case c > 0:
			hi--
			s[i], s[hi] = s[hi], s[i]
		default:
			i++
		}
	}
	return lo, hi
}

// TopK is the int64 positions of the k least elements of a one-dimensional array, in ascending order, or of the k greatest ones in
// descending order; among equals earlier positions win. NaN and NaT come last in both. Fewer than k elements give all.
func TopK(al mem.Allocator, a *nd.Array, k int, largest bool) (*nd.Array, error) {
	if err := sortable(a.DType); err != nil {
		return nil, err
	}
	if err := countable(a.Shape[0]); err != nil {
		return nil, err
	}
	switch a.DType.Size() {
	case 1:
		return topWords[uint8](al, a, k, largest)
	case 2:
		return topWords[uint16](al, a, k, largest)
	case 4:
		return topWords[uint32](al, a, k, largest)
	case 8:
		return topWords[uint64](al, a, k, largest)
	}
	ps, nan, free, err := orderedComplex(al, a)
	if err != nil {
		return nil, err
	}
	defer free()
	return topPairs(al, ps, k, largest, nan, true)
}

func topWords[W word](al mem.Allocator, a *nd.Array, k int, largest bool) (*nd.Array, error) {
	n := a.Shape[0]
	ps, free, err := scratch[pair[W]](al, n)
	if err != nil {
		return nil, err
	}
	defer free()
	keys, done, err := scratch[W](al, n)
	if err != nil {
		return nil, err
	}
	defer done()
	win, first := nd.Window[W](asWords(a))
	gather(keys, win, first, a.Strides[0])
	encode(a.DType, keys, false)
	for i, x := range keys {
		ps[i] = pair[W]{x, uint32(i)}
	}
	return topPairs(al, ps, k, largest, missing[W](a.DType), hasMissing(a.DType))
}

// missing is the least key of a NaN or NaT of d; it says nothing where hasMissing is false.
func missing[W word](d dtype.DType) W {
	switch {
	case d.IsFloat():
		_, nan := floatBits[W](d)
		return nan | ^(^W(0) >> 1)
	case d.IsComplex():
		var m uint64 = imagNaN << 32
		return W(m)
	}
	return ^W(0)
}

// hasMissing reports that elements of d can be missing.
func hasMissing(d dtype.DType) bool { return d.IsFloat() || d.IsComplex() || d.IsTemporal() }

func topPairs[W word](al mem.Allocator, ps []pair[W], k int, largest bool, nan W, missing bool) (*nd.Array, error) {
	k = min(max(k, 0), len(ps))
	out, err := nd.New(al, dtype.Int64, k)
	if err != nil || k == 0 {
		return out, err
	}
	if largest {
		descend(ps, nan, missing)
	}
	compare := func(a, b pair[W]) int {
		if c := order(a.k, b.k); c != 0 {
			return c
		}
		return int(a.i) - int(b.i)
	}
	if k < len(ps) {
		selectOne(ps, k-1, compare)
	}
	slices.SortFunc(ps[:k], compare)
	for i, o := 0, nd.Data[int64](out); i < k; i++ {
		o[i] = int64(ps[i].i)
	}
	return out, nil
}

// descend reverses the order of keys; those from nan on stay last where they mean missing elements.
func descend[W word](ps []pair[W], nan W, missing bool) {
	for i, p := range ps {
		switch {
		case !missing:
			ps[i].k = ^p.k
		case p.k < nan:
			ps[i].k = nan - 1 - p.k
		}
	}
}

// Select moves the elements of s so that those at the positions are where a sort would put them. NaNs must not be among them.
func Select[T cmp.Ordered](s []T, kth ...int) {
	ks := slices.Clone(kth)
	slices.Sort(ks)
	selectAll(s, 0, slices.Compact(ks))
}
