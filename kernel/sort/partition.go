package sort

import (
	"cmp"
	"slices"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Partition moves elements of a along an axis, in place, so that those at positions kth are where Sort would put them, with nothing greater
// before and nothing less behind. Positions may be negative; one outside is an Invalid error. Lanes of complex numbers are sorted.
func Partition(al mem.Allocator, a *nd.Array, axis int, par parallel.Func, kth ...int) error {
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
		return partitionWords[uint8](al, a, axis, ks, par)
	case 2:
		return partitionWords[uint16](al, a, axis, ks, par)
	case 4:
		return partitionWords[uint32](al, a, axis, ks, par)
	}
	return partitionWords[uint64](al, a, axis, ks, par)
}

func partitionWords[W word](al mem.Allocator, a *nd.Array, axis int, ks []int, par parallel.Func) error {
	return eachKeys(al, a, axis, par, func(s []W) error {
		selectKeys(kernelOf[W](asm.Active()), s, ks)
		return nil
	})
}

// selectKeys puts every position of ks, which ascend, right.
func selectKeys[W word](k *asm.KeySort, s []W, ks []int) {
	if k == nil {
		selectAll(s, 0, ks)
		return
	}
	quick[W]{k: k}.pick(s, 0, ks, badSplits(len(s)))
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

// Select moves the elements of s so that those at the positions are where a sort would put them. NaNs must not be among them.
func Select[T cmp.Ordered](s []T, kth ...int) {
	ks := slices.Clone(kth)
	slices.Sort(ks)
	ks = slices.Compact(ks)
	if k := asm.Keys64(asm.Active()); k != nil && len(s) > 4*k.Leaf {
		var f asm.Form
		switch any(s).(type) {
		case []float64:
			f = formOf[uint64](dtype.Float64, true)
		case []int64:
			f = formOf[uint64](dtype.Int64, true)
		}
		if f.Flip != 0 {
			w := unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(s))), len(s))
			encodeForm(k, w, w, &f)
			selectKeys(k, w, ks)
			decodeForm(k, w, w, &f)
			return
		}
	}
	selectAll(s, 0, ks)
}
