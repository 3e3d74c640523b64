package hash

import (
	"math/bits"

	"github.com/mars-project/mars-go/mem"
)

// slots is open addressing with linear probing, at most half full. A slot is a number plus one; 0 is empty.
// What a number stands for, which tells keys apart, lies with who uses them: slots of 4 bytes keep the tables
// of a hundred thousand keys within the second cache.
type slots struct {
	vec[int32]
	shift uint
}

// least is the slots of a new table.
const least = 1 << 10

// room makes room for more numbers above the n there are. Numbers that are there move by their hashes.
func (s *slots) room(al mem.Allocator, n, more int, hash func(num int) uint64) error {
	if 2*(n+more) <= len(s.all) {
		return nil
	}
	size := max(least, 1<<bits.Len(uint(2*(n+more)-1)))
	if size < 1<<16 {
		size *= 2
	}
	s.free(al)
	if err := s.grow(al, size, 0); err != nil {
		return err
	}
	clear(s.all)
	s.shift = uint(64 - bits.Len(uint(size-1)))
	table, mask := s.all, size-1
	for k := range n {
		i := int(hash(k) >> s.shift)
		for table[i&mask] != 0 {
			i++
		}
		table[i&mask] = int32(k + 1)
	}
	return nil
}

// some is 1 where x is not 0, else 0, without a branch.
func some(x uint64) int { return int((x | -x) >> 63) }

// A wordTable numbers distinct 64-bit keys in order of appearance.
type wordTable struct {
	al    mem.Allocator
	slots slots
	keys  vec[uint64] // by number plus one
	first vec[int64]  // the first row, by number
	n     int
}

// scatter is multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4) of a word whose high half
// counts too.
func scatter(k uint64) uint64 {
	h := (k ^ k>>32) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// number writes the numbers of keys, of which the first is row base; those that are gone get -1. There are at
// most batch of them. The table is looked into round by round without a branch on what a slot holds, so that
// the loads of a round are under way together: first into the first slot of every row, then, for the rows
// that met another key, into the next one. The keys of rows that came to an empty slot are new, or were when
// the batch began: they are entered in order.
func (t *wordTable) number(keys []uint64, gone []bool, ids []int32, base int64) error {
	if err := t.room(len(keys)); err != nil {
		return err
	}
	var at, rest [batch]int32 // the slot that a row came to, rows that met another key
	var fresh [batch / 64]uint64
	table, known, shift, mask := t.slots.all, t.keys.all, t.slots.shift, int32(len(t.slots.all)-1)
	ids = ids[:len(keys)]
	for r, k := range keys {
		s := int32(scatter(k) >> shift)
		at[r&(batch-1)] = s
		ids[r] = table[s]
	}
	m := 0
	for r, k := range keys {
		num := ids[r]
		ids[r] = num - 1
		empty := int(uint32(num-1) >> 31)
		rest[m&(batch-1)] = int32(r)
		m += some(known[num]^k) &^ empty
		fresh[r>>6&(batch/64-1)] |= uint64(empty) << (r & 63)
	}
	for m > 0 {
		met := rest[:m]
		m = 0
		for _, r := range met {
			s := (at[r&(batch-1)] + 1) & mask
			at[r&(batch-1)] = s
			num := table[s]
			ids[r] = num - 1
			empty := int(uint32(num-1) >> 31)
			rest[m] = r
			m += some(known[num]^keys[r]) &^ empty
			fresh[r>>6&(batch/64-1)] |= uint64(empty) << (r & 63)
		}
	}
	t.enter(keys, gone, ids, &at, &fresh, base)
	if gone != nil {
		for r := range ids {
			if gone[r] {
				ids[r] = -1
			}
		}
	}
	return nil
}

// enter enters the keys of fresh rows, each from the slot it came to on.
func (t *wordTable) enter(keys []uint64, gone []bool, ids []int32, at *[batch]int32, fresh *[batch / 64]uint64, base int64) {
	table, known, first := t.slots.all, t.keys.all, t.first.all
	n, mask := t.n, len(table)-1
	for i, rows := range fresh {
		for ; rows != 0; rows &= rows - 1 {
			r := i<<6 + bits.TrailingZeros64(rows)
			if gone != nil && gone[r] {
				continue
			}
			k := keys[r]
			for s := int(at[r&(batch-1)]); ; s++ {
				num := table[s&mask]
				if num == 0 {
					n++
					known[n], first[n-1] = k, base+int64(r)
					table[s&mask] = int32(n)
					ids[r] = int32(n - 1)
					break
				}
				if known[num] == k {
					ids[r] = num - 1
					break
				}
			}
		}
	}
	t.n = n
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
