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

// ManyPlaces is the number of places beyond which Partition and Argpartition sort, as they do for complex
// numbers.
const ManyPlaces = 16

// Partition writes the elements of a along an axis to out, which is like a and shares nothing with it, so
// that those at positions kth are where Sort would put them, with nothing greater before and nothing less
// behind: elements between two of them, or before the first or behind the last, are in the order of a. Beyond
// ManyPlaces and for complex numbers all are sorted. Positions may be negative; one outside is an Invalid
// error.
func Partition(al mem.Allocator, out, a *nd.Array, axis int, par parallel.Func, kth ...int) error {
	if err := sortable(a.DType); err != nil {
		return err
	}
	ks, err := Places(kth, a.Shape[axis])
	if err != nil || a.Size() == 0 {
		return err
	}
	if a.DType.IsComplex() || len(ks) > ManyPlaces {
		if err := nd.Copy(out, a); err != nil {
			return err
		}
		return Sort(al, out, axis, par)
	}
	bad := byWord(
		a.DType,
		func() { err = partitionWords[uint8](al, out, a, axis, ks, par) },
		func() { err = partitionWords[uint16](al, out, a, axis, ks, par) },
		func() { err = partitionWords[uint32](al, out, a, axis, ks, par) },
		func() { err = partitionWords[uint64](al, out, a, axis, ks, par) },
	)
	if bad != nil {
		return bad
	}
	return err
}

func partitionWords[W word](al mem.Allocator, out, a *nd.Array, axis int, ks []int, par parallel.Func) error {
	n, step := a.Shape[axis], a.Strides[axis]
	from, first := nd.Window[W](asWords(a))
	to, outFirst := nd.Window[W](asWords(out))
	ends := laneStarts(out, axis, outFirst)
	return eachSelection(laneStarts(a, axis, first), n, par, func(i, at int, par parallel.Func) error {
		s := stretchOf(a.DType, from, at, step, n, true)
		marks, err := s.marks(al, ks, par)
		if err != nil {
			return err
		}
		room, free := to[ends[i]:], func() {}
		if out.Strides[axis] != 1 {
			if room, free, err = mem.Scratch[W](al, n); err != nil {
				return err
			}
			defer free()
		}
		err = divided(&s, marks, par, room[:n], func(d *desk[W], lo, hi int, to [][]W) { s.part(d, lo, hi, marks, to) })
		if out.Strides[axis] != 1 {
			scatter(to, ends[i], out.Strides[axis], room[:n])
		}
		return err
	})
}

// Argpartition is the int64 positions of the elements of a along an axis as Partition orders them, zeros of
// both signs being equal: elements that are equal are in order of position. Beyond ManyPlaces and for complex
// numbers it is Argsort.
func Argpartition(al mem.Allocator, a *nd.Array, axis int, par parallel.Func, kth ...int) (*nd.Array, error) {
	if err := sortable(a.DType); err != nil {
		return nil, err
	}
	ks, err := Places(kth, a.Shape[axis])
	if err != nil {
		return nil, err
	}
	if a.DType.IsComplex() || len(ks) > ManyPlaces {
		return Argsort(al, a, axis, par)
	}
	out, err := nd.New(al, dtype.Int64, a.Shape...)
	if err != nil || a.Size() == 0 {
		return out, err
	}
	bad := byWord(
		a.DType,
		func() { err = argpartitionWords[uint8](al, out, a, axis, ks, par) },
		func() { err = argpartitionWords[uint16](al, out, a, axis, ks, par) },
		func() { err = argpartitionWords[uint32](al, out, a, axis, ks, par) },
		func() { err = argpartitionWords[uint64](al, out, a, axis, ks, par) },
	)
	if bad != nil {
		err = bad
	}
	return out, err
}

func argpartitionWords[W word](al mem.Allocator, out, a *nd.Array, axis int, ks []int, par parallel.Func) error {
	n, step := a.Shape[axis], a.Strides[axis]
	from, first := nd.Window[W](asWords(a))
	to, outFirst := nd.Window[uint64](asWords(out))
	ends := laneStarts(out, axis, outFirst)
	return eachSelection(laneStarts(a, axis, first), n, par, func(i, at int, par parallel.Func) error {
		s := stretchOf(a.DType, from, at, step, n, false)
		marks, err := s.marks(al, ks, par)
		if err != nil {
			return err
		}
		room, free := to[ends[i]:], func() {}
		if out.Strides[axis] != 1 {
			if room, free, err = mem.Scratch[uint64](al, n); err != nil {
				return err
			}
			defer free()
		}
		err = divided(&s, marks, par, room[:n], func(d *desk[W], lo, hi int, to [][]uint64) {
			s.order(d, new(desk[uint64]), lo, hi, 0, marks, to)
		})
		if out.Strides[axis] != 1 {
			scatter(to, ends[i], out.Strides[axis], room[:n])
		}
		return err
	})
}

// eachSelection calls f for lanes, tasks of par being lanes or, for one lane, made in f.
func eachSelection(starts []int, n int, par parallel.Func, f func(i, at int, par parallel.Func) error) error {
	if len(starts) == 1 {
		return f(0, starts[0], par)
	}
	lanes := max(1, span/n) // of a task
	return par.Each((len(starts)+lanes-1)/lanes, func(t int) error {
		for i := t * lanes; i < min(len(starts), (t+1)*lanes); i++ {
			if err := f(i, starts[i], nil); err != nil {
				return err
			}
		}
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

// Places counts positions of n elements from 0, each once and in ascending order; negative ones count from
// the end. Errors: Invalid for one outside.
func Places(kth []int, n int) ([]int, error) {
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

// selectAll puts every position of ks right. The middle one splits the rest, so that each element is looked
// at about log2(len(ks)) times.
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

// selectOne is Hoare's quickselect with a median of three and three-way splits; after 2 log2(n) bad splits it
// sorts, which bounds its work by n log n.
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

// Select moves the elements of s so that those at the positions are where a sort would put them. NaNs must
// not be among them.
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
