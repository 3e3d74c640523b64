package sort

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/nd"
)

// block is the elements whose keys a selection looks at together, so that they stay in the cache nearest to
// the core.
const block = 2048

// past is the elements behind a block that kernels may write to.
const past = 64

// A stretch is the elements of a lane of a real dtype, with the forms of their keys.
type stretch[W word] struct {
	k        *asm.KeySort
	form     asm.Form
	win      []W
	at, step int
	n        int
}

func stretchOf[W word](d dtype.DType, win []W, at, step, n int, exact bool) stretch[W] {
	return stretch[W]{kernelOf[W](asm.Active()), formOf[W](d, exact), win, at, step, n}
}

// stretchIn is the elements of the one-dimensional a.
func stretchIn[W word](a *nd.Array, exact bool) stretch[W] {
	win, first := nd.Window[W](asWords(a))
	return stretchOf(a.DType, win, first, a.Strides[0], a.Shape[0], exact)
}

// A desk is room for one block.
type desk[W word] struct {
	keys, values, kept [block + past]W
}

// read is the keys of the elements lo to hi, at most a block, and the elements.
func (s *stretch[W]) read(d *desk[W], lo, hi int) (keys, values []W) {
	if s.step == 1 {
		values = s.win[s.at+lo : s.at+hi]
	} else {
		values = d.values[:hi-lo]
		gather(values, s.win, s.at+lo*s.step, s.step)
	}
	keys = d.keys[:hi-lo]
	encodeForm(s.k, keys, values, &s.form)
	return keys, values
}

// countBelow is how many keys are less than the pivot.
func countBelow[W word](k *asm.KeySort, keys []W, pivot W) int {
	if k != nil && len(keys) > 0 {
		return k.Below(addr(keys), len(keys), uint64(pivot))
	}
	c := 0
	for _, x := range keys {
		c -= below(x, pivot)
	}
	return c
}

// countTo is how many keys are the pivot at most.
func countTo[W word](k *asm.KeySort, keys []W, pivot W) int {
	if pivot == ^W(0) {
		return len(keys)
	}
	return countBelow(k, keys, pivot+1)
}

// between writes what belongs to keys lo to hi to out, as far as it has room, and returns how many they are:
// of a block, in order.
func between[W word](k *asm.KeySort, d *desk[W], out, from, keys []W, lo, hi W) int {
	if len(keys) == 0 {
		return 0
	}
	if k != nil && len(out) >= len(keys)+past {
		return k.Between(addr(out), addr(from), addr(keys), len(keys), uint64(lo), uint64(hi))
	}
	c := 0
	if k != nil {
		c = k.Between(addr(d.kept[:]), addr(from), addr(keys), len(keys), uint64(lo), uint64(hi))
	} else {
		wide := hi - lo
		for i, x := range keys {
			d.kept[c] = from[i]
			if x-lo <= wide {
				c++
			}
		}
	}
	copy(out, d.kept[:c])
	return c
}
