package hash

import (
	"errors"
	"math/bits"
	"unsafe"

	"github.com/mars-project/mars-go/mem"
)

// A feed calls f with the words of all rows in batches, in order: words, the rows that drop out (nil: none),
// where the numbers go, and the first row.
type feed func(f func(words []uint64, gone []bool, ids []int32, base int64) error) error

// many is the number of distinct words at which it is asked whether the table will leave the nearest caches:
// where fifteen of sixteen rows so far had new words, more than a quarter of a million are to come, and it
// pays to part the words first.
const many = 1 << 15

var errMany = errors.New("many words")

// early is errMany where n words differ before row base of so many, and most rows had a new one.
func early(n int, base int64, rows int) error {
	if n >= many && base < int64(rows/4) && 16*int64(n) > 15*base {
		return errMany
	}
	return nil
}

// numberWords writes numbers to codes, their count and first rows: by appearance or, when ordered, by word.
// Words that lie in memory may be fed twice: where first rows have a new word each but later ones have those
// again, as the keys of groups of several chunks do, a table is the better way.
func (c *numberCoder) numberWords(ordered, lie bool, each feed) error {
	t := &wordTable{al: c.al}
	defer t.free()
	rows := len(c.all.all)
	err := each(func(words []uint64, gone []bool, ids []int32, base int64) error {
		if err := early(t.n, base, rows); err != nil {
			return err
		}
		return t.number(words, gone, ids, base)
	})
	if errors.Is(err, errMany) {
		again := false
		if lie {
			if again, err = t.meetsAgain(each); err != nil {
				return err
			}
		}
		if !again {
			t.free()
			t.first.free(c.al)
			return c.parted(ordered, each)
		}
		err = each(t.number)
	}
	if err != nil {
		return err
	}
	c.n, c.first = uint64(t.n), t.first.all[:t.n:t.n]
	if !ordered {
		return nil
	}
	return c.byRank(t.words())
}

// meetsAgain reports that more than one of eight words of later rows is in the table: that there are at most
// eight times as many as it has.
func (t *wordTable) meetsAgain(each feed) (bool, error) {
	met, asked := 0, 0
	err := each(func(words []uint64, gone []bool, _ []int32, base int64) error {
		for i := 0; i < len(words) && base > 4*int64(t.n); i += batch / 4 {
			if gone == nil || !gone[i] {
				asked++
				if t.has(words[i]) {
					met++
				}
			}
		}
		return nil
	})
	return 8*met > asked, err
}

// has reports that a key has a number.
func (t *wordTable) has(k uint64) bool {
	mask := len(t.slots.all) - 1
	for s := int(scatter(k) >> t.slots.shift); ; s++ {
		switch num := t.slots.all[s&mask]; {
		case num == 0:
			return false
		case t.keys.all[num] == k:
			return true
		}
	}
}

func (c *numberCoder) byRank(words []uint64) error {
	rank, free, err := ranks(c.al, words)
	if err != nil {
		return err
	}
	defer free()
	return c.reorder(rank)
}

// parted numbers words that are parted by their hashes first, so that the table of each part stays in the
// nearest cache (Manegold, Boncz and Kersten, "Optimizing main-memory join on modern hardware", TKDE 2002).
// Words move in streams; numbers come back to the rows in the same streams.
func (c *numberCoder) parted(ordered bool, each feed) error {
	rows := len(c.all.all)
	shift := uint(64 - min(max(bits.Len(uint(rows>>13)), 1), 9))
	words, freeWords, err := mem.Scratch[uint64](c.al, rows)
	if err != nil {
		return err
	}
	defer func() {
		if words != nil {
			freeWords()
		}
	}()
	moved, freeMoved, err := mem.Scratch[uint64](c.al, rows)
	if err != nil {
		return err
	}
	defer freeMoved()
	var ends [512]int
	if err := each(func(ws []uint64, gone []bool, ids []int32, base int64) error {
		ids = ids[:len(ws)]
		copy(words[base:], ws)
		for i, w := range ws {
			if gone != nil && gone[i] {
				ids[i] = -1
				continue
			}
			p := scatter(w) >> shift & 511
			ids[i] = int32(p) // until the number is known
			ends[p]++
		}
		return nil
	}); err != nil {
		return err
	}
	at := 0
	for p, k := range ends {
		ends[p] = at
		at += k
	}
	starts := ends
	ids := c.all.all[:len(words)]
	for i, w := range words {
		p := ids[i]
		if p < 0 {
			continue
		}
		moved[ends[p&511]] = w
		ends[p&511]++
	}
	if !ordered {
		freeWords()
		words = nil
	}
	// Numbers take the places of the words they are of: 4 bytes each, which never pass what is still to be
	// read.
	t := partTable{al: c.al, skip: 64 - shift}
	defer t.free()
	nums := narrowed(moved)
	for p, lo := range starts {
		if err := t.number(moved[lo:ends[p]], nums[lo:ends[p]]); err != nil {
			return err
		}
	}
	return c.restore(words, nums, starts[:], t.n)
}

// restore gives every row, which has its part so far, the number of its word: nums has them by part, of which
// starts has the beginnings. They become numbers by appearance or, with words, in the order of those.
func (c *numberCoder) restore(words []uint64, nums []int32, starts []int, n int) error {
	seen, free, err := mem.Scratch[int32](c.al, n)
	if err != nil {
		return err
	}
	defer free()
	clear(seen)
	first, _, err := mem.Scratch[int64](c.al, n+1) // the last is never read
	if err != nil {
		return err
	}
	next := starts[:512]
	k := int32(0)
	ids := c.all.all[:len(nums)]
	for i, p := range ids {
		if p < 0 {
			continue
		}
		num := nums[next[p&511]]
		next[p&511]++
		id := seen[num]
		fresh := (id - 1) >> 31 // all bits where the number is new: no branch that every second row may take
		first[k] = int64(i)
		k -= fresh
		id |= k & fresh
		seen[num] = id
		ids[i] = id - 1
	}
	first = first[:n:n]
	c.n, c.first = uint64(n), first
	if words == nil {
		return nil
	}
	distinct, back, err := mem.Scratch[uint64](c.al, n)
	if err != nil {
		return err
	}
	defer back()
	for i, r := range first {
		distinct[i] = words[r]
	}
	return c.byRank(distinct)
}

// narrowed is the memory of words as numbers of half their size.
func narrowed(words []uint64) []int32 {
	return unsafe.Slice((*int32)(unsafe.Pointer(unsafe.SliceData(words))), len(words))
}
