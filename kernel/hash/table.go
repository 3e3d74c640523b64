package hash

import (
	"math/bits"

	"github.com/mars-project/mars-go/mem"
)

// slots is open addressing with linear probing, at most half full. A slot is 32 bits of a hash above a number plus one; 0 is empty. What a number stands
// for lies with who uses them.
type slots struct {
	vec[uint64]
	shift uint
}

// least is the slots of a new table.
const least = 1 << 10

// room makes room for more numbers above the n there are. Numbers that are there move by their hashes.
func (s *slots) room(al mem.Allocator, n, more int, hash func(num int) uint64) error {
	if 2*(n+more) <= len(s.all) {
		return nil
	}
	size := max(least, 1<<bits.Len(uint(3*(n+more))))
	s.free(al)
	if err := s.grow(al, size, 0); err != nil {
		return err
	}
	clear(s.all)
	s.shift = uint(64 - bits.Len(uint(size-1)))
	mask := size - 1
	for k := range n {
		h := hash(k)
		i := int(h >> s.shift)
		for s.all[i&mask] != 0 {
			i++
		}
		s.all[i&mask] = h<<32 | uint64(k+1)
	}
	return nil
}

// A wordTable numbers distinct 64-bit keys in order of appearance.
type wordTable struct {
	al    mem.Allocator
	slots slots
	keys  vec[uint64] // by number plus one
	first vec[int64]  // the first row, by number
	n     int
}

// scatter is multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4) of a word whose high half counts too.
func scatter(k uint64) uint64 {
	h := (k ^ k>>32) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// number writes the numbers of keys, of which the first is row base; those that are gone get -1. There are at most batch of them: the loads of all are under
// way together, and only rows whose key is not in its first slot are looked at one by one.
func (t *wordTable) number(keys []uint64, gone []bool, ids []int32, base int64) error {
	if err := t.room(len(keys)); err != nil {
		return err
	}
	table, known, first, shift := t.slots.all, t.keys.all, t.first.all, t.slots.shift
	var at [batch]uint64
	var rest [batch]int32
	ids = ids[:len(keys)]
	hs := at[:len(keys)]
	for r, k := range keys {
		hs[r] = table[scatter(k)>>shift]
	}
	m := 0
	for r, s := range hs {
		num := uint32(s)
		ids[r] = int32(num) - 1
		rest[m&(batch-1)] = int32(r)
		if known[num] != keys[r] || num == 0 || gone != nil && gone[r] {
			m++
		}
	}
	n, mask := t.n, len(table)-1
	for _, r := range rest[:m] {
		if gone != nil && gone[r] {
			ids[r] = -1
			continue
		}
		k := keys[r]
		h := scatter(k)
		for i := int(h >> shift); ; i++ {
			s := table[i&mask]
			if s == 0 {
				n++
				known[n], first[n-1] = k, base+int64(r)
				table[i&mask] = h<<32 | uint64(n)
				ids[r] = int32(n - 1)
				break
			}
			if num := uint32(s); s>>32 == h&(1<<32-1) && known[num] == k {
				ids[r] = int32(num) - 1
				break
			}
		}
	}
	t.n = n
	return nil
}

func (t *wordTable) room(more int) error {
	if t.n+more > len(t.first.all) {
		size := max(least, 2*t.n+more)
		if err := t.keys.grow(t.al, size+1, min(t.n+1, len(t.keys.all))); err != nil {
			return err
		}
		if err := t.first.grow(t.al, size, t.n); err != nil {
			return err
		}
	}
	return t.slots.room(t.al, t.n, more, func(k int) uint64 { return scatter(t.keys.all[k+1]) })
}

// words are the distinct keys by number.
func (t *wordTable) words() []uint64 {
	if t.n == 0 {
		return nil
	}
	return t.keys.all[1 : t.n+1]
}

// free gives back all but the first rows.
func (t *wordTable) free() {
	t.slots.free(t.al)
	t.keys.free(t.al)
}
