package sort

import (
	"math"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
)

// countable refuses lanes whose positions do not fit the 32 bits that order has for them.
func countable(n int) error {
	if n > math.MaxUint32 {
		return errs.New(errs.Invalid, "cannot order %d elements at once; chunks hold fewer than 2**32", n)
	}
	return nil
}

// ArgsortWords writes the positions that sort keys stably to out, which is as long. Errors: Invalid beyond
// 2**32 keys, those of al and par.
func ArgsortWords(al mem.Allocator, keys []uint64, out []int64, par parallel.Func) error {
	if err := countable(len(keys)); err != nil {
		return err
	}
	return orderKeys(al, keys, out, false, par)
}

// headBit marks, in what order writes, the first position of equal keys.
const headBit = math.MinInt64

// orderKeys writes the positions that sort keys stably to out, which is as long; with heads the first of
// equal keys has headBit.
//
// A position is packed below its key, counted from the least one, into 64 bits, which are sorted as they are:
// all differ, so that any sort of them is stable. Low bits of keys that find no room are left out; where keys
// are then equal that are not, their run is sorted once more by those bits, which always fit.
func orderKeys[W word](al mem.Allocator, keys []W, out []int64, heads bool, par parallel.Func) error {
	n := len(keys)
	if n == 0 {
		return nil
	}
	if unsafe.Sizeof(keys[0]) <= 2 && n >= countFrom[W]() {
		return countOrder(al, keys, out, heads)
	}
	lo, hi := slices.Min(keys), slices.Max(keys)
	o := packed[W]{k: kernelOf[uint64](asm.Active()), keys: keys, lo: lo, at: bits.Len(uint(n - 1)), heads: heads}
	width := bits.Len64(uint64(hi - lo))
	o.drop = max(0, width+o.at-64)
	p := asUnsigned(out)
	if err := par.Spans(n, span, func(lo, hi int) { o.pack(p, lo, hi) }); err != nil {
		return err
	}
	if o.k != nil {
		if err := (quick[uint64]{k: o.k}).sort(p, par); err != nil {
			return err
		}
	} else {
		if n > small {
			tmp, free, err := mem.Scratch[uint64](al, n)
			if err != nil {
				return err
			}
			defer free()
			o.tmp = tmp
		}
		o.sort(p, 0, n, width-o.drop)
	}
	cuts := o.cuts(p)
	return par.Each(len(cuts)-1, func(i int) error {
		o.unpack(p, cuts[i], cuts[i+1])
		return nil
	})
}

// packed is keys and their positions in one word each.
type packed[W word] struct {
	k        *asm.KeySort
	keys     []W
	lo       W
	at, drop int // bits of a position, and those of a key that are left out
	heads    bool
	tmp      []uint64
}

func (o *packed[W]) pack(p []uint64, lo, hi int) {
	at, drop, least := o.at, o.drop, o.lo
	keys, p := o.keys[lo:hi], p[lo:hi]
	for i, k := range keys {
		p[i] = uint64(k-least)>>drop<<at | uint64(lo+i)
	}
}

// sort sorts the words from lo to hi by so many bits of their keys, whose positions ascend.
func (o *packed[W]) sort(p []uint64, lo, hi, width int) {
	s := p[lo:hi]
	switch {
	case o.k != nil:
		quick[uint64]{k: o.k}.run(s, false, badSplits(len(s)))
	case len(s) <= small:
		slices.Sort(s)
	case !slices.IsSorted(s):
		radix(s, o.tmp[lo:hi], o.at, o.at+width)
	}
}

// cuts are about where spans end, each where another key begins.
func (o *packed[W]) cuts(p []uint64) []int {
	cuts := []int{0}
	for at := span; at < len(p); at += span {
		if at < cuts[len(cuts)-1] {
			continue
		}
		i := at
		for i < len(p) && p[i]>>o.at == p[i-1]>>o.at {
			i++
		}
		if i < len(p) && i > cuts[len(cuts)-1] {
			cuts = append(cuts, i)
		}
	}
	return append(cuts, len(p))
}

// unpack turns the words from lo to hi, which end where another key begins, into positions.
func (o *packed[W]) unpack(p []uint64, lo, hi int) {
	mask, at := uint64(1)<<o.at-1, o.at
	if o.drop == 0 && !o.heads {
		for i, x := range p[lo:hi] {
			p[lo+i] = x & mask
		}
		return
	}
	var head uint64
	if o.heads {
		head = 1 << 63
	}
	for i := lo; i < hi; {
		key := p[i] >> at
		j := i + 1
		for j < hi && p[j]>>at == key {
			j++
		}
		switch {
		case j == i+1:
			p[i] = p[i]&mask | head
		case o.drop == 0:
			p[i] = p[i]&mask | head
			for k := i + 1; k < j; k++ {
				p[k] &= mask
			}
		default:
			o.resolve(p, i, j, head)
		}
		i = j
	}
}

// resolve orders words whose packed keys are equal by the bits of their keys that were left out.
func (o *packed[W]) resolve(p []uint64, lo, hi int, head uint64) {
	mask, at := uint64(1)<<o.at-1, o.at
	low := uint64(1)<<o.drop - 1
	s := p[lo:hi]
	for i, x := range s {
		place := x & mask
		s[i] = uint64(o.keys[place]-o.lo)&low<<at | place
	}
	o.sort(p, lo, hi, o.drop)
	last := ^uint64(0)
	for i, x := range s {
		s[i] = x & mask
		if k := x >> at; k != last {
			s[i] |= head
			last = k
		}
	}
}
