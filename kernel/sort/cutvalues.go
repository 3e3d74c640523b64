package sort

import (
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/nd"
)

// halves parts keys in two in place without kernels: Lomuto's partition without a branch.
func halves[W word](s []W, p W) int {
	m := 0
	for i, x := range s {
		s[i] = s[m]
		s[m] = x
		m -= below(x, p)
	}
	return m
}

// divide moves keys so that those below each of the thresholds, which ascend, come before the others, and
// writes how many there are; base is counted on. With raw they are values of the form still, and become keys.
func divide[W word](q quick[W], s []W, base int, raw bool, at []W, out []int) {
	if len(at) == 0 {
		if raw && len(s) > 0 {
			encodeForm(q.k, s, s, q.form)
		}
		return
	}
	mid := len(at) / 2
	m := 0
	switch {
	case q.k != nil && len(s) >= q.k.MinSplit():
		m = q.split(s, at[mid], raw)
	case len(s) > 0:
		if raw {
			encodeForm(q.k, s, s, q.form)
		}
		m = halves(s, at[mid])
	}
	out[mid] = base + m
	divide(q, s[:m], base, false, at[:mid], out[:mid])
	divide(q, s[m:], base+m, false, at[mid+1:], out[mid+1:])
}

// CutValues cuts the one-dimensional a, whose elements it moves, in parts: views of a that hold their exact
// keys in place of values. a is contiguous.
func CutValues(a *nd.Array, b Bounds) (parts []*nd.Array, err error) {
	ends := make([]int, b.Keys.Shape[0])
	err = byWord(
		a.DType,
		func() { cutValues[uint8](a, b, ends) },
		func() { cutValues[uint16](a, b, ends) },
		func() { cutValues[uint32](a, b, ends) },
		func() { cutValues[uint64](a, b, ends) },
	)
	return slicesOf(a, ends), err
}

// slicesOf cuts a at ends.
func slicesOf(a *nd.Array, ends []int) []*nd.Array {
	parts := make([]*nd.Array, 0, len(ends)+1)
	lo := 0
	for _, hi := range append(ends, a.Shape[0]) {
		parts = append(parts, a.Slice(0, lo, hi, 1))
		lo = hi
	}
	return parts
}

func cutValues[W word](a *nd.Array, b Bounds, ends []int) {
	f := formOf[W](a.DType, true)
	q := quick[W]{k: kernelOf[W](asm.Active()), form: &f}
	keys, share := nd.Data[W](b.Keys), nd.Data[float64](b.Share)
	var at []W // thresholds: of bounds that are equal one, and one above it where the equal elements are to be shared out
	for i := 0; i < len(keys); {
		j, some := i, false
		for ; j < len(keys) && keys[j] == keys[i]; j++ {
			some = some || share[j] > 0
		}
		if len(at) == 0 || at[len(at)-1] != keys[i] {
			at = append(at, keys[i])
		}
		if some && keys[i] != ^W(0) {
			at = append(at, keys[i]+1)
		}
		i = j
	}
	below := make([]int, len(at))
	divide(q, nd.Data[W](asWords(a)), 0, true, at, below)
	t := 0
	for i := range keys {
		for at[t] < keys[i] {
			t++
		}
		lo, hi := below[t], below[t]
		switch {
		case keys[i] == ^W(0):
			hi = a.Shape[0]
		case t+1 < len(at) && at[t+1] == keys[i]+1:
			hi = below[t+1]
		}
		ends[i] = lo
		if share[i] > 0 {
			ends[i] += int(share[i] * float64(hi-lo))
		}
	}
}
