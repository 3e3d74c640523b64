package sort

import (
	"math"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// The elements at some places of the order are found as Floyd and Rivest do it (Expected time bounds for
// selection, 1975): a sample says between which two keys each of them lies almost surely, one look at all
// elements counts those outside and keeps those inside, and among these few the elements are chosen. Where
// the sample was wrong the counts tell where else to look, and the second look is surely right. The same
// steps serve a lane in memory and chunks on several machines.

// A bracket is keys lo to hi, both included, that elements at some places lie between. Brackets ascend and
// have nothing in common.
type bracket[W word] struct{ lo, hi W }

// decided reports that each bracket is one key: the marks of what was looked for.
func decided[W word](bs []bracket[W]) bool {
	return !slices.ContainsFunc(bs, func(b bracket[W]) bool { return b.lo != b.hi })
}

// guess chooses brackets for places of n elements by sorted keys of a sample; of none they are all keys.
func guess[W word](sample []W, n int, ks []int) (bs []bracket[W]) {
	m := len(sample)
	margin := 2 * (1 + int(math.Sqrt(float64(m)))) // four times the deviation of a place, or more
	for _, k := range ks {
		at := int(float64(k) / float64(n) * float64(m))
		b := bracket[W]{0, ^W(0)}
		if i := at - margin; i >= 0 {
			b.lo = sample[i]
		}
		if i := at + margin; i < m {
			b.hi = sample[i]
		}
		if l := len(bs) - 1; l >= 0 && b.lo <= bs[l].hi {
			bs[l].hi = max(bs[l].hi, b.hi)
			continue
		}
		bs = append(bs, b)
	}
	return bs
}

// votes counts elements by one bracket.
type votes struct{ less, low, inside, high int } // below it, equal to its ends, between them; high is none where the ends are one key

func (t *votes) add(u votes) {
	t.less, t.low, t.inside, t.high = t.less+u.less, t.low+u.low, t.inside+u.inside, t.high+u.high
}

// look counts the elements lo to hi by brackets, adding to ts, and writes the keys inside to room as far as
// it reaches. It returns how many these are.
func (s *stretch[W]) look(d *desk[W], lo, hi int, bs []bracket[W], ts []votes, room []W) int {
	kept := 0
	for ; lo < hi; lo += block {
		keys, _ := s.read(d, lo, min(hi, lo+block))
		for i, b := range bs {
			u := votes{less: countBelow(s.k, keys, b.lo)}
			to := countTo(s.k, keys, b.lo)
			u.low = to - u.less
			if b.hi > b.lo {
				if b.hi-b.lo > 1 {
					u.inside = between(s.k, d, room[min(kept, len(room)):], keys, keys, b.lo+1, b.hi-1)
					kept += u.inside
				}
				u.high = countTo(s.k, keys, b.hi) - to - u.inside
			}
			ts[i].add(u)
		}
	}
	return kept
}

// choose narrows brackets by what is known of all elements: for places that lie in one to a key, for others
// to where they are surely. It moves inside.
func choose[W word](ks []int, bs []bracket[W], ts []votes, inside []W) (next []bracket[W]) {
	var ranks []int // of the places inside
	found := make([]bracket[W], 0, len(ks))
	at := make([]int, 0, len(ks)) // index of ranks that a place waits for, or -1
	for _, k := range ks {
		b, rank := bracket[W]{0, ^W(0)}, -1
		off := 0
		for i, t := range ts {
			r := k - t.less
			if r < 0 {
				b.hi = bs[i].lo - 1
				break
			}
			if r < t.low {
				b = bracket[W]{bs[i].lo, bs[i].lo}
				break
			}
			if r -= t.low; r < t.inside {
				rank = off + r
				break
			}
			if r -= t.inside; r < t.high {
				b = bracket[W]{bs[i].hi, bs[i].hi}
				break
			}
			b.lo, off = bs[i].hi+1, off+t.inside
		}
		if rank >= 0 {
			ranks = append(ranks, rank)
			rank = len(ranks) - 1
		}
		found, at = append(found, b), append(at, rank)
	}
	selectKeys(kernelOf[W](asm.Active()), inside, slices.Clone(ranks))
	for i, b := range found {
		if at[i] >= 0 {
			b = bracket[W]{inside[ranks[at[i]]], inside[ranks[at[i]]]}
		}
		if l := len(next) - 1; l < 0 || next[l] != b {
			next = append(next, b)
		}
	}
	return next
}

// Brackets is pairs of keys between which the elements at places ks, which ascend, of n elements lie almost
// surely; samples are keys as Sample draws them.
func Brackets(al mem.Allocator, n int, ks []int, samples ...*nd.Array) (out *nd.Array, err error) {
	all, err := nd.Concat(al, 0, samples...)
	if err != nil {
		return nil, err
	}
	err = byWord(
		all.DType,
		func() { out, err = bracketsIn[uint8](al, all, n, ks) },
		func() { out, err = bracketsIn[uint16](al, all, n, ks) },
		func() { out, err = bracketsIn[uint32](al, all, n, ks) },
		func() { out, err = bracketsIn[uint64](al, all, n, ks) },
	)
	return out, err
}

func bracketsIn[W word](al mem.Allocator, sample *nd.Array, n int, ks []int) (*nd.Array, error) {
	s := nd.Data[W](sample)
	slices.Sort(s)
	return bracketArray(al, sample.DType, guess(s, n, ks))
}

// bracketArray is the keys of brackets, two for each; bracketList is its inverse.
func bracketArray[W word](al mem.Allocator, d dtype.DType, bs []bracket[W]) (*nd.Array, error) {
	out, err := nd.New(al, d, 2*len(bs))
	if err != nil {
		return nil, err
	}
	w := nd.Data[W](out)
	for i, b := range bs {
		w[2*i], w[2*i+1] = b.lo, b.hi
	}
	return out, nil
}

func bracketList[W word](a *nd.Array) []bracket[W] {
	w := nd.Data[W](a)
	bs := make([]bracket[W], len(w)/2)
	for i := range bs {
		bs[i] = bracket[W]{w[2*i], w[2*i+1]}
	}
	return bs
}

// Decided reports that brackets are one key each, the marks that Part wants.
func Decided(brackets *nd.Array) (done bool) {
	_ = byWord(
		brackets.DType,
		func() { done = decided(bracketList[uint8](brackets)) },
		func() { done = decided(bracketList[uint16](brackets)) },
		func() { done = decided(bracketList[uint32](brackets)) },
		func() { done = decided(bracketList[uint64](brackets)) },
	)
	return done
}
