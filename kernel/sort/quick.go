package sort

import (
	"math/bits"
	"slices"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
)

// A quick sorts keys in place by the partitions and networks of a KeySort: quicksort with the median of a
// sample as pivot. Equal keys are the same bits, so that nothing is left to stability.
type quick[W word] struct {
	k    *asm.KeySort
	form *asm.Form // of values, nil for keys
}

// near is the keys that are encoded, sorted and decoded while they are in the cache.
const near = 1 << 13

// badSplits is how many splits of n keys may be uneven before another sort takes over, which bounds the work
// by n log n.
func badSplits(n int) int { return 4 + 2*bits.Len(uint(n)) }

// sort sorts values, in as many tasks of par as their number and values say.
func (q quick[W]) sort(s []W, par parallel.Func) error {
	if len(s) < 2 || q.ordered(s) {
		return nil
	}
	if par == nil || len(s) < 2*span {
		q.run(s, q.form != nil, badSplits(len(s)))
		return nil
	}
	return q.parallel(s, q.form != nil, par)
}

// sortKeys is sort of keys whose values are wanted.
func (q quick[W]) sortKeys(s []W, par parallel.Func) error {
	switch {
	case len(s) < 2 || (quick[W]{k: q.k}).ordered(s):
		q.decode(s)
		return nil
	case par == nil || len(s) < 2*span:
		q.run(s, false, badSplits(len(s)))
		return nil
	}
	return q.parallel(s, false, par)
}

// ordered reports that s ascends, after turning it around where it descends.
func (q quick[W]) ordered(s []W) bool {
	var room [256]W
	up, down := true, true
	for i := 0; i < len(s); i += len(room) - 1 { // the last key of a block is the first of the next
		t := s[i:min(len(s), i+len(room))]
		if q.form != nil {
			encodeForm(q.k, room[:len(t)], t, q.form)
			t = room[:len(t)]
		}
		for j := 1; j < len(t); j++ {
			up, down = up && t[j-1] <= t[j], down && t[j-1] >= t[j]
			if !up && !down {
				return false
			}
		}
	}
	if !up {
		slices.Reverse(s)
	}
	if q.form != nil && q.form.Mask != 0 { // one NaN for all
		encodeForm(q.k, s, s, q.form)
		decodeForm(q.k, s, s, q.form)
	}
	return true
}

// parallel parts s, keys or with raw values, and its parts, until there are enough of them, then sorts each.
func (q quick[W]) parallel(s []W, raw bool, par parallel.Func) error {
	type piece struct {
		s   []W
		raw bool
	}
	work := []piece{{s, raw}}
	for range 4 {
		next := make([][2]piece, len(work))
		err := par.Each(len(work), func(i int) error {
			p := work[i]
			if len(p.s) < span || len(p.s) < len(s)/32 {
				next[i][0] = p
				return nil
			}
			lo, hi := q.part(p.s, p.raw)
			next[i] = [2]piece{{lo, false}, {hi, false}}
			return nil
		})
		if err != nil {
			return err
		}
		work = work[:0]
		for _, p := range next {
			for _, x := range p {
				if len(x.s) > 0 {
					work = append(work, x)
				}
			}
		}
	}
	return par.Each(len(work), func(i int) error {
		q.run(work[i].s, work[i].raw, badSplits(len(work[i].s)))
		return nil
	})
}

// part splits s in two. Where the pivot is the least key those equal to it are done, and only the others come
// back.
func (q quick[W]) part(s []W, raw bool) (lo, hi []W) {
	p := q.pivot(s, raw)
	m := q.split(s, p, raw)
	if m > 0 {
		return s[:m], s[m:]
	}
	m = q.equal(s, p)
	q.decode(s[:m])
	return nil, s[m:]
}

// run sorts values, or keys whose values are wanted.
func (q quick[W]) run(s []W, raw bool, bad int) {
	for len(s) > near && bad > 0 {
		n := len(s)
		lo, hi := q.part(s, raw)
		raw = false
		if max(len(lo), len(hi)) > n-n/8 && lo != nil {
			bad--
		}
		if len(lo) > len(hi) {
			lo, hi = hi, lo
		}
		q.run(lo, false, bad)
		s = hi
	}
	if len(s) == 0 {
		return
	}
	if raw {
		encodeForm(q.k, s, s, q.form)
	}
	q.keys(s, bad)
	q.decode(s)
}

// keys sorts keys.
func (q quick[W]) keys(s []W, bad int) {
	for len(s) > q.k.Leaf {
		if bad == 0 {
			slices.Sort(s)
			return
		}
		n := len(s)
		p := q.pivot(s, false)
		m := q.split(s, p, false)
		switch {
		case m == 0:
			s = s[q.equal(s, p):]
			continue
		case m > n-n/8 || m < n/8:
			bad--
		}
		q.keys(s[:m], bad)
		s = s[m:]
	}
	if len(s) > 1 {
		q.k.Network(addr(s), len(s))
	}
}

// split moves keys below p before the others and returns how many there are.
func (q quick[W]) split(s []W, p W, raw bool) int {
	if raw {
		return q.k.Split(addr(s), len(s), uint64(p), q.form)
	}
	return q.k.Split(addr(s), len(s), uint64(p), nil)
}

// equal moves keys equal to p, the least, before the others and returns how many there are.
func (q quick[W]) equal(s []W, p W) int {
	if p == ^W(0) {
		return len(s)
	}
	return q.split(s, p+1, false)
}

func (q quick[W]) decode(s []W) {
	if q.form != nil && len(s) > 0 {
		decodeForm(q.k, s, s, q.form)
	}
}

// pivot is the key in the middle of a sample of s, which is longer than it.
func (q quick[W]) pivot(s []W, raw bool) W {
	var room [128]W
	n := 64
	switch {
	case len(s) >= span:
		n = 128
	case len(s) < 1<<10:
		n = 16
	}
	t := room[:n]
	step := len(s) / n
	for i := range t {
		t[i] = s[i*step+step/2]
	}
	if raw {
		encodeForm(q.k, t, t, q.form)
	}
	q.k.Network(addr(t), n)
	return t[n/2]
}

// pick puts the keys at the positions ks, which ascend and are counted from base before s, where a sort puts
// them.
func (q quick[W]) pick(s []W, base int, ks []int, bad int) {
	for len(ks) > 0 {
		if len(s) <= q.k.Leaf || bad == 0 {
			q.keys(s, bad)
			return
		}
		n := len(s)
		p := q.pivot(s, false)
		m := q.split(s, p, false)
		if m == 0 {
			m = q.equal(s, p)
		} else {
			at, _ := slices.BinarySearch(ks, base+m)
			q.pick(s[:m], base, ks[:at], bad)
		}
		if max(m, n-m) > n-n/8 {
			bad--
		}
		for len(ks) > 0 && ks[0] < base+m {
			ks = ks[1:]
		}
		s, base = s[m:], base+m
	}
}
