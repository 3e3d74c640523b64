package sort

import (
	"math/bits"
	"unsafe"

	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
)

// SortWords sorts keys in place and writes where each of them was to rows, which is as long; equal keys stay
// as they were. Errors: Invalid beyond 2**32 keys, those of al.
//
// Keys that outgrow the cache are dealt to buckets by the bits in which they differ first, with their places.
// What is in a bucket is sorted, and moved to where it belongs, within the cache.
func SortWords(al mem.Allocator, keys []uint64, rows []int64) error {
	return SortNumbered(al, keys, rows, nil)
}

// SortNumbered is SortWords that writes the number of each key, which is as long as they are, instead of
// where it was: what follows numbers need not be gathered by places.
func SortNumbered(al mem.Allocator, keys []uint64, rows []int64, numbers []uint32) error {
	if err := countable(len(keys)); err != nil {
		return err
	}
	s := wordSorter{al: al, k: kernelOf[uint64](asm.Active())}
	defer s.end()
	return s.sort(keys, keys, rows, numbers, 0)
}

const (
	nearWords   = 1 << 13 // words that are sorted within the cache
	fewDigits   = 24      // bits of keys in which they are sorted wherever they are: a few passes
	firstDigits = 16      // bits by which words of a bucket are nearly sorted
	mostSplits  = 3       // buckets of buckets: keys that double from one to the next fill one at a time
)

// A wordSorter has what the buckets need one after the other.
type wordSorter struct {
	al   mem.Allocator
	k    *asm.KeySort
	tmp  []uint64
	free func()
}

// space is room for n words. What was in it is lost.
func (s *wordSorter) space(n int) (_ []uint64, err error) {
	if len(s.tmp) < n {
		s.end()
		if s.tmp, s.free, err = mem.Scratch[uint64](s.al, max(n, nearWords)); err != nil {
			s.free = nil
			return nil, err
		}
	}
	return s.tmp[:n], nil
}

func (s *wordSorter) end() {
	if s.free != nil {
		s.free()
	}
}

// sort writes the keys in order to out, and their numbers or, without any, their places to rows. The keys may
// lie in out or in rows.
func (s *wordSorter) sort(keys, out []uint64, rows []int64, numbers []uint32, depth int) error {
	if len(keys) == 0 {
		return nil
	}
	lo, hi := ends(keys)
	width, at := bits.Len64(hi-lo), bits.Len(uint(len(keys)-1))
	var err error
	switch near := len(keys) <= nearWords; {
	case width+at <= 64 && (near || width <= fewDigits):
		err = s.whole(keys, out, rows, lo, width, at)
	case near || depth == mostSplits:
		copy(out, keys)
		err = s.moved(out, rows)
	default:
		copy(out, keys)
		return s.split(out, rows, numbers, lo, width, at, depth)
	}
	if numbers != nil && err == nil {
		for i, p := range rows {
			rows[i] = int64(numbers[p])
		}
	}
	return err
}

// ends are the least and the greatest of some keys, of which four are looked at together.
func ends(keys []uint64) (lo, hi uint64) {
	k := keys[0]
	a, b, c, d := k, k, k, k
	e, f, g, h := k, k, k, k
	for ; len(keys) >= 4; keys = keys[4:] {
		a, e = min(a, keys[0]), max(e, keys[0])
		b, f = min(b, keys[1]), max(f, keys[1])
		c, g = min(c, keys[2]), max(g, keys[2])
		d, h = min(d, keys[3]), max(h, keys[3])
	}
	for _, k := range keys {
		a, e = min(a, k), max(e, k)
	}
	return min(a, b, c, d), max(e, f, g, h)
}

// whole sorts keys that have room for their places in one word.
func (s *wordSorter) whole(keys, out []uint64, rows []int64, lo uint64, width, at int) error {
	o := packed[uint64]{k: s.k, keys: keys, lo: lo, at: at}
	if s.k == nil && len(keys) > small {
		var err error
		if o.tmp, err = s.space(len(keys)); err != nil {
			return err
		}
	}
	p := asUnsigned(rows)
	o.pack(p, 0, len(p))
	if o.tmp == nil || width <= firstDigits || !byFirst(p, o.tmp, at+width) {
		o.sort(p, 0, len(p), width)
	}
	mask := uint64(1)<<at - 1
	for i, x := range p {
		out[i], rows[i] = x>>at+lo, int64(x&mask)
	}
	return nil
}

// byFirst sorts words of so many bits by their first digits, and moves those that are out of order then. It
// gives up where that is a long way, with words that differ in their last digits only still in their order.
func byFirst(p, tmp []uint64, width int) bool {
	radix(p, tmp, width-firstDigits, width)
	left := 4 * len(p)
	for i := 1; i < len(p); i++ {
		x, j := p[i], i
		for ; j > 0 && p[j-1] > x; j-- {
			p[j] = p[j-1]
		}
		p[j] = x
		if left -= i - j; left < 0 {
			return false
		}
	}
	return true
}

// moved orders places and fetches the keys.
func (s *wordSorter) moved(keys []uint64, rows []int64) error {
	if err := orderKeys(s.al, keys, rows, false, nil); err != nil {
		return err
	}
	was, err := s.space(len(keys))
	if err != nil {
		return err
	}
	copy(was, keys)
	for i, r := range rows {
		keys[i] = was[r]
	}
	return nil
}

// split sorts buckets of about a quarter of nearWords, or of so few keys that those, less the bits that a
// bucket has in common, leave room for places.
func (s *wordSorter) split(keys []uint64, rows []int64, numbers []uint32, lo uint64, width, at, depth int) error {
	digits := min(12, width, max(at-11, (width+at-62)/2))
	shift := width - digits
	var next [1 << 12]int
	const last = uint64(len(next) - 1) // which no digits are above
	shift &= 63
	for _, k := range keys {
		next[(k-lo)>>shift&last]++
	}
	sum := 0
	for d, n := range next[:1<<digits] {
		next[d] = sum
		sum += n
	}
	from, free, err := mem.Scratch[uint32](s.al, len(keys))
	if err != nil {
		return err
	}
	defer free()
	dealt := asUnsigned(rows) // each bucket is taken from there before its rows are written
	if numbers == nil {
		for i, k := range keys {
			d := (k - lo) >> shift & last
			to := next[d]
			next[d] = to + 1
			dealt[to], from[to] = k, uint32(i)
		}
	} else {
		numbers = numbers[:len(keys)]
		for i, k := range keys {
			d := (k - lo) >> shift & last
			to := next[d]
			next[d] = to + 1
			dealt[to], from[to] = k, numbers[i]
		}
	}
	at = 0
	for _, end := range next[:1<<digits] {
		if err := s.sort(dealt[at:end], keys[at:end], rows[at:end], from[at:end], depth+1); err != nil {
			return err
		}
		at = end
	}
	return nil
}

func asUnsigned(s []int64) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(s))), len(s))
}
