package hash

import (
	"math/bits"

	"github.com/mars-project/mars-go/mem"
)

// A partTable numbers the distinct words of one part after the other; numbers go on from part to part.
type partTable struct {
	al   mem.Allocator
	skip uint        // bits of hashes that the words of a part have in common
	keys vec[uint64] // by slot
	nums vec[int32]  // number plus one; 0: the slot is empty
	n    int
}

func (t *partTable) free() {
	t.keys.free(t.al)
	t.nums.free(t.al)
}

// number writes the numbers of words to nums, which may lie where the words do: a number is written after its
// word was read.
func (t *partTable) number(words []uint64, nums []int32) error {
	if err := t.empty(max(2*batch, 1<<bits.Len(uint(2*min(len(words), 1<<13))))); err != nil {
		return err
	}
	before := t.n
	for len(words) > 0 {
		n := min(batch, len(words))
		if t.n-before+n > len(t.nums.all)/2 {
			if err := t.double(); err != nil {
				return err
			}
		}
		t.fill(words[:n], nums)
		words, nums = words[n:], nums[n:]
	}
	return nil
}

// fill numbers at most batch words, for which there is room, round by round as a wordTable does.
func (t *partTable) fill(words []uint64, nums []int32) {
	var at, rest, got [batch]int32 // the slot that a word came to, words that met another one, numbers
	var fresh [batch / 64]uint64
	keys, taken := t.keys.all, t.nums.all
	mask, shift := int32(len(taken)-1), t.shift()
	m := 0
	for r, w := range words {
		s := int32(scatter(w) << t.skip >> shift)
		num := taken[s]
		at[r&(batch-1)], got[r&(batch-1)], rest[m&(batch-1)] = s, num, int32(r)
		empty := int(uint32(num-1) >> 31)
		m += some(keys[s]^w) &^ empty
		fresh[r>>6&(batch/64-1)] |= uint64(empty) << (r & 63)
	}
	for m > 0 {
		met := rest[:m]
		m = 0
		for _, r := range met {
			s := (at[r&(batch-1)] + 1) & mask
			num := taken[s]
			at[r&(batch-1)], got[r&(batch-1)], rest[m] = s, num, r
			empty := int(uint32(num-1) >> 31)
			m += some(keys[s]^words[r]) &^ empty
			fresh[r>>6&(batch/64-1)] |= uint64(empty) << (r & 63)
		}
	}
	for i, rows := range fresh {
		for ; rows != 0; rows &= rows - 1 {
			r := i<<6 + bits.TrailingZeros64(rows)
			w, s := words[r], at[r&(batch-1)]
			for taken[s] != 0 && keys[s] != w {
				s = (s + 1) & mask
			}
			if taken[s] == 0 {
				t.n++
				keys[s], taken[s] = w, int32(t.n)
			}
			got[r&(batch-1)] = taken[s]
		}
	}
	for r, num := range got[:len(words)] {
		nums[r] = num - 1
	}
}

// empty makes a table of so many slots, a power of two, without words.
func (t *partTable) empty(size int) error {
	if cap(t.nums.all) < size {
		if err := t.keys.grow(t.al, size, 0); err != nil {
			return err
		}
		if err := t.nums.grow(t.al, size, 0); err != nil {
			return err
		}
	}
	t.keys.all, t.nums.all = t.keys.all[:size], t.nums.all[:size]
	clear(t.nums.all)
	return nil
}

func (t *partTable) shift() uint { return 65 - uint(bits.Len(uint(len(t.nums.all)))) }

func (t *partTable) double() error {
	old := *t
	t.keys, t.nums = vec[uint64]{}, vec[int32]{}
	defer old.free()
	if err := t.empty(2 * len(old.nums.all)); err != nil {
		return err
	}
	mask, shift := len(t.nums.all)-1, t.shift()
	for i, num := range old.nums.all {
		if num == 0 {
			continue
		}
		w := old.keys.all[i]
		j := int(scatter(w) << t.skip >> shift)
		for t.nums.all[j&mask] != 0 {
			j++
		}
		t.keys.all[j&mask], t.nums.all[j&mask] = w, num
	}
	return nil
}
